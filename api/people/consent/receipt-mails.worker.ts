import { Injectable } from '@nestjs/common';
import { BackgroundWork } from '../../platform/jobs/background-work.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { QueueWorker } from '../../platform/jobs/queue-worker.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { emailKey } from '../../platform/mail/email-key.js';
import { ReceiptFiles } from './receipt-files.service.js';
import { ReceiptMailsRepository } from './receipt-mails.repository.js';
import { ReceiptsService } from './receipts.service.js';

/** Mails each receipt to whose it is, once their e-mail is proven. */
@Injectable()
export class ReceiptMailsWorker extends QueueWorker {
  constructor(
    backgroundWork: BackgroundWork,
    jobs: JobQueue,
    receipts: ReceiptsService,
    private readonly mails: ReceiptMailsRepository,
    private readonly files: ReceiptFiles,
    private readonly mailer: Mailer,
  ) {
    super(backgroundWork, jobs, { queue: 'mail-receipt', idName: 'receiptId', name: 'Receipts' });
    receipts.onAppend(() => this.addSoon(() => this.findDue()));
  }

  protected override findDue(): Promise<string[]> {
    return this.mails.findDue();
  }

  protected override secondsUntilDue(): Promise<number | null> {
    return this.mails.secondsUntilDue();
  }

  /** Killed between sending and noting it, it is sent again; both have one Message-ID, and mail programs show one. */
  protected override async work(receiptId: string): Promise<void> {
    const due = await this.mails.begin(receiptId);
    if (!due) return;
    try {
      const found = (await this.files.listOf(due.participantId)).find(({ receipt }) => receipt.id === receiptId);
      if (found) await this.mailer.send(this.files.mail(due.email, found.receipt));
    } catch (error) {
      if (due.isLastTry) await this.mails.finish(receiptId);
      throw error;
    }
    if (await this.mails.finish(receiptId)) return;
    // The person is gone since: so is what was written to them.
    await this.mailer.forget((address) => emailKey(address) === emailKey(due.email));
  }
}
