import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { close, createIndex, type PagefindIndex } from 'pagefind';
import type { SearchRecord } from '../../../contract/search-index.js';
import { LANGUAGE } from '../../../contract/language.js';

/** Many times what a full shard takes. A backend that died is silent. */
const BACKEND_TIMEOUT_MS = 60_000;

/** Writes search indexes with Pagefind, which works in a process of its own that lives until the server stops. */
@Injectable()
export class PagefindIndexer implements OnApplicationShutdown {
  /** Writes the index of these records into a new folder. The order of the records decides its bytes. */
  async writeIndex(records: SearchRecord[], folder: string): Promise<void> {
    try {
      await withTimeout(this.build(records, folder));
    } catch (error) {
      // Whatever state the backend is in, the next index gets a fresh one.
      await close();
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await close();
  }

  private async build(records: SearchRecord[], folder: string): Promise<void> {
    const { index, errors } = await createIndex();
    if (!index) throw new Error(`Pagefind does not start: ${errors.join(' ')}`);
    await addRecords(index, records);
    const { files, errors: unmade } = await index.getFiles();
    throwAny(unmade);
    await index.deleteIndex();
    // Pagefind's own process would end without a word on a disk that is full.
    for (const { path: name, content } of files) await writeInto(folder, name, content);
  }
}

async function writeInto(folder: string, name: string, content: Uint8Array): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
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

async function withTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Pagefind does not answer.')), BACKEND_TIMEOUT_MS);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
