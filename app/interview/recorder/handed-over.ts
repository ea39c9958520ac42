/** How long each track is in what a recorder handed over, in seconds; null without such a track. */
export interface HandedOver {
  /** From the first picture to the last. */
  picture: number | null;
  /** How many pictures there are. */
  pictures: number;
  /** Without the holes that a slow device leaves. */
  sound: number | null;
}

const read = new WeakMap<Blob, Promise<HandedOver | null>>();

/**
 * Reads the times of a recording as this browser's recorder writes them: WebM, or MP4 in fragments. Null of anything else.
 * A slow device begins late, encodes few pictures and lets go of what waits when it stops: the clock of the page cannot tell.
 */
export function readHandedOver(recording: Blob): Promise<HandedOver | null> {
  const handedOver = read.get(recording) ?? readTracks(recording);
  read.set(recording, handedOver);
  return handedOver;
}

async function readTracks(recording: Blob): Promise<HandedOver | null> {
  const bytes = new Window(recording);
  const tracks = new Map<number, Track>();
  const head = await bytes.at(0, 8);
  if (!head) return null;
  if (head.getUint32(0) === ELEMENTS.EBML) await readWebm(bytes, tracks);
  else if (head.getUint32(4) === BOXES.ftyp) await readMp4(bytes, tracks);
  const all = [...tracks.values()].filter(({ first }) => first !== null);
  if (all.length === 0) return null;
  const [picture, sound] = (['picture', 'sound'] as const).map((kind) => all.find((track) => track.kind === kind));
  return {
    picture: picture ? picture.last - picture.first! : null,
    pictures: picture?.count ?? 0,
    sound: sound ? sound.held : null,
  };
}

/** A pause of the sound that is longer is a hole: the server's proof counts it so. */
const HOLE_SECONDS = 0.3;

class Track {
  kind: 'picture' | 'sound' | 'other' = 'other';
  /** Units of its times in a second, in MP4. */
  scale = 1;
  first: number | null = null;
  last = 0;
  held = 0;
  count = 0;

  note(from: number, to = from, samples = 1): void {
    this.count += samples;
    if (this.first === null) this.held = to - from;
    else this.held += to - (from - this.last > HOLE_SECONDS ? from : this.last);
    this.first ??= from;
    this.last = Math.max(this.last, to);
  }
}

function trackOf(tracks: Map<number, Track>, number: number): Track {
  const track = tracks.get(number) ?? new Track();
  tracks.set(number, track);
  return track;
}

const WINDOW_BYTES = 1024 * 1024;

/** A file of any size, read in its order with little of it in memory. */
class Window {
  private from = 0;
  private view = new DataView(new ArrayBuffer(0));

  constructor(private readonly file: Blob) {}

  /** Null beyond the end. */
  async at(offset: number, length: number): Promise<DataView | null> {
    if (offset + length > this.file.size) return null;
    if (offset < this.from || offset + length > this.from + this.view.byteLength) {
      this.from = offset;
      const slice = this.file.slice(offset, offset + Math.max(length, WINDOW_BYTES));
      this.view = new DataView(await slice.arrayBuffer());
    }
    return new DataView(this.view.buffer, offset - this.from, length);
  }
}

const ELEMENTS = {
  EBML: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
};
/** What is gone into: their sizes may be unknown, and are not needed. */
const PARENTS = new Set([
  ELEMENTS.segment,
  ELEMENTS.info,
  ELEMENTS.tracks,
  ELEMENTS.trackEntry,
  ELEMENTS.cluster,
  ELEMENTS.blockGroup,
]);
const ID_MAX_BYTES = 4;
const SIZE_MAX_BYTES = 8;
const NANOSECONDS = 1e9;
const TRACK_TYPES: Record<number, Track['kind']> = { 1: 'picture', 2: 'sound' };

async function readWebm(bytes: Window, tracks: Map<number, Track>): Promise<void> {
  let secondsOfUnit = 1e6 / NANOSECONDS;
  let clusterTime = 0;
  let entered = new Track();
  let at = 0;
  for (;;) {
    const id = await readVint(bytes, at, ID_MAX_BYTES, true);
    const size = id && (await readVint(bytes, at + id.length, SIZE_MAX_BYTES, false));
    if (!size) return;
    at += id.length + size.length;
    if (PARENTS.has(id.value)) continue;
    if (id.value === ELEMENTS.simpleBlock || id.value === ELEMENTS.block) {
      const number = await readVint(bytes, at, SIZE_MAX_BYTES, false);
      const time = number && (await bytes.at(at + number.length, 2));
      if (!time) return;
      trackOf(tracks, number.value).note((clusterTime + time.getInt16(0)) * secondsOfUnit);
    } else if (size.value <= SIZE_MAX_BYTES) {
      const value = await readNumber(bytes, at, size.value);
      if (value === null) return;
      if (id.value === ELEMENTS.timestampScale) secondsOfUnit = value / NANOSECONDS;
      else if (id.value === ELEMENTS.timestamp) clusterTime = value;
      else if (id.value === ELEMENTS.trackNumber) tracks.set(value, (entered = new Track()));
      else if (id.value === ELEMENTS.trackType) entered.kind = TRACK_TYPES[value] ?? 'other';
    }
    at += size.value;
  }
}

