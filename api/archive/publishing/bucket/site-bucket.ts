import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { OLD_ASSETS_KEPT_MS } from '../../../contract/common/limits.js';
import { S3Bucket } from '../../../media/store/s3-bucket.js';
import { AppConfig } from '../../../platform/config/app-config.js';
import {
  HASHED_ASSETS_FOLDER,
  INTERVIEW_FILE,
  isSearchPath,
  PLAIN_LANDING_FILE,
  STORY_NOT_FOUND_FILE,
} from '../plan/addresses.js';
import { cacheControl, contentType } from '../plan/file-headers.js';
import type { PlannedTree } from '../plan/site-changes.js';
import { inParallel } from '../tree/in-parallel.js';
import { listTree } from '../tree/list-tree.js';
import { COPYING_ORDER, type SiteFile } from '../tree/site-file.js';
import { SiteManifest } from '../tree/site-manifest.js';
import { SiteTree } from '../tree/site-tree.js';
import { type Shown, sha256, SiteEdge } from './site-edge.js';
import { type SiteObject, SiteObjectRepository } from './site-object.repository.js';

const OBJECTS_AT_A_TIME = 8;
const OBJECTS_PER_BATCH = 200;
/** What is larger goes in parts, and only its size is looked at through the site's address. */
const WHOLE_BYTES = 4 * 1024 * 1024;
const PAGE_FILE = '/index.html';
/** Only the server itself knows when to show them. */
const SERVERS_OWN: ReadonlySet<string> = new Set([PLAIN_LANDING_FILE, INTERVIEW_FILE, STORY_NOT_FOUND_FILE]);
const UNKNOWN: SiteObject = { hash: null, etag: null, staleAt: null };

/** A file of the tree that has to stand in the bucket. */
interface DesiredObject {
  key: string;
  path: string;
  hash: string;
  file: SiteFile;
}

/**
 * Keeps the public site in a bucket in step with the tree of whoever publishes: what is gone goes first, with all its
 * versions, and pages come after what they refer to. An object is named by its address, so whoever delivers the bucket needs
 * no rule for pages. Only for the holder of the publishing lock.
 */
@Injectable()
export class SiteBucket {
  private readonly bucket: S3Bucket | null;
  private readonly place: string;
  /** Whether what the bucket really holds is to be looked at: before the first change, and every night. */
  private isToCompare = true;
  /** Of folders whose name tells what they hold. */
  private readonly shardFiles = new Map<string, string[]>();

  constructor(
    { sitePlace, s3 }: AppConfig,
    private readonly tree: SiteTree,
    private readonly manifest: SiteManifest,
    private readonly objects: SiteObjectRepository,
    private readonly edge: SiteEdge,
  ) {
    this.bucket = sitePlace && new S3Bucket(sitePlace, s3);
    this.place = sitePlace ? `${sitePlace.bucket}/${sitePlace.prefix}` : '';
  }

  get isSet(): boolean {
    return this.bucket !== null;
  }

  /** Has the next call look at everything that the bucket holds. */
  compareNext(): void {
    this.isToCompare = true;
  }

  /**
   * Returns when visitors find through the site's address what the tree holds, and nothing else. The bucket itself
   * holds that also where whoever delivers it does not forget what they keep.
   * @param isWhole whether all that should be in the tree is; else whatever is planned stays as it stands in the bucket
   * @param plan of that tree; null: there is none, and only what is blocked in it is taken away
   * @throws AggregateError when visitors may find anything else yet
   */
  async bringUpToDate(isWhole: boolean, plan: PlannedTree | null): Promise<void> {
    if (!this.bucket) return;
    const known = await this.objects.load(this.place);
    if (this.isToCompare) await this.compare(known);
    const desired = await this.listDesired();
    const isGone = isWhole ? () => true : this.goneFor(plan);
    const now = Date.now();
    const { undesired = [], stale = [] } = Object.groupBy(
      [...known].filter(([key]) => !desired.has(key) && isGone(key)),
      ([key, { staleAt }]) => (isKept(key, staleAt, now) ? 'stale' : 'undesired'),
    );
    await this.objects.set(this.place, staleNow(stale));
    const failures: unknown[] = [];
    await this.remove(
      undesired.map(([key]) => key),
      failures,
    );
    const changed = [...desired.values()].filter(({ key, hash }) => {
      const object = known.get(key);
      return object?.hash !== hash || object.staleAt !== null;
    });
    changed.sort((a, b) => COPYING_ORDER.indexOf(a.file.kind) - COPYING_ORDER.indexOf(b.file.kind));
    for (const batch of batchesOf(changed)) await this.put(batch, failures);
    if (failures.length > 0) throw new AggregateError(failures, 'Visitors may not find the public site as it is yet.');
  }

  /** What the bucket holds otherwise than it was left is not known any more. */
  private async compare(known: ReadonlyMap<string, SiteObject>): Promise<void> {
    const there = new Map<string, string>();
    for await (const { key, etag } of this.bucket!.list()) there.set(key, etag);
    const keys = new Set([...known.keys(), ...there.keys()]);
    const hidden = await this.bucket!.listHidden();
    const other = [...keys].filter((key) => hidden.has(key) || (known.get(key)?.etag ?? '') !== there.get(key));
    const unknown = new Set([...other, ...hidden]);
    await this.objects.set(
      this.place,
      Array.from(unknown, (key) => [key, UNKNOWN]),
    );
    this.isToCompare = false;
  }

