import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
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

  async remove(which: { before: Date } | { isTheirs: (address: string) => boolean }): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const file = path.join(this.folder, name);
      try {
        const isMeant =
          'before' in which ? (await stat(file)).mtime < which.before : which.isTheirs(await recipientOf(file));
        if (isMeant) await rm(file, { force: true });
      } catch (error) {
        // Finished or removed meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  }
}

/** The one address in the head of a mail, whose long lines go on behind a blank. */
async function recipientOf(file: string): Promise<string> {
  const [head = ''] = (await readFile(file, 'utf8')).split('\r\n\r\n');
  const [, to = ''] = /^To:\s*(.*)$/im.exec(head.replaceAll(/\r\n[ \t]+/g, ' ')) ?? [];
  return decodeWords(to).replaceAll(/^<|>$/g, '');
}

/** Heads of mails have ASCII alone; everything else stands in words of RFC 2047. */
function decodeWords(text: string): string {
  return text.replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_word, kind: string, encoded: string) => {
    if (kind.toLowerCase() === 'b') return Buffer.from(encoded, 'base64').toString();
    return decodeURIComponent(encoded.replaceAll('%', '=25').replaceAll('_', ' ').replaceAll('=', '%'));
  });
}
