import { readFile } from 'node:fs/promises';
import { decodeText } from '../../contract/decode-text.js';
import { AppError } from '../../platform/http/app-error.js';
import type { SizeLimit } from '../store/temporary-file.js';
import type { ReceivedFile } from './received-file.js';

/** The text of a received file, whose encoding is found out: 413 over the limit, 415 when it holds no text. */
export async function readTextFile({ path, bytes }: ReceivedFile, limit: SizeLimit): Promise<string> {
  if (bytes > limit.bytes) throw new AppError(413, 'too_large', limit.message);
  const text = decodeText(await readFile(path));
  if (text === null) throw new AppError(415, 'not_text', 'This file is not readable text.');
  return text;
}
