import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError } from './app-error.js';

/** Bounds of a JSON text, which hold before anything is made of it: what walks it later may take long for each value. */
export interface JsonLimits {
  bytes: number;
  /** Objects, lists, texts, numbers and the like, counted together. */
  values: number;
  /** Of objects and lists in one another. */
  depth: number;
}

const JSON_LIMITS: JsonLimits = { bytes: 16 * 1024, values: 200, depth: 8 };
const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, COMMA] = Buffer.from('"\\{}[],');

/** What a route's JSON may be beyond the usual. `orForm`: a multipart body is left to the handler. */
export const JsonBody = Reflector.createDecorator<Partial<JsonLimits> & { orForm?: true }>();

/** Whether a body comes with the request, by its headers. */
export function hasBody({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * The object in a JSON body; undefined when the body is empty.
 * @throws AppError 413 `too_large`; 415 `unsupported_body`; 400 `malformed_json`, `too_complex`, `request_cut`
 */
export async function readJsonBody(request: Request, limits: Partial<JsonLimits> = {}): Promise<object | undefined> {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (!request.is('json') || !/^utf-?8$/i.test(charset)) {
    throw new AppError(415, 'unsupported_body', 'Send the request as JSON in UTF-8.');
  }
  const bytes = await readWhole(request, limits.bytes ?? JSON_LIMITS.bytes);
  return bytes.length === 0 ? undefined : parseJsonObject(bytes, limits);
}

/** @throws AppError 400 `malformed_json`, also for what is no object; `too_complex` */
export function parseJsonObject(bytes: Buffer, limits: Partial<JsonLimits> = {}): Record<string, unknown> {
  refuseComplex(bytes, { ...JSON_LIMITS, ...limits });
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformedJson();
  return value as Record<string, unknown>;
}

/** @throws AppError 400 `malformed_json` */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw malformedJson();
  }
}

export function malformedJson(): AppError {
  return new AppError(400, 'malformed_json', 'The request is not a valid JSON object.');
}

async function readWhole(request: Request, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = Number(request.headers['content-length'] ?? 0);
  if (bytes > maxBytes) throw tooLarge(maxBytes);
  bytes = 0;
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError(400, 'request_cut', 'The request was cut off.');
  } finally {
    // The refusal is answered at once; the rest is dropped, so that the connection can be used again.
    request.resume();
  }
  return Buffer.concat(pieces);
}

/** Counts by the signs between texts: a text that is no JSON at all is refused by the parser afterwards. */
function refuseComplex(bytes: Buffer, { values, depth }: JsonLimits): void {
  let count = 1;
  let level = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isInText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isInText = false;
      continue;
    }
    if (byte === QUOTE) isInText = true;
    else if (byte === COMMA) count++;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      count++;
      level++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) level--;
    if (count > values || level > depth) {
      throw new AppError(400, 'too_complex', 'The request holds more lists and fields than anything here needs.');
    }
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError(413, 'too_large', `The request is too large: at most ${Math.floor(maxBytes / 1024)} kB.`);
}
