import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, type StatsFs, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NotRun } from './row.ts';

const MiB = 1024 * 1024;

const MOST_TRIES = 50;

/** A disk of its own, in memory, that can be filled, closed for writing and taken its names away. */
export class SmallDisk {
  private static readonly all = new Set<SmallDisk>();

  readonly folder: string;

  private readonly bytes: number;

  private constructor(folder: string, bytes: number) {
    this.folder = folder;
    this.bytes = bytes;
    SmallDisk.all.add(this);
  }

  /** @throws NotRun where this user may not make one */
  static make(mebibytes: number): SmallDisk {
    if (process.platform !== 'linux') throw new NotRun('small disks are made on Linux alone.');
    const folder = mkdtempSync(path.join(os.tmpdir(), 'stories-small-disk-'));
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0711`, 'tmpfs', folder]);
    if (status === 0) return new SmallDisk(folder, mebibytes * MiB);
    rmSync(folder, { recursive: true });
    throw new NotRun('this user may not mount a disk.');
  }

  static disposeAll(): void {
    for (const disk of SmallDisk.all) disk.dispose();
  }

  /** Leaves so many bytes: the disk itself becomes as small. */
  fill(leave = 0): void {
    this.shrink(({ blocks, bfree, bsize }) => `size=${(blocks - bfree) * bsize + leave}`);
  }

  free(): void {
    this.remount(`size=${this.bytes}`);
  }

  /** Leaves room for no further name. */
  fillNames(): void {
    this.shrink(({ files, ffree }) => `nr_inodes=${files - ffree}`);
  }

  /** What came since it was measured makes the mount refuse so little. */
  private shrink(to: (used: StatsFs) => string): void {
    for (let tries = 1; ; tries++) {
      try {
        return this.remount(to(statfsSync(this.folder)));
      } catch (error) {
        if (tries === MOST_TRIES) throw error;
      }
    }
  }

  /** @param how `ro`, `rw`, or how many names may be there */
  remount(how: string): void {
    execFileSync('mount', ['-o', `remount,${how}`, this.folder], { stdio: 'pipe' });
  }

  dispose(): void {
    SmallDisk.all.delete(this);
    spawnSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
