import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import type { Server } from './server.ts';

/** The address in the newest mail to a person that leads back into their interview. */
export async function mailedLink({ stateDir }: Server, email: string): Promise<string> {
  const folder = path.join(stateDir, 'outbox');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted();
  for (const name of names.toReversed()) {
    const { to, text } = await PostalMime.parse(await readFile(path.join(folder, name)));
    const [link] = /http\S+#signin=\S+/.exec(text ?? '') ?? [];
    if (link && to?.some(({ address }) => address === email)) return link;
  }
  throw new Error(`No link was mailed to ${email}.`);
}
