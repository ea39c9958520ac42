import { Module } from '@nestjs/common';
import { WithdrawalLedger } from './withdrawal-ledger.js';

@Module({ providers: [WithdrawalLedger], exports: [WithdrawalLedger] })
export class LedgerModule {}
