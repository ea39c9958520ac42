import type { SendMailOptions } from 'nodemailer';

/** Where mails go. */
export abstract class MailDelivery {
  /** Hands a mail over; when it answers, the mail is someone else's to deliver or on the disk. Rejects otherwise. */
  abstract deliver(message: SendMailOptions): Promise<void>;
}
