import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SIGN_IN_FRAGMENT } from '../contract/resume.js';
import type { TestApp } from './test-app.js';

/** The mails that an API without a mail server has written, the oldest first. */
export async function readOutbox({ config }: Pick<TestApp, 'config'>): Promise<Email[]> {
  const folder = path.join(config.stateDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const mails = names.filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(mails.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))));
}

/** The token of the sign-in link in a mail. */
export function signInTokenIn({ text = '' }: Email): string {
  return text.split(SIGN_IN_FRAGMENT)[1]?.split('\n')[0] ?? '';
}
