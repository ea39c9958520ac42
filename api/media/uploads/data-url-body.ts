import type { Request } from 'express';
import { AppError } from '../../platform/http/app-error.js';
import type { FinishedFile, SizeLimit } from '../store/temporary-file.js';
import { DataUrlDecoder } from './data-url-decoder.js';
import { JsonFieldExtractor, REST_MAX_BYTES } from './json-field-extractor.js';
import type { PartStore } from './multipart-body.js';
import { type ReceivedBody, requestBytes, withinLimit } from './received-body.js';

/** Of a file, also as base64 of which each `/` is escaped, as some senders do. */
const LONGER_AS_TEXT = 3;

interface DataUrlOptions {
  /** Where the file goes. */
  store: PartStore<FinishedFile>;
  field: string;
  limit: SizeLimit;
  /** Does what takes a file in, once one has begun, or refuses it. */
  receive: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Reads a JSON body in which `field` holds a file as a base64 data URL, in memory that does not grow with the file.
 * Fields may stand in any order; without that one nothing is decoded or written. Refuses malformed JSON or base64 (400), a file over the limit (413), other bodies (415).
 */
export async function readDataUrlBody(request: Request, options: DataUrlOptions): Promise<ReceivedBody> {
  if (!request.is('json') || request.headers['content-encoding']) {
    throw new AppError(415, 'unsupported_body', 'Send the request as JSON.');
  }
  const { store, limit } = options;
  if (Number(request.headers['content-length'] ?? 0) > LONGER_AS_TEXT * limit.bytes + REST_MAX_BYTES) {
    throw new AppError(413, 'too_large', limit.message);
  }
  const extractor = new JsonFieldExtractor(options.field);
  const pieces = piecesOfField(requestBytes(request), extractor);
  try {
    const first = await pieces.next();
    if (first.done) return { fields: extractor.finish(), file: null, [Symbol.asyncDispose]: async () => {} };
    return await options.receive(async () => {
      const decoder = new DataUrlDecoder();
      const written = await store.write(withinLimit(decoded(first.value, pieces, decoder), limit));
      const remove = () => store.discard(written);
      try {
        const fields = extractor.finish();
        const file = { ...written, filename: '', mimeType: decoder.finish() };
        return { fields, file, [Symbol.asyncDispose]: remove };
      } catch (error) {
        await remove();
        throw error;
      }
    });
  } finally {
    // Where there was no file to write into nobody has read on: the rest would stand before the next request.
    await pieces.return();
  }
}

async function* piecesOfField(source: AsyncIterable<Buffer>, extractor: JsonFieldExtractor) {
  for await (const chunk of source) {
    const piece = extractor.push(chunk);
    if (piece) yield piece;
  }
}

async function* decoded(first: Buffer, others: AsyncIterable<Buffer>, decoder: DataUrlDecoder) {
  yield decoder.push(first);
  for await (const piece of others) yield decoder.push(piece);
}
