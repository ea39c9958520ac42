import { rm } from 'node:fs/promises';
import { type FinishedFile, writeTemporaryFile } from '../store/temporary-file.js';

/** Takes in the files of a request. */
export interface PartStore<Stored extends object> {
  /** To the end of the source; an error of it leaves nothing behind. */
  write: (source: AsyncIterable<Buffer>) => Promise<Stored>;
  /** Lets go of what was written. */
  discard: (stored: Stored) => Promise<void>;
}

/** Writes files into `folder`, which is made when missing. */
export function temporaryFiles(folder: string): PartStore<FinishedFile> {
  return {
    write: (source) => writeTemporaryFile(folder, source),
    discard: ({ path }) => rm(path, { force: true }),
  };
}
