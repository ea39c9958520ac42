import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UploadsModule } from '../../media/uploads/uploads.module.js';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { JobsModule } from '../../platform/jobs/jobs.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { ParticipantsModule } from '../participants/participants.module.js';
import { ConsentKeeper } from './consent-keeper.service.js';
import { ConsentRepeats } from './consent-repeats.service.js';
import { ConsentRules } from './consent-rules.service.js';
import { ConsentSoundController } from './consent-sound.controller.js';
import { ConsentSoundRepository } from './consent-sound.repository.js';
import { ConsentSoundService } from './consent-sound.service.js';
import { ConsentController } from './consent.controller.js';
import { ConsentReceipt, ConsentSubject } from './receipt.entity.js';
import { GuardianConsent } from './guardian-consent.service.js';
import { ReceiptFiles } from './receipt-files.service.js';
import { ReceiptMailsRepository } from './receipt-mails.repository.js';
import { ReceiptMailsWorker } from './receipt-mails.worker.js';
import { ReceiptsRepository } from './receipts.repository.js';
import { ReceiptsService } from './receipts.service.js';
import { GuardianSetApart, RecordingConsent } from './recording-consent.entity.js';
import { RecordingConsentRepository } from './recording-consent.repository.js';
import { RecordingConsentService } from './recording-consent.service.js';
import { RefusalGuard } from './refusal.guard.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ConsentReceipt, ConsentSubject, RecordingConsent, GuardianSetApart]),
    AuditModule,
    JobsModule,
    MailModule,
    LedgerModule,
    ParticipantsModule,
    UploadsModule,
  ],
  controllers: [ConsentController, ConsentSoundController],
  providers: [
    ReceiptsService,
    ReceiptsRepository,
    ConsentSoundService,
    ConsentSoundRepository,
    ReceiptFiles,
    ReceiptMailsRepository,
    ReceiptMailsWorker,
    ConsentKeeper,
    RecordingConsentService,
    GuardianConsent,
    ConsentRepeats,
    ConsentRules,
    RecordingConsentRepository,
    { provide: APP_GUARD, useClass: RefusalGuard },
  ],
  exports: [ReceiptsService, ReceiptFiles, RecordingConsentService, GuardianConsent, ConsentRepeats, ConsentRules],
})
export class ConsentModule {}
