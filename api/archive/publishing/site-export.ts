import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { constants } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { variantsOf } from './tree/site-file.js';
import { SiteManifest } from './tree/site-manifest.js';
import { PublishingLockRepository } from './publishing-lock.repository.js';
import { Reconciler } from './reconciler.js';
import { inParallel } from './tree/in-parallel.js';
import { openToAll } from './tree/public-modes.js';
import { SiteTree } from './tree/site-tree.js';

const FILES_AT_A_TIME = 8;
/** Every snapshot has these, so that a folder with them may be replaced. */
const SNAPSHOT_NAMES = ['404.html', 'index.html', 'stories'];

export interface SiteSnapshot {
  /** Absolute. */
  folder: string;
  stories: number;
}

/** Copies the public tree for a web server that knows nothing of this one. */
@Injectable()
export class SiteExport {
  constructor(
    private readonly config: AppConfig,
    private readonly lock: PublishingLockRepository,
    private readonly reconciler: Reconciler,
    private readonly manifest: SiteManifest,
    private readonly tree: SiteTree,
  ) {}

  /**
   * Brings the tree up to date and copies it to `folder`, which is made, or replaced once the copy is complete when it
   * holds an earlier snapshot. Nothing is published meanwhile.
   * @param umask what the copy keeps from others; everybody may read the rest
   * @throws Error with a sentence when the folder holds anything else, or part of the site could not be published
   */
  async writeTo(folder: string, umask = 0): Promise<SiteSnapshot> {
    await this.refuseUnlessReplaceable(folder);
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    try {
      await this.lock.hold(async () => {
        await this.reconciler.run('stat', () => false);
        await this.copyTree(unfinished);
        await openToAll(unfinished, umask);
      });
      await replace(folder, unfinished);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
    return { folder, stories: this.countStories() };
  }

  private async refuseUnlessReplaceable(folder: string): Promise<void> {
    const { stateDir } = this.config;
    if (contains(stateDir, folder) || contains(folder, stateDir)) {
      throw new Error(`A snapshot belongs outside of ${stateDir}, where the server keeps its own files.`);
    }
    const names = await namesIn(folder);
    if (names.length === 0 || SNAPSHOT_NAMES.every((name) => names.includes(name))) return;
    throw new Error(`${folder} holds files that are no earlier snapshot. Name a new folder, or an empty one.`);
  }

  private async copyTree(target: string): Promise<void> {
    const current = [...this.manifest.files].filter(
      ([, { kind, staleAt }]) => kind !== 'shard' || staleAt === undefined,
    );
    await inParallel(current, FILES_AT_A_TIME, async ([treePath, file]) => {
      for (const { suffix } of variantsOf(file)) {
        const place = path.join(target, treePath + suffix);
        await mkdir(path.dirname(place), { recursive: true });
        await cp(this.tree.pathOf(treePath + suffix), place, { recursive: true, mode: constants.COPYFILE_FICLONE });
      }
    });
  }

  private countStories(): number {
    return new Set(Array.from(this.manifest.files.values(), ({ story }) => story).filter(Boolean)).size;
  }
}

async function replace(folder: string, complete: string): Promise<void> {
  const earlier = `${folder}.earlier`;
  await rm(earlier, { recursive: true, force: true });
  if ((await namesIn(folder)).length > 0) await rename(folder, earlier);
  else await rm(folder, { recursive: true, force: true });
  await rename(complete, folder);
  await rm(earlier, { recursive: true, force: true });
}

/** Empty, too, for a folder that is not there. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function contains(outer: string, inner: string): boolean {
  const relative = path.relative(outer, inner);
  return relative === '' || !(relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative));
}
