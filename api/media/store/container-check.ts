import { type FileHandle, open } from 'node:fs/promises';

/** Enough for the index and the data of any recording to appear among the top-level boxes. */
const MAX_BOXES = 10_000;

const SYNC_BYTE = 0x47;
const PACKET_ID_BITS = 0x1fff;
const PROGRAM_TABLE_ID = 0;
const PACKET_SHAPES = [
  { bytes: 188, lead: 0 },
  { bytes: 192, lead: 4 },
];
const PACKET_BYTES_MAX = 192;
const OGG_VERSION = Buffer.from([0]);
/** The block that FLAC begins with: its kind, and its length in three bytes. */
const FLAC_STREAM_INFO = Buffer.from([0, 0, 0, 34]);
/** The table comes ten times a second and more. */
const CHECKED_PACKETS = 5_000;

/**
 * Some containers begin with plain letters, which a text or a web page can imitate.
 * Their inner lengths tell: those of a text point far behind its end.
 */
export async function isIntactContainer(path: string, extension: string): Promise<boolean> {
  await using file = await open(path);
  const { size } = await file.stat();
  switch (extension) {
    case 'mp4':
    case 'm4v':
    case 'm4a':
    case 'mov':
    case '3gp':
    case '3g2':
      return await hasIndexAndData(file, size);
    case 'avi':
    case 'webp':
    case 'wav':
      return await riffFits(file, size);
    case 'mts':
      return await isTransportStream(file);
    case 'mp3':
      return await tagsFit(file, size);
    case 'ogg':
      return (await read(file, 4, 1)).equals(OGG_VERSION);
    case 'flac':
      return (await read(file, 4, 4)).equals(FLAC_STREAM_INFO);
    default:
      return true;
  }
}

/** ISO base media: boxes of [size: u32 or, when 1, u64 after the type][type: 4 characters]. Size 0 reaches to the end. */
async function hasIndexAndData(file: FileHandle, fileSize: number): Promise<boolean> {
  const seen = new Set<string>();
  let at = 0;
  for (let count = 0; count < MAX_BOXES && at + 8 <= fileSize; count++) {
    const header = await read(file, at, 16);
    const type = header.toString('latin1', 4, 8);
    const size = boxSize(header, fileSize - at);
    if (size < 8 || at + size > fileSize) return false;
    seen.add(type);
    if (seen.has('moov') && seen.has('mdat')) return true;
    at += size;
  }
  return false;
}

function boxSize(header: Buffer, left: number): number {
  const size = header.readUInt32BE(0);
  if (size === 0) return left;
  return size === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : size;
}

/** RIFF: "RIFF", the length of the rest as little-endian u32; some cameras count these eight bytes as well. */
async function riffFits(file: FileHandle, fileSize: number): Promise<boolean> {
  const header = await read(file, 0, 8);
  return header.length === 8 && header.readUInt32LE(4) <= fileSize;
}

/** MP3: without tags in front it begins with what is no letter. "ID3", two bytes of version, flags, seven bits a byte of size. */
async function tagsFit(file: FileHandle, fileSize: number): Promise<boolean> {
  const header = await read(file, 0, 10);
  if (header.toString('latin1', 0, 3) !== 'ID3') return true;
  const size = header.subarray(6).reduce((sum, byte) => sum * 0x80 + byte, 0);
  return header.length === 10 && size + 10 < fileSize;
}

/** Packets of one length (cameras put a time in front of each) that begin with a sync byte, a table of programs among them. */
async function isTransportStream(file: FileHandle): Promise<boolean> {
  const head = await read(file, 0, PACKET_BYTES_MAX * CHECKED_PACKETS);
  return PACKET_SHAPES.some(({ bytes, lead }) => {
    let hasPrograms = false;
    for (let at = lead; at + 3 < head.length; at += bytes) {
      if (head[at] !== SYNC_BYTE) return false;
      hasPrograms ||= (head.readUInt16BE(at + 1) & PACKET_ID_BITS) === PROGRAM_TABLE_ID;
    }
    return hasPrograms;
  });
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
