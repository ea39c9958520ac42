import type { Request } from 'express';
import { type MultipartFilesOptions, readMultipartFiles } from './read-multipart-files.js';
import type { ClaimedFile, ReceivedBody } from './received-file.js';

export interface MultipartOptions<Stored extends object> extends Omit<
  MultipartFilesOptions<Stored>,
  'isFileField' | 'maxFiles'
> {
  /** Name of the part that holds the file. */
  field: string;
}

/** Reads a multipart body with at most one file: as `readMultipartFiles`. */
export async function readMultipartBody<Stored extends object>(
  request: Request,
  { field, ...options }: MultipartOptions<Stored>,
): Promise<ReceivedBody<Stored & ClaimedFile>> {
  const isFileField = (name: string) => name === field;
  const body = await readMultipartFiles(request, { ...options, isFileField, maxFiles: 1 });
  const { fields, files } = body;
  return { fields, file: files.get(field) ?? null, [Symbol.asyncDispose]: () => body[Symbol.asyncDispose]() };
}
