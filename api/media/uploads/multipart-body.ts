import { rm } from 'node:fs/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { plural } from '../../contract/common/grammar.js';
import { AppError } from '../../platform/http/app-error.js';
import { unknownFields } from '../../platform/http/known-fields.js';
import { type FinishedFile, type SizeLimit, writeTemporaryFile } from '../store/temporary-file.js';
import { type ReceivedBody, type ReceivedFiles, type ToldFile, uploadCut } from './received-body.js';

/** Text fields of a form, beside those that come with each file. */
const MAX_FIELDS = 32;
const FIELD_MAX_BYTES = 4 * 1024;
/** Of all text fields together, beside the longest one that is allowed. */
const FIELDS_MAX_BYTES = 64 * 1024;

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

export interface MultipartFilesOptions<Stored extends object> {
  /** Where the files go. */
  store: PartStore<Stored>;
  /** Whether a part of that name may hold a file. */
  isFileField: (name: string) => boolean;
  maxFiles: number;
  /** Text fields that each file brings along; default none. */
  fieldsPerFile?: number;
  /** Of all files together. */
  limit: SizeLimit;
  /** Of one text field; default 4 kB. */
  fieldMaxBytes?: number;
  /** Of all text fields together; default 64 kB more than one may have. */
  fieldsMaxBytes?: number;
}

/**
 * Reads a multipart body with files, in memory that does not grow with them. Text fields may stand before, between and
 * after them. Refuses malformed bodies (400), files or a field over their limit (413), other bodies (415).
 */
export async function readMultipartFiles<Stored extends object>(
  request: Request,
  options: MultipartFilesOptions<Stored>,
): Promise<ReceivedFiles<Stored & ToldFile>> {
  const parser = createParser(request, options);
  const body = new MultipartBody(options);
  try {
    await body.receive(request, parser);
    const files = await body.finish();
    return { fields: Object.fromEntries(body.fields), files, [Symbol.asyncDispose]: () => body.remove() };
  } catch (error) {
    // The refusal can only be answered once the client is done sending.
    request.unpipe(parser).resume();
    await body.remove();
    throw error;
  }
}

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
): Promise<ReceivedBody<Stored & ToldFile>> {
  const isFileField = (name: string) => name === field;
  const body = await readMultipartFiles(request, { ...options, isFileField, maxFiles: 1 });
  const { fields, files } = body;
  return { fields, file: files.get(field) ?? null, [Symbol.asyncDispose]: () => body[Symbol.asyncDispose]() };
}

class MultipartBody<Stored extends object> {
  readonly fields = new Map<string, string>();
  private readonly files = new Map<string, Promise<Stored & ToldFile>>();
  private current: BusboyFileStream | null = null;
  private bytes = 0;
  private fieldBytes = 0;
  private readonly fieldsMaxBytes: number;

  constructor(private readonly options: MultipartFilesOptions<Stored>) {
    const { fieldMaxBytes = FIELD_MAX_BYTES, fieldsMaxBytes = fieldMaxBytes + FIELDS_MAX_BYTES } = options;
    this.fieldsMaxBytes = fieldsMaxBytes;
  }

  receive(request: Request, parser: BusboyInstance): Promise<void> {
    return new Promise((resolve, reject) => {
      if (request.destroyed) reject(uploadCut());
      request.on('error', () => reject(uploadCut()));
      parser.on('error', () => reject(malformed()));
      parser.once('finish', resolve);
      parser.once('filesLimit', () => reject(tooManyFiles(this.options.maxFiles)));
      for (const limit of ['fieldsLimit', 'partsLimit'] as const) parser.once(limit, () => reject(malformed()));
      parser.on('field', (name, value, _nameIsCut, valueIsCut) => {
        this.fieldBytes += Buffer.byteLength(value);
        if (valueIsCut) reject(new AppError(413, 'too_large', `The field ${name} is too long.`));
        else if (this.fieldBytes > this.fieldsMaxBytes) reject(fieldsTooLong());
        else this.fields.set(name, value);
      });
      parser.on('file', (name, stream, filename, _encoding, mimeType) => {
        // The parser reports its failures here too, even when nobody reads the file any more.
        stream.on('error', () => {});
        this.current = stream;
        if (this.files.has(name) || !this.options.isFileField(name)) {
          reject(this.files.has(name) ? malformed() : unknownFields([name]));
          return;
        }
        const file = this.write(stream).then((stored) => ({ ...stored, filename, mimeType }));
        this.files.set(name, file);
        file.catch(reject);
      });
      request.pipe(parser);
    });
  }

  /** The files by the names of their parts, in the order in which they came. */
  async finish(): Promise<Map<string, Stored & ToldFile>> {
    const files = new Map<string, Stored & ToldFile>();
    for (const [name, file] of this.files) files.set(name, await file);
    return files;
  }

  /** Ends the writing of a file, if it goes on, and lets go of all that were written. */
  async remove(): Promise<void> {
    this.current?.destroy();
    for (const outcome of await Promise.allSettled(this.files.values())) {
      if (outcome.status === 'fulfilled') await this.options.store.discard(outcome.value);
    }
  }

  private write(stream: BusboyFileStream): Promise<Stored> {
    return this.options.store.write(this.withinLimit(stream));
  }

  private async *withinLimit(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { limit } = this.options;
    for await (const chunk of stream) {
      this.bytes += chunk.length;
      if (this.bytes > limit.bytes) throw new AppError(413, 'too_large', limit.message);
      yield chunk;
    }
  }
}

function createParser(
  request: Request,
  { maxFiles, fieldsPerFile = 0, fieldMaxBytes }: Omit<MultipartFilesOptions<object>, 'store'>,
): BusboyInstance {
  const contentType = request.headers['content-type'] ?? '';
  const fields = MAX_FIELDS + maxFiles * fieldsPerFile;
  const fieldSize = fieldMaxBytes ?? FIELD_MAX_BYTES;
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: { files: maxFiles, fields, fieldSize, parts: fields + maxFiles, headerPairs: 16 },
    });
  } catch {
    throw new AppError(415, 'unsupported_body', 'Send the files as multipart/form-data.');
  }
}

function tooManyFiles(maxFiles: number): AppError {
  const most = plural(maxFiles, { one: 'Only one file', other: `At most ${maxFiles} files` });
  return new AppError(400, 'too_many_files', `${most} can be sent at a time.`);
}

function fieldsTooLong(): AppError {
  return new AppError(413, 'too_large', 'The fields of this form are too long.');
}

function malformed(): AppError {
  return new AppError(400, 'malformed_multipart', 'The request is not a valid form with files.');
}
