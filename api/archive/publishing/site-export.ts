import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { AppearancesService } from './appearances.service.js';
import {
  EXPORT_MANIFEST,
  type ExportManifest,
  pathKey,
  readExportManifest,
  writeExportManifest,
} from './export-manifest.js';
import { PublishingLockRepository } from './publishing-lock.repository.js';
import { Reconciler } from './reconciler.js';
import { inParallel } from './tree/in-parallel.js';
import { makePublicFolder, openFolder, openToAll, PUBLIC_FILE_MODE } from './tree/public-modes.js';
import { COPYING_ORDER, type SiteFile, variantsOf } from './tree/site-file.js';
import { SiteManifest } from './tree/site-manifest.js';
import { SiteTree } from './tree/site-tree.js';

const FILES_AT_A_TIME = 8;
/** Every snapshot has these, so that a folder with them may be replaced. */
const SNAPSHOT_NAMES = ['404.html', 'index.html', 'stories'];
/** What is being written has this after its name. */
const UNFINISHED = '.unfinished';
const UNFINISHED_END = /\.unfinished(?=\/?$)/;
/** What is being replaced has this. */
const EARLIER = '.earlier';

export interface SiteSnapshot {
  /** Absolute. */
  folder: string;
  stories: number;
  /** Of the copy, wherever it is moved. */
  id: string;
  name: string;
  /** Whose stories it holds. */
  participantIds: string[];
  /** How many stories were taken out because they are not public any more. */
  removed: number;
}

export interface SnapshotRequest {
  folder: string;
  /** What the copy keeps from others; everybody may read the rest. */
  umask?: number;
  /** What people call the place; left out: as before, or as the folder. */
  name?: string;
  /** Before anything is copied: whose stories will be. Again where more of them became public meanwhile. */
  announce?: (copy: { id: string; name: string }, participantIds: string[]) => Promise<void>;
}

