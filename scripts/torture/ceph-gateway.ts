import { execFile, spawn } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sendSignal } from './product.ts';

const PROGRAM = 'radosgw';
const LOOK_AGAIN_MS = 50;
const READY_WITHIN_MS = 60_000;

/** A gateway of Ceph that somebody runs on this machine, and that can be killed and started again as it was. */
export class CephGateway {
  private readonly endpoint: string;

  private constructor(endpoint: string) {
    this.endpoint = endpoint;
  }

  /** Null where something else listens, or nobody may know what. */
  static async at(endpoint: string): Promise<CephGateway | null> {
    return (await pidOf(endpoint)) === null ? null : new CephGateway(endpoint);
  }

  /** Killed, and started again after so long; returns when it answers. */
  async beAway(ms: number): Promise<void> {
    const pid = (await pidOf(this.endpoint))!;
    const [file, cwd] = [await readlink(`/proc/${pid}/exe`), await readlink(`/proc/${pid}/cwd`)];
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(1, -1);
    const settings = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').slice(0, -1);
    const env = Object.fromEntries(settings.map((setting) => setting.split(/=(.*)/s, 2)));
    sendSignal(pid, 'SIGKILL');
    while (sendSignal(pid, 0)) await wait(LOOK_AGAIN_MS);
    await wait(ms);
    spawn(file, words, { cwd, env, detached: true, stdio: 'ignore' }).unref();
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await this.answers())) {
      if (Date.now() > deadline) throw new Error(`${file} ${words.join(' ')} does not answer again.`);
      await wait(LOOK_AGAIN_MS);
    }
  }

  private answers(): Promise<boolean> {
    return fetch(this.endpoint).then(
      () => true,
      () => false,
    );
  }
}

async function pidOf(endpoint: string): Promise<number | null> {
  const { hostname, port } = new URL(endpoint);
  if (process.platform !== 'linux' || hostname !== '127.0.0.1') return null;
  const listening = promisify(execFile)('ss', ['-Hltnp', `sport = :${port}`]);
  const { stdout } = await listening.catch(() => ({ stdout: '' }));
  const pid = Number(/pid=(\d+)/.exec(stdout)?.[1]);
  const file = await readlink(`/proc/${pid}/exe`).catch(() => '');
  return path.basename(file) === PROGRAM ? pid : null;
}
