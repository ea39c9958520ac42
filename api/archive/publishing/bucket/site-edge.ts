import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../platform/config/app-config.js';
import { inParallel } from '../tree/in-parallel.js';

const ADDRESSES_AT_A_TIME = 8;
/** No purge service that is widely used takes fewer in a call. */
const ADDRESSES_PER_PURGE = 30;
/** All that is asked for within one change; then somebody is told that it is not done yet. */
const SHOWN_WITHIN_MS = 20_000;
const POLL_INTERVAL_MS = 250;
/** Of what a command says when it fails. */
const WORDS_OF_COMMAND = 500;

/** A bucket that may not be listed says 403 of what it does not have. */
const GONE: ReadonlySet<number> = new Set([403, 404, 410]);

/** What visitors have to find at an address; null: nothing. */
export type Shown = { bytes: number; sha256: string | null } | null;

/** Visitors do not find yet at an address what they should. */
class NotShown extends Error {
  readonly code = 'NOT_SHOWN';
}

/** The servers of others that deliver the public site: what they keep is purged, and looked at as a visitor does. */
@Injectable()
export class SiteEdge {
  readonly timeouts = {
    purgeMs: 30_000,
    /** Where one has failed within the same change. */
    impatientPurgeMs: 2_000,
    fetchMs: 10_000,
  };

  constructor(private readonly config: AppConfig) {}

  /**
   * @param isPatient whether that may take a while
   * @throws Error when a purge was refused
   */
  async purge(keys: string[], isPatient: boolean): Promise<void> {
    const { url, command } = this.config.sitePurge;
    const timeoutMs = isPatient ? this.timeouts.purgeMs : this.timeouts.impatientPurgeMs;
    for (let at = 0; at < keys.length; at += ADDRESSES_PER_PURGE) {
      const addresses = keys.slice(at, at + ADDRESSES_PER_PURGE).map((key) => this.addressOf(key));
      if (url !== null) await this.callPurge(url, addresses, timeoutMs);
      if (command !== null) await runPurge(command, addresses, timeoutMs);
    }
  }

  /**
   * Resolves when each address shows what it should.
   * @param isPatient whether that may take a while
   * @throws NotShown
   */
  async untilShown(shown: [key: string, shown: Shown][], isPatient: boolean): Promise<void> {
    const deadline = Date.now() + (isPatient ? SHOWN_WITHIN_MS : 0);
    await inParallel(shown, ADDRESSES_AT_A_TIME, async ([key, expected]) => {
      for (;;) {
        const found = await this.look(this.addressOf(key), expected);
        if (found === null) return;
        if (Date.now() > deadline) throw new NotShown(`${this.addressOf(key)}: ${found}`);
        await pause(POLL_INTERVAL_MS);
      }
    });
  }

  /** Null: as it should be. Otherwise what is there. */
  private async look(address: string, expected: Shown): Promise<string | null> {
    const method = expected?.sha256 === null || !expected ? 'HEAD' : 'GET';
    const headers = { 'Accept-Encoding': method === 'HEAD' ? 'identity' : 'gzip, br' };
    try {
      const signal = AbortSignal.timeout(this.timeouts.fetchMs);
      const response = await fetch(address, { method, headers, redirect: 'manual', signal });
      const { status } = response;
      if (!expected && GONE.has(status)) return null;
      if (!expected || !response.ok) return `status ${status}`;
      if (expected.sha256 === null) {
        const bytes = Number(response.headers.get('content-length'));
        return bytes === expected.bytes ? null : `${bytes} bytes`;
      }
      const body = Buffer.from(await response.arrayBuffer());
      return sha256(body) === expected.sha256 ? null : `other ${body.length} bytes`;
    } catch (error) {
      return String((error as Error).cause ?? error);
    }
  }

  private addressOf(key: string): string {
    const path = key === 'index.html' ? '' : key.split('/').map(encodeURIComponent).join('/');
    return `${this.config.siteUrl}/${path}`;
  }

  private async callPurge(url: string, files: string[], timeoutMs: number): Promise<void> {
    const { token } = this.config.sitePurge;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token !== null && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ files }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The purge of the public site was answered with ${response.status}.`);
  }
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The addresses come on its standard input, one a line. */
async function runPurge(command: string, addresses: string[], timeoutMs: number): Promise<void> {
  // A group of its own, to be ended with what it has started.
  const child = spawn(command, [], { stdio: ['pipe', 'ignore', 'pipe'], detached: process.platform !== 'win32' });
  const timer = setTimeout(() => {
    endGroup(child);
    child.stderr.destroy(new Error(`${command} took too long.`));
  }, timeoutMs);
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject).on('close', resolve);
  // One that reads nothing ends as it likes; its code counts.
  child.stdin.on('error', () => undefined).end(addresses.map((address) => `${address}\n`).join(''));
  const [code, words] = await Promise.all([ended, text(child.stderr)]).finally(() => clearTimeout(timer));
  if (code !== 0) throw new Error(`${command} ended with ${code}. ${words.slice(0, WORDS_OF_COMMAND)}`);
}

function endGroup(child: ChildProcess): void {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // There is nothing of it left.
  }
}
