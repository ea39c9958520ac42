import { Injectable } from '@nestjs/common';
import { BackgroundWork } from '../../platform/jobs/background-work.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { QueueWorker } from '../../platform/jobs/queue-worker.js';
import { composeMail, type Mail, TEAM } from '../../platform/mail/mail.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { emailKey } from '../../platform/mail/email-key.js';
import { type EmailNotice, EmailNoticesRepository } from './email-notices.repository.js';

/** Tells people at the e-mail that they have until then that it changes: later, where the mail cannot go just then. */
@Injectable()
export class EmailNoticesWorker extends QueueWorker {
  constructor(
    backgroundWork: BackgroundWork,
    jobs: JobQueue,
    private readonly notices: EmailNoticesRepository,
    private readonly mailer: Mailer,
  ) {
    super(backgroundWork, jobs, { queue: 'mail-email-notice', idName: 'noticeId', name: 'E-mail' });
  }

  /** Returns at once. */
  sendSoon(): void {
    this.addSoon(() => this.findDue());
  }

  protected override findDue(): Promise<string[]> {
    return this.notices.findDue();
  }

  protected override secondsUntilDue(): Promise<number | null> {
    return this.notices.secondsUntilDue();
  }

  /** Killed between sending and noting it, it is sent again; both have one Message-ID, and mail programs show one. */
  protected override async work(id: string): Promise<void> {
    const due = await this.notices.begin(id);
    if (!due) return;
    try {
      await this.mailer.send({ ...mailOf(due), id });
    } catch (error) {
      if (due.isLastTry) await this.notices.remove(id);
      throw error;
    }
    if (await this.notices.remove(id)) return;
    // The person is gone since: so is what was written to them.
    await this.mailer.forget((address) => emailKey(address) === emailKey(due.email));
  }
}

/** Neither carries anything that another person may have typed. */
function mailOf({ email, maskedEmail }: EmailNotice): Mail {
  return maskedEmail === null ? doneMail(email) : askedMail(email, maskedEmail);
}

function askedMail(to: string, maskedEmail: string): Mail {
  return composeMail(to, 'Your e-mail is about to change', [
    'Hello,',
    `You have asked us to write to another address: ${maskedEmail}. It counts once the link in our mail there is used.`,
    'If this was not you, sign in and end the other devices. Then write to us.',
    TEAM,
  ]);
}

function doneMail(to: string): Mail {
  return composeMail(to, 'Your e-mail has changed', [
    'Hello,',
    'Your story now belongs to another e-mail. This is our last mail to this one.',
    'If this was not you, please write to us at once.',
    TEAM,
  ]);
}