interface Vint {
  value: number;
  length: number;
}

/** A number that tells its own length. */
async function readVint(bytes: Window, at: number, most: number, keepsMark: boolean): Promise<Vint | null> {
  const first = (await bytes.at(at, 1))?.getUint8(0);
  if (!first) return null;
  const length = Math.clz32(first) - 23;
  const view = length <= most ? await bytes.at(at, length) : null;
  if (!view) return null;
  let value = keepsMark ? first : first & (0xff >> length);
  for (let index = 1; index < length; index++) value = value * 256 + view.getUint8(index);
  return { value, length };
}

async function readNumber(bytes: Window, at: number, length: number): Promise<number | null> {
  const view = await bytes.at(at, length);
  if (!view) return null;
  let value = 0;
  for (let index = 0; index < length; index++) value = value * 256 + view.getUint8(index);
  return value;
}

/** The name of an MP4 box, as the number that it is in the file. */
function box(name: string): number {
  return Array.from(name).reduce((number, letter) => number * 256 + letter.charCodeAt(0), 0);
}

const BOXES = {
  ftyp: box('ftyp'),
  tkhd: box('tkhd'),
  mdhd: box('mdhd'),
  hdlr: box('hdlr'),
  trex: box('trex'),
  tfhd: box('tfhd'),
  tfdt: box('tfdt'),
  trun: box('trun'),
};
const BOX_PARENTS = new Set(['moov', 'trak', 'mdia', 'mvex', 'moof', 'traf'].map(box));
const HANDLERS: Record<number, Track['kind']> = { [box('vide')]: 'picture', [box('soun')]: 'sound' };
/** Before the contents of a box that has a version. */
const VERSION_BYTES = 4;

async function readMp4(bytes: Window, tracks: Map<number, Track>): Promise<void> {
  const defaults = new Map<number, number>();
  let track = new Track();
  let sampleDuration = 0;
  let time = 0;
  let at = 0;
  for (;;) {
    const head = await bytes.at(at, 8);
    if (!head) return;
    const [size, name] = [head.getUint32(0), head.getUint32(4)];
    // As long as what is left, or longer than 4 GB: no recorder in a browser writes that.
    if (size < 8) return;
    if (BOX_PARENTS.has(name)) {
      at += 8;
      continue;
    }
    const isTold = Object.values(BOXES).includes(name) && size <= WINDOW_BYTES;
    const contents = isTold ? await bytes.at(at + 8, size - 8) : null;
    at += size;
    if (!contents || contents.byteLength < VERSION_BYTES * 3) continue;
    const isLong = contents.getUint8(0) === 1;
    if (name === BOXES.tkhd) track = trackOf(tracks, contents.getUint32(isLong ? 20 : 12));
    else if (name === BOXES.mdhd) track.scale = contents.getUint32(isLong ? 20 : 12);
    else if (name === BOXES.hdlr) track.kind = HANDLERS[contents.getUint32(8)] ?? 'other';
    else if (name === BOXES.trex) defaults.set(contents.getUint32(4), contents.getUint32(12));
    else if (name === BOXES.tfhd) {
      const number = contents.getUint32(4);
      track = trackOf(tracks, number);
      sampleDuration = durationOf(contents) ?? defaults.get(number) ?? 0;
    } else if (name === BOXES.tfdt) time = isLong ? Number(contents.getBigUint64(4)) : contents.getUint32(4);
    else if (name === BOXES.trun) {
      const end = time + lengthOf(contents, sampleDuration);
      track.note(time / track.scale, end / track.scale, contents.getUint32(4));
      time = end;
    }
  }
}

/** What a `tfhd` says of each of its samples. */
function durationOf(contents: DataView): number | null {
  const flags = contents.getUint32(0);
  if ((flags & 8) === 0) return null;
  const at = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
  return at + 4 <= contents.byteLength ? contents.getUint32(at) : null;
}

/** How long the samples of a `trun` are together. */
function lengthOf(contents: DataView, sampleDuration: number): number {
  const flags = contents.getUint32(0);
  const count = contents.getUint32(4);
  if ((flags & 0x100) === 0) return count * sampleDuration;
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  let at = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  let length = 0;
  for (let index = 0; index < count && at + 4 <= contents.byteLength; index++, at += fields * 4) {
    length += contents.getUint32(at);
  }
  return length;
}
