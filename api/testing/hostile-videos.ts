import { readFile } from 'node:fs/promises';
import { both, H264, makeVideo, picture, words } from './sample-videos.js';

/** What none of these files may carry into what is made of them. */
export const CANARY = 'CANARY';

/** Where hostile files are made, and another file that they try to reach. */
export interface HostileSetting {
  plain: Buffer;
  avi: Buffer;
  /** Absolute path of a video that is nobody's business. */
  secret: string;
  inFolder(name: string): string;
}

/** A box of an MP4 with its head. */
function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
  return bytes;
};

/** A copy with other numbers, `offset` bytes behind the name of a box. */
function patched(bytes: Buffer, type: string, offset: number, ...values: number[]): Buffer {
  const copy = Buffer.from(bytes);
  u32(...values).copy(copy, copy.indexOf(type) + 4 + offset);
  return copy;
}

/** A copy with another box in the place of `type`; those around it, which are named from the outside, grow with it. */
function replaced(bytes: Buffer, type: string, around: string[], replacement: Buffer): Buffer {
  const at = bytes.indexOf(type) - 4;
  const size = bytes.readUInt32BE(at);
  const copy = Buffer.from(bytes);
  for (const name of around) {
    const parentAt = copy.indexOf(name) - 4;
    copy.writeUInt32BE(copy.readUInt32BE(parentAt) + replacement.length - size, parentAt);
  }
  return Buffer.concat([copy.subarray(0, at), replacement, copy.subarray(at + size)]);
}

const TO_REFERENCES = ['moov', 'trak', 'mdia', 'minf', 'dinf'];

function references(...entries: Buffer[]): Buffer {
  return box('dref', u32(0, entries.length), ...entries);
}

/** An alias as QuickTime writes it: a head of which nothing is used here, then the path as its entry 2. */
function alias(path: string): Buffer {
  const head = Buffer.alloc(150);
  head.writeUInt16BE(150, 4);
  const entry = Buffer.alloc(4);
  entry.writeInt16BE(2);
  entry.writeUInt16BE(path.length, 2);
  const end = Buffer.from([0xff, 0xff, 0, 0]);
  return box('alis', u32(0), head, entry, Buffer.from(path), end);
}

async function withAttachments({ inFolder }: HostileSetting): Promise<Buffer> {
  const attached = words(`-attach ${inFolder('attached.txt')} -metadata:s:t mimetype=text/plain`);
  const named = ['-metadata:s:t', `filename=../../../../tmp/${CANARY}`, '-metadata', `title=${CANARY}`];
  const place = ['-metadata', `location=+48.2+016.4/${CANARY}`];
  const file = await makeVideo(inFolder('a.mkv'), ...both('64x64'), ...H264, ...attached, ...named, ...place);
  return readFile(file);
}

/** `either` where one version of ffmpeg believes the numbers and another mends them. */
type Outcome = 'refused' | 'plays' | 'either';

/** Files that try to read others, to loop or to eat memory: name, what comes of it, and how it is made. */
export const HOSTILE_VIDEOS: [string, Outcome, (setting: HostileSetting) => Buffer | Promise<Buffer>][] = [
  [
    'sound and picture in another file, by its address',
    'plays',
    ({ plain, secret }) =>
      replaced(plain, 'dref', TO_REFERENCES, references(box('url ', u32(0), Buffer.from(`file://${secret}\0`)))),
  ],
  [
    'sound and picture in another file, by an alias',
    'refused',
    ({ plain, secret }) => replaced(plain, 'dref', TO_REFERENCES, references(alias(secret))),
  ],
  ['a claim of 65,535 by 65,535 pixels', 'plays', ({ plain }) => patched(plain, 'avc1', 24, 0xffffffff)],
  [
    'a claim of ten hours',
    'plays',
    ({ plain }) => patched(patched(plain, 'mvhd', 16, 36_000_000), 'tkhd', 20, 36_000_000),
  ],
  ['two thousand million ticks a second', 'either', ({ plain }) => patched(plain, 'mdhd', 12, 0x7fffffff)],
  ['no ticks a second', 'plays', ({ plain }) => patched(plain, 'mdhd', 12, 0)],
  ['frames that last for years', 'either', ({ plain }) => patched(plain, 'stts', 12, 0x7fffffff)],
  ['a table of a thousand million frames', 'refused', ({ plain }) => patched(plain, 'stsz', 8, 0x3fffffff)],
  [
    'a list of cuts that plays the same second 20,000 times',
    'refused',
    ({ plain }) => {
      const cut = u32(1000, 0, 0x00010000);
      const cuts = box('elst', u32(0, 20_000), ...Array<Buffer>(20_000).fill(cut));
      return replaced(plain, 'edts', ['moov', 'trak'], box('edts', cuts));
    },
  ],
  [
    'three thousand tracks',
    'refused',
    ({ plain }) => {
      const at = plain.indexOf('trak') - 4;
      const track = plain.subarray(at, at + plain.readUInt32BE(at));
      return replaced(plain, 'trak', ['moov'], Buffer.concat(Array<Buffer>(3000).fill(track)));
    },
  ],
  ['an AVI index without an end', 'plays', ({ avi }) => littleEndian(avi, 'idx1', 0xffffffff)],
  ['attachments and words that name places', 'plays', withAttachments],
];

function littleEndian(bytes: Buffer, type: string, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(value, copy.indexOf(type) + 4);
  return copy;
}

/** Small sources that the others are made of. */
export async function makeHostileSources(inFolder: (name: string) => string): Promise<HostileSetting> {
  const plain = await makeVideo(inFolder('plain.mov'), ...picture('64x64'), ...H264);
  const avi = await makeVideo(inFolder('plain.avi'), ...picture('64x64'), '-c:v', 'mpeg4');
  const secret = await makeVideo(inFolder('secret.mov'), ...words('-f lavfi -i color=red:s=64x64:r=15:d=3'), ...H264);
  return { plain: await readFile(plain), avi: await readFile(avi), secret, inFolder };
}
