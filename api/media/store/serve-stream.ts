import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { ByteRange } from './media-store.js';
import { clearHeaders, mediaGone, rangeRefused, type ServedFile, setMediaHeaders } from './serve-media.js';
import type { Readable } from 'node:stream';

interface ServedStream extends Omit<ServedFile, 'path'> {
  bytes: number;
  open(range: ByteRange): Promise<Readable>;
}

/** As `serveMedia`, of a file that is no local one: the part that Range asks for is all that is read. */
export async function serveStream(request: Request, response: Response, file: ServedStream): Promise<void> {
  const range = wantedRange(request, file);
  if (range === null) {
    response.setHeader('Content-Range', `bytes */${file.bytes}`);
    throw rangeRefused();
  }
  setMediaHeaders(response, file);
  response.setHeader('Accept-Ranges', 'bytes');
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const isPart = range !== 'all';
  const { start, end } = isPart ? range : { start: 0, end: file.bytes - 1 };
  if (isPart) response.status(206).setHeader('Content-Range', `bytes ${start}-${end}/${file.bytes}`);
  response.setHeader('Content-Length', end - start + 1);
  if (request.method === 'HEAD' || file.bytes === 0) {
    response.end();
    return;
  }
  const source = await file.open({ start, end }).catch((error: NodeJS.ErrnoException) => {
    clearHeaders(response);
    for (const name of ['Content-Length', 'Content-Range']) response.removeHeader(name);
    throw error.code === 'ENOENT' ? mediaGone() : error;
  });
  // A player that seeks lets go of what it asked for before; and what fails midway ends, cut off, with `pipeline` itself.
  await pipeline(source, response).catch(() => {});
}

/** Null for what lies outside the file. Several parts at once are answered with all of it, as is what is no range. */
function wantedRange(request: Request, { bytes, etag }: ServedStream): ByteRange | 'all' | null {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== `"${etag}"`) return 'all';
  const ranges = request.range(bytes);
  if (ranges === -1) return null;
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return 'all';
  return ranges[0]!;
}
