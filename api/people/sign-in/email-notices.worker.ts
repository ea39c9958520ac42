import { Injectable } from '@nestjs/common';
import { BackgroundWork } from '../../platform/jobs/background-work.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { composeMail, type Mail, TEAM } from '../../platform/mail/mail.js';
import { MailQueueWorker } from '../../platform/mail/mail-queue-worker.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { type DueEmailNotice, type EmailNotice, EmailNoticesRepository } from './email-notices.repository.js';

/** Tells people at the e-mail that they have until then that it changes: later, where the mail cannot go just then. */
@Injectable()
export class EmailNoticesWorker extends MailQueueWorker<DueEmailNotice> {
  constructor(backgroundWork: BackgroundWork, jobs: JobQueue, notices: EmailNoticesRepository, mailer: Mailer) {
    super(backgroundWork, jobs, { queue: 'mail-email-notice', idName: 'noticeId', name: 'E-mail' }, notices, mailer);
  }

  /** Neither carries anything that another person may have typed. */
  protected override compose(_id: string, { email, maskedEmail }: EmailNotice): Mail {
    return maskedEmail === null ? doneMail(email) : askedMail(email, maskedEmail);
  }
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
