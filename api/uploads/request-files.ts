import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { SizeLimit } from '../media/temporary-file.js';
import { readDataUrlBody } from './read-data-url-body.js';
import { type MultipartOptions, readMultipartBody } from './read-multipart-body.js';
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
  readDataUrl(request: Request, options: Omit<MultipartOptions, 'folder' | 'fieldMaxBytes'>): Promise<ReceivedBody> {
    return readDataUrlBody(request, { ...options, folder: this.folder.temporary });
  }

  /** A multipart body whose part `field` is the file. */
  readMultipart(request: Request, options: Omit<MultipartOptions, 'folder'>): Promise<ReceivedBody> {
    return readMultipartBody(request, { ...options, folder: this.folder.temporary });
  }

  /** A multipart body in which several parts are files. */
  readMultipartFiles(request: Request, options: Omit<MultipartFilesOptions, 'folder'>): Promise<ReceivedFiles> {
    return readMultipartFiles(request, { ...options, folder: this.folder.temporary });
  }

  /** The text of a file that was read: 413 over the limit, 415 when it holds no text. */
  readText(file: ReceivedFile, limit: SizeLimit): Promise<string> {
    return readTextFile(file, limit);
  }
}
