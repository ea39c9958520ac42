import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../../platform/mail/mail.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { ParticipantsModule } from '../participants/participants.module.js';
import { ConsentController, GuardianController } from './consent.controller.js';
import { ConsentReceipt, ConsentSubject } from './receipt.entity.js';
import { ReceiptFiles } from './receipt-files.service.js';
import { ReceiptsRepository } from './receipts.repository.js';
import { ReceiptsService } from './receipts.service.js';
import { RecordingConsent } from './recording-consent.entity.js';
import { RecordingConsentRepository } from './recording-consent.repository.js';
import { RecordingConsentService } from './recording-consent.service.js';
import { RefusalGuard } from './refusal.guard.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ConsentReceipt, ConsentSubject, RecordingConsent]),
    MailModule,
    LedgerModule,
    ParticipantsModule,
  ],
  // The guardian's routes first: they are below those of the participant.
  controllers: [GuardianController, ConsentController],
  providers: [
    ReceiptsService,
    ReceiptsRepository,
    ReceiptFiles,
    RecordingConsentService,
    RecordingConsentRepository,
    { provide: APP_GUARD, useClass: RefusalGuard },
  ],
  exports: [ReceiptsService, ReceiptFiles, RecordingConsentService],
})
export class ConsentModule {}
