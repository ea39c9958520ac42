import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { close, createIndex, type IndexFile, type PagefindIndex } from 'pagefind';
import type { SearchRecord } from '../../../contract/search/search-index.js';
import { LANGUAGE } from '../../../contract/common/language.js';
import { inParallel } from '../tree/in-parallel.js';

/** Many times what a full shard takes. A backend that died is silent. */
const BACKEND_TIMEOUT_MS = 60_000;
const FILES_AT_A_TIME = 8;
/** It keeps the memory that its largest indexes took: after so many, as after a first publishing, a new one is begun. */
const INDEXES_OF_A_BACKEND = 8;

/** Made by the backend, of which this process has one. */
const indexes = { begun: 0, underWay: 0 };

/** Writes search indexes with Pagefind, which works in a process of its own. */
@Injectable()
export class PagefindIndexer implements OnApplicationShutdown {
  /** Writes the index of these records into a new folder. The order of the records decides its bytes. */
  async writeIndex(records: SearchRecord[], folder: string): Promise<void> {
    // Pagefind's own process would end without a word on a disk that is full.
    const files = await this.makeFiles(records);
    const folders = new Set(files.map(({ path: name }) => path.dirname(path.join(folder, name))));
    for (const place of folders) await mkdir(place, { recursive: true });
    await inParallel(files, FILES_AT_A_TIME, ({ path: name, content }) => writeFile(path.join(folder, name), content));
  }

  async onApplicationShutdown(): Promise<void> {
    await endBackend();
  }

  private async makeFiles(records: SearchRecord[]): Promise<IndexFile[]> {
    indexes.begun++;
    indexes.underWay++;
    try {
      return await withTimeout(indexFiles(records));
    } catch (error) {
      // Whatever state the backend is in, the next index gets a fresh one.
      await endBackend();
      throw error;
    } finally {
      indexes.underWay--;
      if (indexes.underWay === 0 && indexes.begun >= INDEXES_OF_A_BACKEND) await endBackend();
    }
  }
}

async function endBackend(): Promise<void> {
  indexes.begun = 0;
  await close();
}

async function indexFiles(records: SearchRecord[]): Promise<IndexFile[]> {
  const { index, errors } = await createIndex();
  if (!index) throw new Error(`Pagefind does not start: ${errors.join(' ')}`);
  await addRecords(index, records);
  const { files, errors: unmade } = await index.getFiles();
  throwAny(unmade);
  await index.deleteIndex();
  return files;
}

async function addRecords(index: PagefindIndex, records: SearchRecord[]): Promise<void> {
  const answers = await Promise.all(
    records.map((record) => index.addCustomRecord({ ...record, language: LANGUAGE, meta: { ...record.meta } })),
  );
  throwAny(answers.flatMap(({ errors }) => errors));
}

function throwAny(errors: string[]): void {
  if (errors.length > 0) throw new Error(`Pagefind: ${errors.join(' ')}`);
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Pagefind does not answer.')), BACKEND_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
