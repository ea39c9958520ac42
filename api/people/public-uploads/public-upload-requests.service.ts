import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { PUBLIC_UPLOAD_MAX_OPEN, UPLOAD_SESSION_ACTIVE_MS, VIDEO_MAX_BYTES } from '../../contract/common/limits.js';
import type {
  PublicUploadResponse,
  RefusedFile,
  StartPublicUploadRequest,
} from '../../contract/people/public-uploads.js';
import type { ChunkResponse, StartUploadResponse } from '../../contract/media/uploads.js';
import { clientAddress } from '../../platform/http/client-address.js';
import { AppError } from '../../platform/http/app-error.js';
import { writtenWait } from '../../platform/http/written-wait.js';
import { ChunkReceiver } from '../../media/uploads/chunk-receiver.js';
import { RepeatedUploads } from '../../media/uploads/repeated-uploads.service.js';
import { RequestFiles } from '../../media/uploads/request-files.js';
import { UploadClaims } from '../../media/uploads/upload-claims.js';
import { PUBLIC_OWNER } from '../../media/uploads/upload-owner.js';
import { UploadSessionsService } from '../../media/uploads/upload-sessions.service.js';
import { UploadQuota } from '../../media/uploads/upload-quota.service.js';
import { emailKey } from '../../contract/people/email-key.js';
import { VIDEO_TOO_LARGE } from '../../contract/common/wordings.js';
import { findRefusal, nothingSaved } from './find-refusal.js';
import { type ChunkedUploadDetails, chunkedUploadDetails, type KeptUploadDetails } from './chunked-upload-details.js';
import { announcedBytes, type FormFile, PUBLIC_UPLOAD_FORM, readForm } from './public-upload-form.js';
import { PublicUploadsService, type Sender } from './public-uploads.service.js';

/** Of a file in chunks; pictures have one of their own, once all of it is there. */
const FILE_LIMIT = { bytes: VIDEO_MAX_BYTES, message: VIDEO_TOO_LARGE };

/** Takes files from anyone, within what one sender may send in a day and what the disk can spare. */
@Injectable()
export class PublicUploadRequests {
  constructor(
    private readonly publicUploads: PublicUploadsService,
    private readonly quota: UploadQuota,
    private readonly requestFiles: RequestFiles,
    private readonly uploadSessions: UploadSessionsService,
    private readonly chunks: ChunkReceiver,
    private readonly claims: UploadClaims,
    private readonly repeated: RepeatedUploads,
  ) {}

  /**
   * Reads a form with files and keeps those that can be, all together; the others are named.
   * @throws AppError 400, 413, 415 for what is wrong with the form or with every file; 429 `daily_quota`; 507 `out_of_space`
   */
  async receive(request: Request): Promise<PublicUploadResponse> {
    const announced = announcedBytes(request.headers['content-length']);
    await this.quota.refuseSpent({ address: clientAddress(request) }, announced);
    await this.uploadSessions.requireRoomFor(PUBLIC_OWNER, announced);
    return this.readAndKeep(request);
  }

  /**
   * Begins one file in chunks. Announcing it costs its sender nothing, as anyone may give anyone's e-mail; so an address may
   * have only so many open.
   */
  async start(announced: StartPublicUploadRequest, request: Request): Promise<StartUploadResponse> {
    const { submitterEmail, description = '', consent = null, ...file } = announced;
    const address = clientAddress(request);
    await this.quota.refuseSpent({ email: emailKey(submitterEmail), address }, file.totalSize);
    const origin = this.quota.originOf(address);
    if (origin !== null && (await this.uploadSessions.countOpen({ origin })) >= PUBLIC_UPLOAD_MAX_OPEN)
      throw tooManyOpen();
    return this.uploadSessions.start(
      PUBLIC_OWNER,
      file,
      FILE_LIMIT,
      chunkedUploadDetails(submitterEmail, description, consent, origin),
    );
  }

  /** Counts the bytes for the address that they come from, and for the e-mail that was given at the start. */
  receiveChunk(request: Request): Promise<ChunkResponse> {
    const address = clientAddress(request);
    return this.chunks.receive(PUBLIC_OWNER, request, (bytes, details, transaction) => {
      return this.quota.charge({ email: emailKey(String(details['submitterEmail'])), address }, bytes, transaction);
    });
  }

  /** Keeps a file whose chunks are all there; again returns the same. */
  process(uploadId: string): Promise<PublicUploadResponse> {
    return this.claims.claim(PUBLIC_OWNER, uploadId, async (file, claim) => {
      const { submitterEmail, description, consentVersion = null } = file.details as KeptUploadDetails;
      const submitted = { ...file, originalName: file.filename, description };
      const refusal = await findRefusal(submitted);
      if (refusal) throw nothingSaved(refusal);
      return this.publicUploads.keep({ email: submitterEmail, consentVersion }, [submitted], (transaction) =>
        claim({ received: 1 }, transaction),
      );
    });
  }

  private async readAndKeep(request: Request): Promise<PublicUploadResponse> {
    await using body = await this.requestFiles.readMultipartFiles(request, {
      owner: PUBLIC_OWNER,
      ...PUBLIC_UPLOAD_FORM,
    });
    const { email, consentVersion, files } = await readForm(body);
    const good: FormFile[] = [];
    const refusals = new Map<number, AppError>();
    for (const [number, file] of files) {
      const refusal = await findRefusal(file);
      if (refusal) refusals.set(number, refusal);
      else good.push(file);
    }
    const [first, ...others] = refusals.values();
    if (first && good.length === 0) throw nothingSaved(first, ...others);
    const refused = [...refusals].map(([number, { message }]): RefusedFile => ({ number, message }));
    await this.keepNew({ email, consentVersion }, good, clientAddress(request));
    return { received: good.length, ...(refused.length > 0 && { refused }) };
  }

  /** Keeps and counts those that did not come before, with the same id. */
  private async keepNew(sender: Sender, files: FormFile[], address: string): Promise<void> {
    const submitterEmailKey = emailKey(sender.email);
    await this.repeated.withNew(PUBLIC_OWNER, files, async (fresh, note) => {
      const bytes = fresh.reduce((sum, file) => sum + file.bytes, 0);
      await this.publicUploads.keep(sender, fresh, async (transaction) => {
        await this.quota.charge({ email: submitterEmailKey, address }, bytes, transaction);
        const details: Partial<ChunkedUploadDetails> = { submitterEmailKey };
        await note({ details, result: { received: 1 } satisfies PublicUploadResponse }, transaction);
      });
    });
  }
}

function tooManyOpen(): AppError {
  const waitSeconds = UPLOAD_SESSION_ACTIVE_MS / 1000;
  const message = `Too many uploads from this address are unfinished. Please try again in ${writtenWait(waitSeconds)}.`;
  return new AppError(429, 'too_many_uploads', message, waitSeconds);
}
