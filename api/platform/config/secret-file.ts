import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

export interface SecretFile {
  secret: string;
  /** True when this call made it. */
  isNew: boolean;
}

const SECRET_BYTES = 24;

/**
 * The secret kept in a file that only its owner may read, made when there is none. Processes that
 * start at once agree on one: the file appears whole or not at all, and the first to name it wins.
 * @throws Error when the file is empty
 */
export async function readOrCreateSecret(file: string): Promise<SecretFile> {
  const kept = await readSecret(file);
  if (kept !== null) return { secret: kept, isNew: false };
  await mkdir(path.dirname(file), { recursive: true });
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeDurably(draft, `${secret}\n`);
    await link(draft, file);
    return { secret, isNew: true };
  } catch (error) {
    const winner = await readSecret(file);
    if (winner === null) throw error;
    return { secret: winner, isNew: false };
  } finally {
    await rm(draft, { force: true });
  }
}

async function readSecret(file: string): Promise<string | null> {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const secret = content.trim();
  if (!secret) throw new Error(`${file} is empty. Write a secret into it, or delete it to have one made.`);
  return secret;
}

async function writeDurably(file: string, content: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
