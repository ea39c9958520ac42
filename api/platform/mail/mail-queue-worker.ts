import type { BackgroundWork } from '../jobs/background-work.js';
import type { JobQueue } from '../jobs/job-queue.js';
import { type QueueOptions, QueueWorker } from '../jobs/queue-worker.js';
import { emailKey } from '../../contract/people/email-key.js';
import type { Mail } from './mail.js';
import type { Mailer } from './mailer.js';

/** A mail of which a try has begun. */
export interface DueMail {
  /** To whom. */
  email: string;
  isLastTry: boolean;
}

/** Mails that wait in a table, with `attempts` and `due_at` as `mail-retries.ts` says. */
export interface WaitingMails<Due extends DueMail> {
  findDue(): Promise<string[]>;
  secondsUntilDue(): Promise<number | null>;
  /** Notes the try before it is made. Null when it is not due any more. */
  begin(id: string): Promise<Due | null>;
  /** Returns whether it was there: it goes with its person. */
  remove(id: string): Promise<boolean>;
}

/** Mails that follow from something, each of which is tried until it goes or is given up. */
export abstract class MailQueueWorker<Due extends DueMail> extends QueueWorker {
  protected constructor(
    backgroundWork: BackgroundWork,
    jobs: JobQueue,
    options: QueueOptions,
    private readonly mails: WaitingMails<Due>,
    private readonly mailer: Mailer,
  ) {
    super(backgroundWork, jobs, options);
  }

  /** Null: there is nothing to say any more. */
  protected abstract compose(id: string, due: Due): Mail | null | Promise<Mail | null>;

  /** Returns at once. */
  sendSoon(): void {
    this.addSoon(() => this.findDue());
  }

  protected override findDue(): Promise<string[]> {
    return this.mails.findDue();
  }

  protected override secondsUntilDue(): Promise<number | null> {
    return this.mails.secondsUntilDue();
  }

  /** Killed between sending and noting it, it is sent again; both have one Message-ID, and mail programs show one. */
  protected override async work(id: string): Promise<void> {
    const due = await this.mails.begin(id);
    if (!due) return;
    try {
      const mail = await this.compose(id, due);
      if (mail) await this.mailer.send({ ...mail, id });
    } catch (error) {
      if (due.isLastTry) await this.mails.remove(id);
      throw error;
    }
    if (await this.mails.remove(id)) return;
    // The person is gone since: so is what was written to them.
    await this.mailer.forget((address) => emailKey(address) === emailKey(due.email));
  }
}