  private async listDesired(): Promise<Map<string, DesiredObject>> {
    const desired = new Map<string, DesiredObject>();
    for (const [path, file] of this.manifest.files) {
      if (SERVERS_OWN.has(path) || this.manifest.blocked.has(path)) continue;
      const paths = file.kind === 'shard' ? await this.filesOfShard(path) : [path];
      for (const each of paths) {
        const key = keyOf(each);
        desired.set(key, { key, path: each, hash: file.hash, file });
      }
    }
    return desired;
  }

  private async filesOfShard(folder: string): Promise<string[]> {
    const known = this.shardFiles.get(folder);
    if (known) return known;
    const names = [...(await listTree(this.tree.pathOf(folder))).keys()];
    const paths = names.filter((name) => !/\.(br|gz)$/.test(name)).map((name) => folder + name);
    this.shardFiles.set(folder, paths);
    return paths;
  }

  /** Whether an object has to go although others that should stand beside it could not be made. */
  private goneFor(plan: PlannedTree | null): (key: string) => boolean {
    if (!plan) return (key) => this.isBlocked(key);
    const keys = new Set([...plan.paths()].filter((path) => !SERVERS_OWN.has(path)).map(keyOf));
    const isPlanned = (key: string) => keys.has(key) || (isSearchPath(key) && !plan.isSearchWhole);
    return (key) => this.isBlocked(key) || !isPlanned(key);
  }

  private isBlocked(key: string): boolean {
    const folder = key.slice(0, key.indexOf('/', 'pagefind/'.length) + 1);
    return [key, `${key}${PAGE_FILE}`, folder].some((path) => this.manifest.blocked.has(path));
  }

  /** @param failures of what visitors find are added to these */
  private async remove(keys: string[], failures: unknown[]): Promise<void> {
    const batches = [...batchesOf(keys)];
    for (const batch of batches) {
      await this.objects.set(
        this.place,
        batch.map((key) => [key, UNKNOWN]),
      );
      await inParallel(batch, OBJECTS_AT_A_TIME, (key) => this.bucket!.remove(key));
    }
    for (const batch of batches) {
      const shown = batch.map((key): [string, Shown] => [key, null]);
      if (await this.isShown(shown, failures)) await this.objects.remove(this.place, batch);
    }
  }

  /** @param failures of what visitors find are added to these */
  private async put(batch: DesiredObject[], failures: unknown[]): Promise<void> {
    await this.objects.set(
      this.place,
      batch.map(({ key }) => [key, UNKNOWN]),
    );
    const kept: [string, SiteObject][] = [];
    const shown: [string, Shown][] = [];
    for (const kind of COPYING_ORDER) {
      const ofKind = batch.filter(({ file }) => file.kind === kind);
      await inParallel(ofKind, OBJECTS_AT_A_TIME, async ({ key, path, hash, file }) => {
        const place = this.tree.pathOf(path);
        const headers = { contentType: file.mimeType ?? contentType(path), cacheControl: cacheControl(path) };
        const { size } = await stat(place);
        const bytes = size > WHOLE_BYTES ? null : await readFile(place);
        const etag = bytes
          ? await this.bucket!.putBytes(key, bytes, headers)
          : await this.bucket!.put(key, createReadStream(place), headers);
        kept.push([key, { hash, etag, staleAt: null }]);
        shown.push([key, { bytes: size, sha256: bytes && sha256(bytes) }]);
      });
    }
    if (await this.isShown(shown, failures)) await this.objects.set(this.place, kept);
  }

  /** Whether visitors find it now. Where not, the next run does it again; what comes after it in this one is done all the same. */
  private async isShown(shown: [key: string, shown: Shown][], failures: unknown[]): Promise<boolean> {
    try {
      const isPatient = failures.length === 0;
      await this.edge.purge(
        shown.map(([key]) => key),
        isPatient,
      );
      await this.edge.untilShown(shown, isPatient);
      return true;
    } catch (error) {
      failures.push(error);
      return false;
    }
  }
}

/** `stories/anna-2025-03-01/index.html` is what visitors find at `/stories/anna-2025-03-01`. */
function keyOf(path: string): string {
  return path.endsWith(PAGE_FILE) ? path.slice(0, -PAGE_FILE.length) : path;
}

/** Pages of earlier builds that somebody has open need their files for a while; nothing in them is anybody's. */
function isKept(key: string, staleAt: Date | null, now: number): boolean {
  return key.startsWith(HASHED_ASSETS_FOLDER) && (staleAt === null || now - staleAt.getTime() < OLD_ASSETS_KEPT_MS);
}

function staleNow(objects: [string, SiteObject][]): [string, SiteObject][] {
  return objects
    .filter(([, { staleAt }]) => staleAt === null)
    .map(([key, object]) => [key, { ...object, staleAt: new Date() }]);
}

function* batchesOf<T>(items: T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += OBJECTS_PER_BATCH) yield items.slice(at, at + OBJECTS_PER_BATCH);
}
