import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { SiteTree } from '../tree/site-tree.js';
import { BodyCache } from './body-cache.js';

/** Bytes of a file, and whether they are the version that was asked for: it may be replaced at this moment. */
export interface Body {
  bytes: Buffer;
  isExpected: boolean;
}

/** Reads files of the tree, those that are asked for often from memory. */
@Injectable()
export class BodyReader {
  private readonly cache = new BodyCache();

  constructor(private readonly tree: SiteTree) {}

  /**
   * @param version changes with the bytes
   * @param expectedBytes size of that version, when it is known
   * @returns null when the file is gone
   */
  async read(treePath: string, version: string, expectedBytes?: number): Promise<Body | null> {
    const key = `${version} ${treePath}`;
    const known = this.cache.get(key);
    if (known) return { bytes: known, isExpected: true };
    const bytes = await readFile(this.tree.pathOf(treePath)).catch(ignoreMissing);
    if (!bytes) return null;
    const isExpected = expectedBytes === undefined || bytes.length === expectedBytes;
    if (isExpected) this.cache.set(key, bytes);
    return { bytes, isExpected };
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
