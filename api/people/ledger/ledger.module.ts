import { Module } from '@nestjs/common';
import { LedgerClockRepository } from './ledger-clock.repository.js';
import { LedgerClock } from './ledger-clock.service.js';
import { WithdrawalLedger } from './withdrawal-ledger.js';

@Module({ providers: [WithdrawalLedger, LedgerClock, LedgerClockRepository], exports: [WithdrawalLedger, LedgerClock] })
export class LedgerModule {}
