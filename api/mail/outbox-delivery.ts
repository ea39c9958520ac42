import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { MailDelivery } from './mail-delivery.js';

/** Writes each mail as a file that any mail program opens. Their names sort by time; only this user may read them. */
export class OutboxDelivery extends MailDelivery {
  private readonly transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(private readonly folder: string) {
    super();
  }

  async deliver(message: SendMailOptions): Promise<void> {
    const sent = await this.transport.sendMail(message);
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}`;
    const unfinished = path.join(this.folder, `.${name}`);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(unfinished, sent.message, { mode: 0o600, flag: 'wx' });
    await rename(unfinished, path.join(this.folder, `${name}.eml`));
  }
}
