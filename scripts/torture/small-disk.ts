import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NotRun } from './row.ts';

const MiB = 1024 * 1024;

/** A disk of its own, in memory, that can be filled, closed for writing and taken its names away. */
export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @throws NotRun where this user may not make one */
  static make(mebibytes: number): SmallDisk {
    if (process.platform !== 'linux') throw new NotRun('small disks are made on Linux alone.');
    const folder = mkdtempSync(path.join(os.tmpdir(), 'stories-small-disk-'));
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0711`, 'tmpfs', folder]);
    if (status === 0) return new SmallDisk(folder);
    rmSync(folder, { recursive: true });
    throw new NotRun('this user may not mount a disk.');
  }

  /** Leaves so many bytes. */
  fill(leave = 0): void {
    this.free();
    const file = openSync(this.filler, 'w');
    try {
      const piece = Buffer.alloc(MiB);
      for (let left = this.available - leave; left > 0; left -= piece.length)
        writeSync(file, piece, 0, Math.min(left, piece.length));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.filler, { force: true });
  }

  /** @param how `ro`, `rw`, or as many names as may be there */
  remount(how: string): void {
    execFileSync('mount', ['-o', `remount,${how}`, this.folder]);
  }

  get available(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  get names(): number {
    const { files, ffree } = statfsSync(this.folder);
    return files - ffree;
  }

  dispose(): void {
    spawnSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get filler(): string {
    return path.join(this.folder, 'filler');
  }
}