interface Contents {
  /** Paths in the tree, with the suffixes of their variants. */
  files: [treePath: string, file: SiteFile][];
  stories: ExportManifest['stories'];
  participantIds: string[];
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
    private readonly appearances: AppearancesService,
  ) {}

  /**
   * Brings the tree up to date and copies it to `folder`, which is made, or replaced once the copy is complete when it
   * holds an earlier snapshot. Nothing is published meanwhile.
   * @throws Error with a sentence when the folder holds anything else, or part of the site could not be published
   */
  async writeTo(request: SnapshotRequest): Promise<SiteSnapshot> {
    const { folder, umask = 0 } = request;
    await this.refuseOwnFolder(folder);
    const unfinished = folder + UNFINISHED;
    return this.lock.hold(async () => {
      await refuseUnlessReplaceable(folder);
      await putBackEarlier(folder);
      const earlier = await readExportManifest(folder);
      const copy = nameOf(request, earlier);
      await removeLeftBeside(folder);
      try {
        const whole = await this.prepare(copy, request);
        const manifest = await this.describe(copy, whole, earlier);
        await makePublicFolder(path.dirname(folder), umask);
        await inParallel(whole.files, FILES_AT_A_TIME, ([treePath, file]) => this.copy(treePath, file, unfinished));
        await openToAll(unfinished, umask);
        await writeExportManifest(unfinished, manifest);
        await replace(folder, unfinished);
        return snapshotOf(folder, copy, whole, earlier, manifest);
      } finally {
        await rm(unfinished, { recursive: true, force: true });
      }
    });
  }

  /**
   * Makes an earlier snapshot what the public site is now, file by file: first everything goes that is not public any
   * more, then what has changed is written. Ended anywhere, it goes on from there when it is run again. What anybody else
   * has put into the folder stays.
   * @throws Error with a sentence when the folder holds no snapshot, or part of the site could not be published
   */
  async update(request: SnapshotRequest): Promise<SiteSnapshot> {
    const { folder, umask = 0 } = request;
    await this.refuseOwnFolder(folder);
    return this.lock.hold(async () => {
      await putBackEarlier(folder);
      const earlier = await readExportManifest(folder);
      if (earlier === null && !isSnapshot(await namesIn(folder))) {
        throw new Error(`${folder} holds no copy of the site that could be brought up to date.`);
      }
      const copy = nameOf(request, earlier);
      await removeLeftBeside(folder);
      const whole = await this.prepare(copy, request);
      const after = await this.describe(copy, whole, earlier);
      const before = earlier?.files ?? (await this.filesOfUnknown(folder, whole));
      // Until all is done, it lists whatever may be there.
      const files = { ...Object.fromEntries(Object.keys(after.files).map((file) => [file, null])), ...before };
      await writeExportManifest(folder, { ...after, files });
      for (const name of await namesWithin(folder)) {
        const finished = name.replace(UNFINISHED_END, '');
        const key = pathKey(finished);
        const isOurs = Object.hasOwn(files, key);
        if (isOurs && (name !== finished || !Object.hasOwn(after.files, key))) await removeWithin(folder, name);
      }
      const inOrder = whole.files.toSorted(
        ([, a], [, b]) => COPYING_ORDER.indexOf(a.kind) - COPYING_ORDER.indexOf(b.kind),
      );
      const failures: unknown[] = [];
      // Also those that an earlier version has made, and kept to itself.
      for (const name of foldersOf(whole.files)) {
        await openFolder(path.join(folder, name), umask).catch((error: unknown) => failures.push(error));
      }
      for (const [treePath, file] of inOrder) {
        for (const { suffix, bytes } of variantsOf(file)) {
          const name = treePath + suffix;
          const isThere = before[pathKey(name)] === file.hash && (await isSame(path.join(folder, name), bytes));
          // One that cannot be written keeps no other from losing the words of who took them back.
          if (!isThere) await this.overwrite(name, folder, umask).catch((error: unknown) => failures.push(error));
        }
      }
      if (failures.length > 0) throw failures[0];
      await writeExportManifest(folder, after);
      return snapshotOf(folder, copy, whole, earlier, after);
    });
  }

  /** What is public now, and in the tree; whoever takes something back from then on knows of the copy. */
  private async prepare(copy: { id: string; name: string }, { announce }: SnapshotRequest): Promise<Contents> {
    await this.reconciler.run('stat', () => false);
    let stories = await this.listStories();
    let announced: Set<string>;
    do {
      announced = new Set(stories.participantIds);
      await announce?.(copy, stories.participantIds);
      // What was taken back before that was known is not in it.
      await this.reconciler.run(null, () => false);
      stories = await this.listStories();
      // Whose story became public since is announced, too.
    } while (stories.participantIds.some((id) => !announced.has(id)));
    const files = [...this.manifest.files].filter(([, { kind, staleAt }]) => kind !== 'shard' || staleAt === undefined);
    return { files, ...stories };
  }

  private async listStories(): Promise<Pick<Contents, 'stories' | 'participantIds'>> {
    const present = await this.appearances.listPresent();
    return {
      stories: present.map(({ id }) => ({ id })),
      participantIds: present.flatMap(({ participantId }) => participantId ?? []),
    };
  }

  private async describe(
    { id, name }: { id: string; name: string },
    { files, stories }: Contents,
    earlier: ExportManifest | null,
  ): Promise<ExportManifest> {
    const present = new Set(stories.map((story) => story.id));
    const gone = (earlier?.stories ?? []).filter((story) => !present.has(story.id));
    const ends = await this.appearances.findEnds(gone.map((story) => story.id));
    const now = new Date().toISOString();
    return {
      id,
      name,
      stories,
      withdrawn: [
        ...(earlier?.withdrawn ?? []),
        ...gone.map((story) => ({ id: story.id, at: ends.get(story.id) ?? now })),
      ],
      files: Object.fromEntries(
        files.flatMap(([treePath, file]) =>
          variantsOf(file).map(({ suffix }) => [pathKey(treePath + suffix), file.hash]),
        ),
      ),
    };
  }

  private async copy(treePath: string, file: SiteFile, target: string): Promise<void> {
    for (const { suffix } of variantsOf(file)) {
      const place = path.join(target, treePath + suffix);
      await mkdir(path.dirname(place), { recursive: true });
      await cp(this.tree.pathOf(treePath + suffix), place, { recursive: true, mode: constants.COPYFILE_FICLONE });
    }
  }

  /** Readers see the earlier file or the new one, and never half of one. */
  private async overwrite(name: string, folder: string, umask: number): Promise<void> {
    const place = path.join(folder, name);
    const unfinished = place.replace(/\/$/, '') + UNFINISHED;
    await rm(unfinished, { recursive: true, force: true });
    await cp(this.tree.pathOf(name), unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE });
    const isFolder = name.endsWith('/');
    if (isFolder) {
      await openToAll(unfinished, umask);
      await rm(place, { recursive: true, force: true });
    } else {
      await chmod(unfinished, PUBLIC_FILE_MODE & ~umask);
    }
    await rename(unfinished, place);
  }

  /** What an earlier version has copied: everything in folders that are the site's. */
  private async filesOfUnknown(folder: string, { files }: Contents): Promise<Record<string, null>> {
    const ours = new Set(['stories', 'media', 'pagefind', 'listen', ...files.map(([name]) => name.split('/', 1)[0]!)]);
    const names = (await namesWithin(folder)).filter((name) => !name.endsWith('/') && ours.has(name.split('/', 1)[0]!));
    return Object.fromEntries(names.map((name) => [pathKey(name), null]));
  }

  private async refuseOwnFolder(folder: string): Promise<void> {
    const { stateDir } = this.config;
    if (contains(stateDir, folder) || contains(folder, stateDir)) {
      throw new Error(`A snapshot belongs outside of ${stateDir}, where the server keeps its own files.`);
    }
  }
}

