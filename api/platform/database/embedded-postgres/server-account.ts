import { execFile } from 'node:child_process';
import { lchown, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isErrorWithCode } from './error-code.js';

const run = promisify(execFile);

/** Whom the server runs as. PostgreSQL refuses root, so root steps down to an ordinary account. */
export interface ServerAccount {
  /** Put in front of every server command; empty when the current user serves. */
  commandPrefix: string[];
  /** Who must own the server's files; null: they stay the current user's. */
  owner: Owner | null;
}

interface Owner {
  uid: number;
  gid: number;
}

const ROOT_UID = 0;
const CANDIDATES = ['postgres', 'nobody'];

/**
 * Least privilege first. The capabilities let the server reach files below a folder that only root
 * may enter, such as /root.
 */
const CAPABILITIES = [null, 'dac_read_search', 'dac_override'];

/**
 * @param dataDir whose present owner, if it has one, goes on serving it
 * @param mustReach programs and folders that the account has to get at
 * @throws Error that asks for DATABASE_URL when root cannot step down on this machine
 */
export async function chooseServerAccount(dataDir: string, mustReach: string[]): Promise<ServerAccount> {
  if (process.getuid?.() !== ROOT_UID) return { commandPrefix: [], owner: null };
  const owner = (await ordinaryOwner(dataDir)) ?? (await firstKnownAccount());
  for (const capability of owner ? CAPABILITIES : []) {
    const commandPrefix = stepDownCommand(owner!, capability);
    if (await canReach(commandPrefix, mustReach)) return { commandPrefix, owner };
  }
  throw new Error(
    'PostgreSQL does not run as root, and root cannot hand it to another account on this machine. ' +
      'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  );
}

/** Hands a file, or a folder with all it holds, to the account; nothing to do when it has it. */
export async function giveTo({ owner }: ServerAccount, target: string): Promise<void> {
  const present = await stat(target);
  if (!owner || present.uid === owner.uid) return;
  const entries = present.isDirectory() ? await readdir(target, { recursive: true }) : [];
  for (const entry of ['', ...entries]) await lchown(path.join(target, entry), owner.uid, owner.gid);
}

/** Root's own data folder (a copy made by root, say) counts as having no owner yet. */
async function ordinaryOwner(dataDir: string): Promise<Owner | null> {
  try {
    const { uid, gid } = await stat(dataDir);
    return uid === ROOT_UID ? null : { uid, gid };
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function firstKnownAccount(): Promise<Owner | null> {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of CANDIDATES) {
    const account = accounts.find((fields) => fields[0] === name);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  return null;
}

/** The secure bit keeps a capability through the change of user and lets access(2) honour it. */
function stepDownCommand({ uid, gid }: Owner, capability: string | null): string[] {
  const change = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  if (!capability) return ['setpriv', ...change];
  const keep = ['--inh-caps', `+${capability}`, '--ambient-caps', `+${capability}`];
  return ['setpriv', '--securebits', '+no_setuid_fixup', ...change, ...keep];
}

async function canReach([command, ...args]: string[], targets: string[]): Promise<boolean> {
  const script = 'for target; do test -x "$target" || exit 1; done';
  return run(command!, [...args, 'sh', '-c', script, 'sh', ...targets]).then(
    () => true,
    () => false,
  );
}
