import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { ZipFile } from 'yazl';
import { KEPT_NOWHERE } from '../../platform/http/security-headers.js';
import type { MediaFile } from './media-file.entity.js';

/** A connection on which nothing moves for so long is given up. */
const SILENCE_MS = 2 * 60_000;
/** Of names: more than enough to know a thing by, and short enough for every file system. */
const NAME_PART_MAX = 40;
const SUMS_NAME = 'SHA256SUMS.txt';

/** One file of an archive: words or bytes that are there, or a file that is kept. */
export type ZipEntry = { name: string } & ({ content: string | Buffer } | { file: MediaFile });

interface ZipDownload {
  downloadName: string;
  entries: ZipEntry[];
  open: (file: MediaFile) => Promise<Readable>;
  silenceMs?: number;
}

/**
 * Answers with a ZIP, made while it is sent: of what is kept no more is held than a few pieces of one file. It comes as it is, everything else is compressed; last comes the list of all hashes, as `sha256sum --check` reads it. When it
 * resolves or rejects nothing is open any more, also where the other side went away.
 */
export async function sendZip(
  response: Response,
  { downloadName, entries, open, silenceMs = SILENCE_MS }: ZipDownload,
): Promise<void> {
  response.attachment(downloadName);
  response.setHeader('Content-Type', 'application/zip');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', KEPT_NOWHERE);
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let reading: Readable | undefined;
  const fail = (error: Error) => output.destroy(error);
  const read = async (file: MediaFile, use: (error: null, source: Readable) => void) => {
    try {
      reading = (await open(file)).once('error', fail);
      if (output.destroyed) reading.destroy();
      else use(null, reading);
    } catch (error) {
      fail(error as Error);
    }
  };
  zip.on('error', fail);
  for (const entry of entries) {
    if ('content' in entry) zip.addBuffer(Buffer.from(entry.content), entry.name);
    else {
      const { file, name } = entry;
      zip.addReadStreamLazy(name, { compress: false, size: file.bytes, mtime: file.createdAt }, (use) => {
        void read(file, use);
      });
    }
  }
  zip.addBuffer(Buffer.from(sumsOf(entries)), SUMS_NAME);
  zip.end();
  response.setTimeout(silenceMs, () => response.destroy());
  try {
    await pipeline(output, response);
  } finally {
    reading?.destroy();
  }
}

/** Of any text what can be a part of a file's name on every system; empty when nothing is left. */
export function fileNamePart(text: string): string {
  const words = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return Array.from(words.replace(/^-/, '')).slice(0, NAME_PART_MAX).join('').replace(/-$/, '');
}

function sumsOf(entries: ZipEntry[]): string {
  const lines = entries.map((entry) => {
    const sum = 'file' in entry ? entry.file.sha256 : createHash('sha256').update(entry.content).digest();
    return `${sum.toString('hex')}  ${entry.name}\n`;
  });
  return lines.join('');
}
