import type { SendMailOptions } from 'nodemailer';

/** Where mails go. */
export abstract class MailDelivery {
  /** Hands a mail over; when it resolves, the mail is someone else's to deliver or on the disk. Rejects otherwise. */
  abstract deliver(message: SendMailOptions): Promise<void>;

  /** Removes the mails that are still here: those from before that moment, or to addresses of which `isTheirs` is true. */
  abstract remove(which: { before: Date } | { isTheirs: (address: string) => boolean }): Promise<void>;
}
