import { UPLOAD_SESSION_MAX_AGE_MS } from '../../../api/contract/common/limits.js';
import { forgetOfProducer, keepForProducer, readOfProducer } from '../../shared/drafts/form-drafts.js';
import type { CreateShowcaseVideoFields } from '../../../api/contract/videos/showcase.js';

/** An upload in chunks that has not led to a video yet, as this browser remembers it across reloads for the producer. */
export interface InterruptedUpload {
  uploadId: string;
  /** Tells whether the same file is chosen again. */
  file: Pick<File, 'name' | 'size' | 'lastModified'>;
  /** The server keeps them with the session: other fields need another one. */
  fields: CreateShowcaseVideoFields;
  /** Milliseconds since 1970. */
  begunAt: number;
}

const NAME = 'uploads';

/** Those that the server still knows, the newest first. */
export function interruptedUploads(now = Date.now()): InterruptedUpload[] {
  return read().filter(({ begunAt }) => now - begunAt < UPLOAD_SESSION_MAX_AGE_MS);
}

const lockOf = (uploadId: string) => `showcase-upload:${uploadId}`;

/** Tells the other tabs of this browser, until it is over, that this one sends the upload. */
export function noteSending(uploadId: string, over: Promise<void>): void {
  // A browser without locks shows it to them as cut off.
  void (navigator.locks as LockManager | undefined)?.request(lockOf(uploadId), { mode: 'shared' }, () => over);
}

/** As `interruptedUploads`, without those that some tab sends at the moment. */
export async function findIdleUploads(): Promise<InterruptedUpload[]> {
  const { held = [] } = (await (navigator.locks as LockManager | undefined)?.query()) ?? {};
  const sent = new Set(held.map(({ name }) => name));
  return interruptedUploads().filter(({ uploadId }) => !sent.has(lockOf(uploadId)));
}

export function rememberUpload(
  uploadId: string,
  { name, size, lastModified }: File,
  fields: CreateShowcaseVideoFields,
) {
  const upload = { uploadId, file: { name, size, lastModified }, fields, begunAt: Date.now() };
  const others = interruptedUploads().filter((other) => other.uploadId !== uploadId);
  write([upload, ...others]);
}

/** The upload that sending this file with these fields goes on with. */
export function findInterrupted(file: File, fields: CreateShowcaseVideoFields): InterruptedUpload | undefined {
  return interruptedUploads().find((upload) => isSame(upload.file, file) && isSameFields(upload.fields, fields));
}

export function forgetUpload(uploadId: string): void {
  write(read().filter((upload) => upload.uploadId !== uploadId));
}

function isSame(a: InterruptedUpload['file'], b: InterruptedUpload['file']): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}

function isSameFields(a: CreateShowcaseVideoFields, b: CreateShowcaseVideoFields): boolean {
  const texts = ['userId', 'questionId', 'title', 'description', 'transcript'] as const;
  return texts.every((name) => (a[name] ?? '') === (b[name] ?? ''));
}

function read(): InterruptedUpload[] {
  return (readOfProducer(NAME) as InterruptedUpload[] | null) ?? [];
}

/** A browser that keeps nothing only loses the going on after a reload. */
function write(uploads: InterruptedUpload[]): void {
  if (uploads.length === 0 || !keepForProducer(NAME, uploads)) forgetOfProducer(NAME);
}
