import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import type { Server } from './server.ts';

/** The address in the newest mail to a person that has such a part: unless told, of one that leads into their interview. */
export async function mailedLink({ stateDir }: Server, email: string, part = '#signin='): Promise<string> {
  const folder = path.join(stateDir, 'outbox');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted();
  for (const name of names.toReversed()) {
    const { to, text } = await PostalMime.parse(await readFile(path.join(folder, name)));
    const link = text?.split(/\s+/).find((word) => word.startsWith('http') && word.includes(part));
    if (link && to?.some(({ address }) => address === email)) return link;
  }
  throw new Error(`No link with ${part} was mailed to ${email}.`);
}
