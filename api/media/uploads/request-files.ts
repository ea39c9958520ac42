import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { PUBLIC_UPLOAD_FREE_SPACE_BYTES } from '../../contract/common/limits.js';
import { decodeText } from '../../contract/transcripts/decode-text.js';
import { AppError } from '../../platform/http/app-error.js';
import { clientAddress } from '../../platform/http/client-address.js';
import { sniffSound } from '../store/sniff-media.js';
import type { FinishedFile, SizeLimit } from '../store/temporary-file.js';
import { FreeSpace } from './free-space.js';
import { readDataUrlBody } from './data-url-body.js';
import { type MultipartFilesOptions, type PartStore, readMultipartFiles, temporaryFiles } from './multipart-body.js';
import type { ReceivedBody, ReceivedFile, ReceivedFiles } from './received-body.js';
import { isStranger, type UploadOwner } from './upload-owner.js';
import { UploadQuota } from './upload-quota.service.js';
import { UploadSessionsService } from './upload-sessions.service.js';
import { UploadsFolder } from './uploads-folder.js';

/**
 * Reads the files out of a request's body into temporary files, and the fields beside them.
 * The handler is marked with `@StreamedBody()` and holds the answer with `await using`.
 */
@Injectable()
export class RequestFiles {
  constructor(
    private readonly folder: UploadsFolder,
    private readonly space: FreeSpace,
    private readonly quota: UploadQuota,
    private readonly uploadSessions: UploadSessionsService,
  ) {}

  /**
   * A JSON body whose `field` is a base64 data URL; 429 when too much came that day, 507 where it would leave too little room
   * to others, for which a stranger has to leave more. One that only names an upload, which was counted as it began, is always read.
   */
  readDataUrl(
    request: Request,
    { owner, ...options }: { owner: UploadOwner; field: string; limit: SizeLimit },
  ): Promise<ReceivedBody> {
    const { limit } = options;
    const bytes = mostFileBytes(request, limit);
    const sender = { ...owner, address: clientAddress(request) };
    return readDataUrlBody(request, {
      ...options,
      store: this.storeFor(owner),
      receive: (work) =>
        this.quota.whileWithin(sender, bytes, async () => {
          if (!isStranger(owner)) return this.uploadSessions.whileRoomFor(owner, bytes, work);
          // The rest of it is looked at as it comes.
          await this.space.requireRoom(bytes, PUBLIC_UPLOAD_FREE_SPACE_BYTES);
          return work();
        }),
    });
  }

  /**
   * A multipart body in which several parts are files; 507 before its first byte where it would leave too little room to
   * others, and of strangers as soon as it does.
   */
  readMultipartFiles(
    request: Request,
    { owner, ...options }: { owner: UploadOwner } & Omit<MultipartFilesOptions<FinishedFile>, 'store'>,
  ): Promise<ReceivedFiles> {
    const read = () => readMultipartFiles(request, { ...options, store: this.storeFor(owner) });
    return isStranger(owner)
      ? read()
      : this.uploadSessions.whileRoomFor(owner, mostFileBytes(request, options.limit), read);
  }

  /** All bytes of a small file that is sound; 415 when it is none. */
  async readSound({ path }: FinishedFile): Promise<{ content: Buffer; mimeType: string }> {
    const mimeType = await sniffSound(path);
    if (mimeType === null) throw new AppError(415, 'not_sound', 'Please choose a sound file: MP3 or M4A.');
    return { content: await readFile(path), mimeType };
  }

  /** The text of a received file, whose encoding is found out: 413 over the limit, 415 when it holds no text. */
  async readText({ path, bytes }: ReceivedFile, limit: SizeLimit): Promise<string> {
    if (bytes > limit.bytes) throw new AppError(413, 'too_large', limit.message);
    const text = decodeText(await readFile(path));
    if (text === null) throw new AppError(415, 'not_text', 'This file is not readable text.');
    return text;
  }

  private storeFor(owner: UploadOwner): PartStore<FinishedFile> {
    const files = temporaryFiles(this.folder.temporary);
    return {
      ...files,
      write: (source) => files.write(this.space.keepFloor(owner, source, () => this.uploadSessions.sumAnnounced())),
    };
  }
}

/** So much are all files of a body at most: what it announces, and the limit where it says nothing or more. */
function mostFileBytes(request: Request, limit: SizeLimit): number {
  return Math.min(Number(request.headers['content-length'] ?? limit.bytes), limit.bytes);
}
