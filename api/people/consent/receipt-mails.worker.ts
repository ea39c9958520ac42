import { Injectable } from '@nestjs/common';
import { BackgroundWork } from '../../platform/jobs/background-work.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import type { Mail } from '../../platform/mail/mail.js';
import { MailQueueWorker } from '../../platform/mail/mail-queue-worker.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { MailboxProven } from '../participants/participants.service.js';
import { ReceiptFiles } from './receipt-files.service.js';
import { type DueReceiptMail, ReceiptMailsRepository } from './receipt-mails.repository.js';
import { ReceiptsService } from './receipts.service.js';

/** Mails each receipt to whose it is, once their e-mail is proven. */
@Injectable()
export class ReceiptMailsWorker extends MailQueueWorker<DueReceiptMail> {
  constructor(
    backgroundWork: BackgroundWork,
    jobs: JobQueue,
    receipts: ReceiptsService,
    mails: ReceiptMailsRepository,
    private readonly receiptFiles: ReceiptFiles,
    mailer: Mailer,
    mailboxProven: MailboxProven,
  ) {
    super(backgroundWork, jobs, { queue: 'mail-receipt', idName: 'receiptId', name: 'Receipts' }, mails, mailer);
    receipts.onAppend(() => this.sendSoon());
    mailboxProven.subscribe(() => this.sendSoon());
  }

  protected override async compose(receiptId: string, { participantId, email }: DueReceiptMail): Promise<Mail | null> {
    const found = (await this.receiptFiles.listOf(participantId)).find(({ receipt }) => receipt.id === receiptId);
    return found ? this.receiptFiles.mail(email, found.receipt) : null;
  }
}
