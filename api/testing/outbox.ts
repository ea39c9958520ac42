import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SIGN_IN_FRAGMENT } from '../contract/sign-in.js';
import { longSentences } from '../contract/testing/reading-age.js';
import type { TestApp } from './test-app.js';

/**
 * The mails that an API without a mail server has written, the oldest first.
 * @throws Error when one of them is not written so that everybody can read it
 */
export async function readOutbox({ config }: Pick<TestApp, 'config'>): Promise<Email[]> {
  const folder = path.join(config.stateDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const mails = names.filter((name) => name.endsWith('.eml')).toSorted();
  const read = await Promise.all(mails.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))));
  for (const { subject = '', text = '' } of read) {
    const long = longSentences([subject, ...text.split('\n\n')]);
    if (long.length > 0) throw new Error(`Sentences of a mail that are too long: ${long.join(' | ')}`);
  }
  return read;
}

/** The token of the sign-in link in a mail. */
export function signInTokenIn({ text = '' }: Email): string {
  return text.split(SIGN_IN_FRAGMENT)[1]?.split('\n')[0] ?? '';
}
