import { spawnSync } from 'node:child_process';
import { seededNumbers } from '../../api/testing/hostile-texts.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** Repeatable choices. */
export class Random {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = seededNumbers(seed);
  }

  /** For whoever draws beside others: theirs do not change when this one draws more. */
  fork(name: string): Random {
    return new Random(seedOf(name, this.below(2 ** 31)));
  }

  /** A whole number from 0 to under `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const rest = [...items];
    return Array.from(items, () => rest.splice(this.below(rest.length), 1)[0]!);
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    // Four at a time: megabytes are made for every upload.
    for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(this.below(2 ** 32), at);
    for (let at = length - (length % 4); at < length; at++) bytes[at] = this.below(256);
    return bytes;
  }

  word(): string {
    return Array.from({ length: 12 }, () => this.pick(LETTERS)).join('');
  }
}

/** Of all that the last commit holds in a folder, whoever made it and when; null where no git knows it. */
export function seedOfTree(folder: string): number | null {
  // A container may have it of another owner.
  const words = ['-c', 'safe.directory=*', 'rev-parse', '--verify', '--quiet', 'HEAD^{tree}'];
  // A hook that runs this has named its own repository.
  const env = { ...process.env, GIT_DIR: undefined };
  const { status, stdout } = spawnSync('git', words, { cwd: folder, env, encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout.slice(0, 5), 16) : null;
}

/** A number that is as different for every name as it is for every seed. */
export function seedOf(name: string, seed: number): number {
  let mixed = seed | 0;
  for (const char of name) mixed = Math.imul(mixed ^ char.codePointAt(0)!, 0x01000193);
  return mixed >>> 0;
}
