import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SIGN_IN_FRAGMENT } from '../contract/people/sign-in.js';
import { longSentences } from '../contract/testing/reading-age.js';
import type { TestApp } from './test-app.js';

/** By file. Whoever waits for a mail looks often, at all that came before it, too. */
const knownMails = new Map<string, Email>();

/**
 * The mails that an API without a mail server has written, the oldest first.
 * @throws Error when one of them is not written so that everybody can read it
 */
export async function readOutbox({ config }: Pick<TestApp, 'config'>): Promise<Email[]> {
  const folder = path.join(config.stateDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const mails = names.filter((name) => name.endsWith('.eml')).toSorted();
  const read = await Promise.all(mails.map((name) => readMail(path.join(folder, name))));
  return read.filter((mail) => mail !== null);
}

/** @returns null: it has gone since it was listed, with its person */
async function readMail(file: string): Promise<Email | null> {
  const known = knownMails.get(file);
  if (known) return known;
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (content === null) return null;
  const mail = await PostalMime.parse(content);
  const { subject = '', text = '' } = mail;
  const long = longSentences([subject, ...text.split('\n\n')]);
  if (long.length > 0) throw new Error(`Sentences of a mail that are too long: ${long.join(' | ')}`);
  knownMails.set(file, mail);
  return mail;
}

/** The token of the sign-in link in a mail. */
export function signInTokenIn({ text = '' }: Email): string {
  return text.split(SIGN_IN_FRAGMENT)[1]?.split('\n')[0] ?? '';
}
