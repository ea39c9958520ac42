import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { SiteTree } from '../tree/site-tree.js';

const CACHE_MAX_BYTES = 32 * 1024 * 1024;
/** Larger files are read from the disk each time. */
const BODY_MAX_BYTES = 1024 * 1024;

/** Bytes of a file, and whether they are the version that was asked for: it may be replaced at this moment. */
interface Body {
  bytes: Buffer;
  isExpected: boolean;
}

/** The headers that went out with a body, as names and values in turn, and the policy that was among them. */
interface SentHead {
  policy: string | undefined;
  headers: string[];
}

interface KeptBody {
  bytes: Buffer;
  head?: SentHead;
  /** Since it was kept, or last spared. */
  isUsed: boolean;
}

/** Reads files of the tree, those that are asked for often from memory. */
@Injectable()
export class BodyReader {
  private readonly cache = new BodyCache();

  constructor(private readonly tree: SiteTree) {}

  /**
   * @param version changes with the bytes
   * @param expectedBytes size of that version, when it is known
   * @returns null when the file is gone, or the path is none of a file
   */
  async read(treePath: string, version: string, expectedBytes?: number): Promise<Body | null> {
    const key = keyOf(treePath, version);
    const known = this.cache.get(key);
    if (known) return { bytes: known.bytes, isExpected: true };
    const bytes = await readFile(this.tree.pathOf(treePath)).catch(ignoreMissing);
    if (!bytes) return null;
    const isExpected = expectedBytes === undefined || bytes.length === expectedBytes;
    if (isExpected) this.cache.set(key, bytes);
    return { bytes, isExpected };
  }

  /** What is in memory. */
  known(treePath: string, version: string): KeptBody | undefined {
    return this.cache.get(keyOf(treePath, version));
  }
}

const keyOf = (treePath: string, version: string) => `${version} ${treePath}`;

/** Of an address within a folder of the search index nothing is known but the folder: it may mean no file at all. */
const NO_FILE = new Set(['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG']);

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (NO_FILE.has(error.code ?? '')) return null;
  throw error;
}

/** The bodies that are asked for, by a key that changes with their bytes: the oldest goes, unless it was used meanwhile. */
export class BodyCache {
  private readonly bodies = new Map<string, KeptBody>();
  private bytes = 0;

  get(key: string): KeptBody | undefined {
    const body = this.bodies.get(key);
    if (body) body.isUsed = true;
    return body;
  }

  set(key: string, bytes: Buffer): void {
    if (bytes.length > BODY_MAX_BYTES || this.bodies.has(key)) return;
    this.makeRoom(bytes.length);
    this.bodies.set(key, { bytes, isUsed: false });
    this.bytes += bytes.length;
  }

  private makeRoom(bytes: number): void {
    for (const [oldest, old] of this.bodies) {
      if (this.bytes + bytes <= CACHE_MAX_BYTES) return;
      this.bodies.delete(oldest);
      if (old.isUsed) this.bodies.set(oldest, Object.assign(old, { isUsed: false }));
      else this.bytes -= old.bytes.length;
    }
  }
}
