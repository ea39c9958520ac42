import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { FinishedFile, SizeLimit } from '../store/temporary-file.js';
import { readDataUrlBody } from './read-data-url-body.js';
import { temporaryFiles } from './part-store.js';
import { type MultipartFilesOptions, readMultipartFiles } from './read-multipart-files.js';
import { readTextFile } from './read-text-file.js';
import type { ReceivedBody, ReceivedFile, ReceivedFiles } from './received-file.js';
import { UploadsFolder } from './uploads-folder.js';

/**
 * Reads the files out of a request's body into temporary files, and the fields beside them.
 * The handler is marked with `@StreamedBody()` and holds the answer with `await using`.
 */
@Injectable()
export class RequestFiles {
  constructor(private readonly folder: UploadsFolder) {}

  /** A JSON body whose `field` is a base64 data URL. */
  readDataUrl(request: Request, options: { field: string; limit: SizeLimit }): Promise<ReceivedBody> {
    return readDataUrlBody(request, { ...options, folder: this.folder.temporary });
  }

  /** A multipart body in which several parts are files. */
  readMultipartFiles(
    request: Request,
    options: Omit<MultipartFilesOptions<FinishedFile>, 'store'>,
  ): Promise<ReceivedFiles> {
    return readMultipartFiles(request, { ...options, store: temporaryFiles(this.folder.temporary) });
  }

  /** The text of a file that was read: 413 over the limit, 415 when it holds no text. */
  readText(file: ReceivedFile, limit: SizeLimit): Promise<string> {
    return readTextFile(file, limit);
  }
}
