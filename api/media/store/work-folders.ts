import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';

/** What is in use is touched much more often than that. */
const ABANDONED_AFTER_MS = 15 * 60_000;
const TOUCHED_EVERY_MS = 60_000;
const OWN_MODE = 0o700;

/** A folder that is in use until it is dropped. */
interface WorkFolder {
  path: string;
  drop(): Promise<void>;
}

/** Where tools read and write while they make something: a folder for each piece of work, gone when it ends. */
@Injectable()
export class WorkFolders {
  private readonly root: string;

  constructor(@Inject(AppConfig) { stateDir }: Pick<AppConfig, 'stateDir'>) {
    this.root = path.join(stateDir, 'preparing');
  }

  /** One of its own for each try: another server may be at the same piece of work. `name` says what it is for. */
  async open(name: string): Promise<WorkFolder> {
    const folder = path.join(this.root, `${name}-${randomUUID()}`);
    await mkdir(folder, { recursive: true, mode: OWN_MODE });
    // Where a tool writes somewhere else until it is done, nothing changes here; another server may be the one that sweeps.
    const touching = setInterval(() => void touch(folder).catch(() => {}), TOUCHED_EVERY_MS);
    const drop = async () => {
      clearInterval(touching);
      await rm(folder, { recursive: true, force: true });
    };
    return { path: folder, drop };
  }

  /** As `open`, while `work` goes on. */
  async use<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await this.open(name);
    try {
      return await work(folder.path);
    } finally {
      await folder.drop();
    }
  }

  /** Removes what killed servers left behind. */
  async sweep(): Promise<void> {
    const oldest = Date.now() - ABANDONED_AFTER_MS;
    for (const name of await namesIn(this.root)) {
      const folder = path.join(this.root, name);
      if ((await lastTouched(folder)) < oldest) await rm(folder, { recursive: true, force: true });
    }
  }
}

function touch(folder: string): Promise<void> {
  const now = new Date();
  return utimes(folder, now, now);
}

async function lastTouched(folder: string): Promise<number> {
  const places = [folder, ...(await namesIn(folder)).map((name) => path.join(folder, name))];
  const times = await Promise.all(places.map(async (place) => (await lstat(place).catch(() => null))?.mtimeMs ?? 0));
  return Math.max(...times);
}

/** Empty, too, for what is no folder or gone. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
