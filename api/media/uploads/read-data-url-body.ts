import { rm } from 'node:fs/promises';
import type { Request } from 'express';
import { AppError } from '../../platform/http/app-error.js';
import { type SizeLimit, writeTemporaryFile } from '../store/temporary-file.js';
import { DataUrlDecoder } from './data-url-decoder.js';
import { JsonFieldExtractor } from './json-field-extractor.js';
import type { ReceivedBody } from './received-file.js';
import { requestBytes } from './request-bytes.js';

/**
 * Reads a JSON body in which `field` holds a file as a base64 data URL, in memory that does not grow with the file.
 * Fields may stand in any order. Refuses malformed JSON or base64 (400), a file over the limit (413), other bodies (415).
 */
export async function readDataUrlBody(
  request: Request,
  options: { folder: string; field: string; limit: SizeLimit },
): Promise<ReceivedBody> {
  if (!request.is('json') || request.headers['content-encoding']) {
    throw new AppError(415, 'unsupported_body', 'Send the request as JSON.');
  }
  const extractor = new JsonFieldExtractor(options.field);
  const decoder = new DataUrlDecoder();
  const written = await writeTemporaryFile(
    options.folder,
    decodedBytes(requestBytes(request), extractor, decoder),
    options.limit,
  );
  const remove = () => rm(written.path, { force: true });
  try {
    const fields = extractor.finish();
    const file = extractor.found ? { ...written, filename: '', mimeType: decoder.finish() } : null;
    return { fields, file, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function* decodedBytes(source: AsyncIterable<Buffer>, extractor: JsonFieldExtractor, decoder: DataUrlDecoder) {
  for await (const chunk of source) {
    const piece = extractor.push(chunk);
    if (piece) yield decoder.push(piece);
  }
}