/** In which they lie, each after the one that it lies in itself. */
function foldersOf(files: Contents['files']): Set<string> {
  const folders = new Set<string>();
  for (const [name] of files) {
    const parts = name.replace(/\/$/, '').split('/');
    for (let length = 1; length < parts.length; length++) folders.add(parts.slice(0, length).join('/'));
  }
  return folders;
}

function nameOf({ folder, name }: SnapshotRequest, earlier: ExportManifest | null): { id: string; name: string } {
  return { id: earlier?.id ?? randomUUID(), name: name ?? earlier?.name ?? path.basename(folder) };
}

function snapshotOf(
  folder: string,
  copy: { id: string; name: string },
  { stories, participantIds }: Contents,
  earlier: ExportManifest | null,
  { withdrawn }: ExportManifest,
): SiteSnapshot {
  const removed = withdrawn.length - (earlier?.withdrawn.length ?? 0);
  return { folder, ...copy, stories: stories.length, participantIds, removed };
}

async function isSame(place: string, bytes: number): Promise<boolean> {
  const found = await lstat(place).catch(() => null);
  return found !== null && (found.isDirectory() || found.size === bytes);
}

/** Paths of all files and folders of a folder; those of folders end in a slash. */
async function namesWithin(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all.map((entry) => {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
    return entry.isDirectory() ? `${name}/` : name;
  });
}

/** With the folders that are empty then. */
async function removeWithin(folder: string, name: string): Promise<void> {
  const place = path.join(folder, name);
  if (name === EXPORT_MANIFEST) return;
  await rm(place, { recursive: true, force: true });
  for (let parent = path.dirname(place); parent !== folder && contains(folder, parent); parent = path.dirname(parent)) {
    try {
      await rmdir(parent);
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** Where a run was ended just before the complete copy took its place. */
async function putBackEarlier(folder: string): Promise<void> {
  const earlier = folder + EARLIER;
  const isThere = (await lstat(folder).catch(() => null)) !== null;
  if (!isThere && (await readExportManifest(earlier)) !== null) await rename(earlier, folder);
}

/** What a run that was ended left beside a copy: it holds what may be public no more. */
async function removeLeftBeside(folder: string): Promise<void> {
  await rm(folder + UNFINISHED, { recursive: true, force: true });
  const earlier = folder + EARLIER;
  if (await isCopy(earlier)) await removeCopy(earlier);
}

/** Neither it nor what has the name that it is put aside under is anything else than a copy of the site. */
async function refuseUnlessReplaceable(folder: string): Promise<void> {
  const names = await namesIn(folder);
  if (names.length === 0) return;
  if (!isSnapshot(names)) {
    throw new Error(`${folder} holds files that are no earlier snapshot. Name a new folder, or an empty one.`);
  }
  const earlier = folder + EARLIER;
  if ((await namesIn(earlier)).length === 0 || (await isCopy(earlier))) return;
  throw new Error(`${earlier} holds files that are no earlier snapshot. Give it another name, or name a new folder.`);
}

async function replace(folder: string, complete: string): Promise<void> {
  const earlier = folder + EARLIER;
  const isThere = (await namesIn(folder)).length > 0;
  if (isThere) await rename(folder, earlier);
  else await rm(folder, { recursive: true, force: true });
  await rename(complete, folder);
  if (isThere) await removeCopy(earlier);
}

/** What tells that it is a copy goes last: ended anywhere, what is left of it is known to be one. */
async function removeCopy(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (name !== EXPORT_MANIFEST) await rm(path.join(folder, name), { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
}

async function isCopy(folder: string): Promise<boolean> {
  return (await readExportManifest(folder)) !== null || isSnapshot(await namesIn(folder));
}

/** Also one that an earlier version made. */
function isSnapshot(names: string[]): boolean {
  return SNAPSHOT_NAMES.every((name) => names.includes(name));
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
