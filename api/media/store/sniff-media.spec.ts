import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { sampleJpeg, sampleM4a, sampleMp4, sampleWebm } from '../../testing/sample-media.js';
import { sniffMedia } from './sniff-media.js';

const HTML = '<!doctype html><html><script>alert(1)</script></html>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';

/** Texts that begin with the letters of a container, padded so that a reader which only looks at letters is convinced. */
const DISGUISES: [string, Buffer | string][] = [
  ['HTML', HTML],
  ['HTML after a comment and white space', `\n\n <!-- GIF89a -->${HTML}`],
  ['HTML after a byte order mark', `\ufeff${HTML}`],
  ['HTML in UTF-16', Buffer.from(`\ufeff${HTML}`, 'utf16le')],
  ['HTML that begins as an AVI', `RIFF    AVI ${HTML}`.padEnd(4096)],
  ['HTML that begins as a movie', `    moov${HTML}`.padEnd(4096)],
  ['HTML that begins as an empty movie box', `\0\0\0\x08free${HTML}`.padEnd(4096)],
  ['HTML that begins as an MP4', `    ftypisom${HTML}`.padEnd(4096)],
  ['HTML that begins as sound', `    ftypM4A ${HTML}`.padEnd(4096)],
  ['HTML that begins as MP3', `ID3\x04\0\0${HTML}`.padEnd(4096)],
  ['HTML that begins as Ogg', `OggS${HTML}`.padEnd(4096)],
  ['HTML that begins as FLAC', `fLaC${HTML}`.padEnd(4096)],
  ['HTML that begins as wave', `RIFF    WAVE${HTML}`.padEnd(4096)],
  ['HTML with a sound MP4 type box in front', Buffer.concat([sampleMp4().subarray(0, 28), Buffer.from(HTML)])],
  ['HTML spaced as a transport stream', `G${'<'.padEnd(187)}`.repeat(20) + HTML],
  ['HTML that begins as a bitmap', `BM${HTML}`.padEnd(4096)],
  ['SVG', SVG],
  ['SVG with an XML head', `<?xml version="1.0"?>${SVG}`],
  ['compressed SVG', gzipSync(SVG)],
  ['plain text', 'Before ME/CFS I loved to climb.'],
  ['JSON', '{"image":true}'],
  ['PDF', '%PDF-1.7\n'.padEnd(4096)],
  ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4096)])],
  ['a ZIP archive', Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(4096)])],
  ['nothing', ''],
  ['one byte', 'G'],
  ['zeros', Buffer.alloc(4096)],
];

describe('sniffMedia', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sniff-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function sniff(bytes: Buffer | string) {
    const file = path.join(folder, 'claims-to-be.jpg');
    await writeFile(file, bytes);
    return (await sniffMedia(file))?.mimeType ?? null;
  }

  it('knows pictures by their bytes', async () => {
    const jpeg = await sampleJpeg();
    expect(await sniff(jpeg)).toBe('image/jpeg');
    expect(await sniff(await sharp(jpeg).png().toBuffer())).toBe('image/png');
    expect(await sniff(await sharp(jpeg).webp().toBuffer())).toBe('image/webp');
    expect(await sniff(await sharp(jpeg).gif().toBuffer())).toBe('image/gif');
    expect(await sniff(await sharp(jpeg).tiff().toBuffer())).toBe('image/tiff');
    expect(await sniff(await sharp(jpeg).avif({ effort: 0 }).toBuffer())).toBe('image/avif');
  });

  it('knows videos by their bytes', async () => {
    expect(await sniff(sampleMp4())).toBe('video/mp4');
    expect(await sniff(sampleWebm())).toBe('video/webm');
  });

  it.each([
    ['as it should', 0, 'video/vnd.avi'],
    ['with its own head, as some cameras do', 8, 'video/vnd.avi'],
    ['longer than it is', 9, null],
  ])('knows an AVI that tells its length %s', async (_how, surplus, mimeType) => {
    const avi = Buffer.alloc(4096);
    avi.write('RIFF');
    avi.writeUInt32LE(avi.length - 8 + surplus, 4);
    avi.write('AVI LIST', 8);
    expect(await sniff(avi)).toBe(mimeType);
  });

  it('knows sound alone by its bytes', async () => {
    expect(await sniff(sampleM4a())).toBe('audio/x-m4a');
  });

  it('knows a document by its bytes', async () => {
    expect(await sniff(DISGUISES.find(([name]) => name === 'PDF')![1])).toBe('application/pdf');
  });

  it.each(DISGUISES.filter(([name]) => name !== 'PDF'))('knows %s for no media', async (_name, bytes) => {
    expect(await sniff(bytes)).toBeNull();
  });
});
