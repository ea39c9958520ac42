import { readdir, readFile } from 'node:fs/promises';
import { Person } from './person.ts';
import type { Product } from './product.ts';

/** Among which the one is that has just been written. */
const NEWEST_MAILS = 60;

/** Of the newest mail to that address with a link to sign in; null where there is none. */
export async function newestToken(product: Product, email: string): Promise<string | null> {
  const names = await readdir(product.inState('outbox')).catch(() => []);
  // What is being written has a name that begins with a dot.
  for (const name of names
    .filter((one) => !one.startsWith('.'))
    .toSorted((a, b) => a.localeCompare(b))
    .slice(-NEWEST_MAILS)
    .toReversed()) {
    // The mails to somebody who leaves go with them.
    const text = await readFile(product.inState('outbox', name), 'utf8').catch(() => '');
    if (!text.includes(email)) continue;
    const token = /signin=([\w-]{20,})/.exec(text.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1];
    if (token) return token;
  }
  return null;
}

/** Signs a browser in by a newly mailed link. */
export async function openLink(product: Product, email: string, browser: Person): Promise<void> {
  // One that is known goes straight on, without a mail.
  await new Person(product.url).do('POST', '/api/resume-interview', { json: { email } });
  const token = await newestToken(product, email);
  if (token === null) throw new Error(`No link was mailed to ${email}.`);
  await browser.do('POST', '/api/auth/link', { json: { token } });
}
