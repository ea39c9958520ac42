import { searchedText } from './transcript-search.js';

/**
 * The file in each shard's folder that finds every piece of a word where no API is: lists of n-grams of the folded
 * transcripts, read by Range. Little-endian:
 *
 * 1. an offset (32 bits) for each bucket, where in the file it begins, and one for the end of the last
 * 2. a bit for each slot: whether an answer begins there. The texts stand one behind the other, each from the beginning
 *    of a slot, with at least one place free behind it
 * 3. an offset (32 bits) for each answer's record and for the end of the last one
 * 4. the records as JSON, newest story first, each in gzip
 * 5. the buckets, each with entries: length of the gram, its code units, bytes of what follows, all of them varints, and
 *    then for a 4-gram its lists, for a shorter one its list
 *
 * A 4-gram has a list for each character that comes behind it, of the places where it begins; before them stand the bytes
 * of all heads (varint), and the heads: the code unit, 0 where the text ends, and the bytes of the list (varints). The list
 * of a shorter gram has the numbers of the answers that hold it. Lists ascend, as varints of the distances.
 */
export const GRAMS_FILE = 'grams-3.bin';
export const GRAM_LENGTH = 4;
/** Code units from one slot to the next. */
export const GRAM_SLOT = 512;
const OFFSET_BYTES = 4;
/** More grams of a long query are not read: an answer that holds so many of them in their places is looked at itself. */
const GRAMS_READ = 8;
/** So much that nobody asked for costs less than a further request. */
const GAP_READ_BYTES = 1_000;
/** What is read first of a longer bucket: the heads of most grams. */
const HEAD_BYTES = 256;
/** A gram's length, its code units, the bytes of its entry and of its heads take no more. */
const ENTRY_HEAD_MAX_BYTES = 1 + 3 * GRAM_LENGTH + 5 + 5;

/** What has to be known of a file before anything of it is read. */
export interface GramFile {
  answers: number;
  slots: number;
  /** A power of two. */
  buckets: number;
}

/** Where the parts of a file begin. */
export function gramLayout({ answers, slots, buckets }: GramFile) {
  const slotsAt = (buckets + 1) * OFFSET_BYTES;
  const recordTableAt = slotsAt + Math.ceil(slots / 8);
  return { slotsAt, recordTableAt, recordsAt: recordTableAt + (answers + 1) * OFFSET_BYTES };
}

/** The bucket of a gram, by FNV-1a of its code units. */
export function gramBucket(gram: string, buckets: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < gram.length; at++) hash = Math.imul(hash ^ gram.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (buckets - 1);
}

/** What a query finds in one file. */
export interface GramHits {
  /** Numbers of answers, ascending: newest story first. */
  answers: number[];
  /** Whether each of them contains the query; otherwise each that does is among them. */
  isExact: boolean;
}

/** Reads bytes of a file from an offset up to another. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

/** The grams and records of one shard, of which only what a query needs is read. */
export function createGramReader(file: GramFile, readBytes: ReadBytes) {
  const layout = gramLayout(file);
  const lists = new Map<string, Promise<number[]>>();
  let slotAnswers: Promise<Uint32Array> | undefined;

  /** Where the list of a gram is, or its lists are; null when no answer holds it. What came with it need not be read again. */
  const findEntry = async (gram: string): Promise<Entry | null> => {
    const at = gramBucket(gram, file.buckets) * OFFSET_BYTES;
    let [from = 0, to = 0] = offsetsIn(await readBytes(at, at + 2 * OFFSET_BYTES));
    while (from < to) {
      const read = await readBytes(from, to - from <= HEAD_BYTES + GAP_READ_BYTES ? to : from + HEAD_BYTES);
      const found = entryIn(read, gram, from + read.length === to);
      if (typeof found === 'object') return { from: from + found.from, to: from + found.to, read, readFrom: from };
      from += found;
    }
    return null;
  };
  const readWithin = async ({ read, readFrom }: Entry, from: number, to: number): Promise<Uint8Array> =>
    to <= readFrom + read.length ? read.subarray(from - readFrom, to - readFrom) : readBytes(from, to);
  /** The places of a 4-gram, and of a longer one. */
  const readPlaces = async (gram: string): Promise<number[]> => {
    const entry = await findEntry(gram.slice(0, GRAM_LENGTH));
    if (!entry) return [];
    const next = gram.charCodeAt(GRAM_LENGTH);
    if (Number.isNaN(next)) return placesIn(await readWithin(entry, entry.from, entry.to));
    const listsAt = entry.from + headsEnd(entry.read.subarray(entry.from - entry.readFrom));
    const heads = headsIn(await readWithin(entry, entry.from, listsAt));
    const list = heads.find(({ code }) => code === next);
    if (!list) return [];
    return numbersIn(await readWithin(entry, entry.from + list.from, entry.from + list.to));
  };
  const readAnswers = async (gram: string): Promise<number[]> => {
    const entry = await findEntry(gram);
    return entry ? numbersIn(await readWithin(entry, entry.from, entry.to)) : [];
  };
  const listOf = (gram: string): Promise<number[]> =>
    remember(lists, gram, () => (gram.length < GRAM_LENGTH ? readAnswers(gram) : readPlaces(gram)));

  const answersOfSlots = (): Promise<Uint32Array> =>
    (slotAnswers ??= forgetFailed(
      readBytes(layout.slotsAt, layout.recordTableAt).then((bits) => numberSlots(bits, file.slots)),
      () => (slotAnswers = undefined),
    ));
  /** Pieces of the file, ascending; neighbours are read together. */
  const readPieces = async (pieces: Piece[]): Promise<Uint8Array[]> => {
    const stretches: (Piece & { pieces: Piece[] })[] = [];
    for (const piece of pieces) {
      const last = stretches.at(-1);
      if (last && piece.from - last.to <= GAP_READ_BYTES) {
        last.to = piece.to;
        last.pieces.push(piece);
      } else stretches.push({ ...piece, pieces: [piece] });
    }
    const read = stretches.map(async (stretch) => {
      const bytes = await readBytes(stretch.from, stretch.to);
      return stretch.pieces.map(({ from, to }) => bytes.subarray(from - stretch.from, to - stretch.from));
    });
    return (await Promise.all(read)).flat();
  };

  const findLong = async (text: string): Promise<GramHits> => {
    const length = Math.min(text.length, GRAM_LENGTH + 1);
    const [first, ...others] = coveringOffsets(text.length, length);
    const gramAt = (offset: number) => listOf(text.slice(offset, offset + length));
    const slots = answersOfSlots();
    slots.catch(() => undefined);
    // The last gram shares least with the first: together they leave few places, and mostly none.
    const [starts, ends] = await Promise.all([gramAt(first!), gramAt(others[0] ?? first!)]);
    let places = others[0] === undefined ? starts : placesWith(starts, ends, others[0]);
    for (const offset of others.slice(1, GRAMS_READ - 1)) {
      if (places.length === 0) break;
      places = placesWith(places, await gramAt(offset), offset);
    }
    const numbers = await slots;
    const answers = [...new Set(places.map((place) => numbers[Math.floor(place / GRAM_SLOT)]!))];
    return { answers, isExact: answers.length === 0 || others.length < GRAMS_READ };
  };

  return {
    async find(query: string): Promise<GramHits> {
      const text = searchedText(query);
      if (text === '') return { answers: [], isExact: true };
      if (text.length < GRAM_LENGTH) return { answers: await listOf(text), isExact: true };
      return findLong(text);
    },
    /** The records of these answers, ascending, as they stand in the file, in gzip; neighbours are read together. */
    async records(answers: number[]): Promise<Uint8Array[]> {
      const bounds = await readPieces(
        answers.map((answer) => {
          const from = layout.recordTableAt + answer * OFFSET_BYTES;
          return { from, to: from + 2 * OFFSET_BYTES };
        }),
      );
      return readPieces(
        bounds.map((bytes) => {
          const [from = 0, to = 0] = offsetsIn(bytes);
          return { from, to };
        }),
      );
    },
  };
}

interface Piece {
  from: number;
  to: number;
}

/** Where in the file what follows a gram's name is, and bytes that begin before it. */
interface Entry extends Piece {
  read: Uint8Array;
  readFrom: number;
}

/** Offsets of grams of that length that together cover a text: the first, the last, then those between. */
function coveringOffsets(textLength: number, length: number): number[] {
  const last = textLength - length;
  const between = Array.from({ length: Math.ceil(last / length) }, (_, index) => index * length).slice(1);
  return last === 0 ? [0] : [0, last, ...between];
}

/** Those of the places behind which, at this distance, one of the others is. Both ascend. */
function placesWith(places: number[], others: number[], distance: number): number[] {
  let at = 0;
  return places.filter((place) => {
    while (at < others.length && others[at]! < place + distance) at++;
    return others[at] === place + distance;
  });
}

/** For each slot the number of the answer whose text stands there. */
function numberSlots(bits: Uint8Array, slots: number): Uint32Array {
  const numbers = new Uint32Array(slots);
  let answer = -1;
  for (let slot = 0; slot < slots; slot++) {
    if ((bits[slot >> 3]! >> (slot & 7)) & 1) answer++;
    numbers[slot] = answer;
  }
  return numbers;
}

function offsetsIn(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength / OFFSET_BYTES }, (_, index) =>
    view.getUint32(index * OFFSET_BYTES, true),
  );
}

/** Where in these bytes what a gram has is, which may go on behind them; otherwise from where on to read further. */
function entryIn(bytes: Uint8Array, gram: string, isEnd: boolean): Piece | number {
  const reader = { bytes, at: 0 };
  while (reader.at < bytes.length) {
    const startsAt = reader.at;
    if (!isEnd && startsAt > 0 && startsAt + ENTRY_HEAD_MAX_BYTES > bytes.length) return startsAt;
    const units = bytes[reader.at++]!;
    let isAsked = units === gram.length;
    for (let unit = 0; unit < units; unit++) if (readVarint(reader) !== gram.charCodeAt(unit)) isAsked = false;
    const to = readVarint(reader) + reader.at;
    if (isAsked) return { from: reader.at, to };
    reader.at = to;
  }
  return reader.at;
}

/** How many bytes come before the lists of a 4-gram. */
function headsEnd(lists: Uint8Array): number {
  const reader = { bytes: lists, at: 0 };
  return readVarint(reader) + reader.at;
}

/** The lists of a 4-gram, each with the character behind it. */
function headsIn(lists: Uint8Array): (Piece & { code: number })[] {
  const reader = { bytes: lists, at: 0 };
  let to = readVarint(reader) + reader.at;
  const listsAt = to;
  const heads: (Piece & { code: number })[] = [];
  while (reader.at < listsAt) {
    const code = readVarint(reader);
    const from = to;
    to += readVarint(reader);
    heads.push({ code, from, to });
  }
  return heads;
}

/** The places of a 4-gram, whatever comes behind it. */
function placesIn(lists: Uint8Array): number[] {
  return headsIn(lists)
    .flatMap(({ from, to }) => numbersIn(lists.subarray(from, to)))
    .toSorted((a, b) => a - b);
}

function numbersIn(bytes: Uint8Array): number[] {
  const reader = { bytes, at: 0 };
  const numbers: number[] = [];
  let last = 0;
  while (reader.at < bytes.length) numbers.push((last += readVarint(reader)));
  return numbers;
}

function readVarint(reader: { bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = reader.bytes[reader.at++] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value >>> 0;
  }
}

/** What is known under a key, or is found out now; one that failed is found out anew the next time. */
function remember<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
  const before = known.get(key);
  if (before) return before;
  const found = forgetFailed(find(), () => known.delete(key));
  known.set(key, found);
  return found;
}

function forgetFailed<T>(promise: Promise<T>, forget: () => void): Promise<T> {
  promise.catch(forget);
  return promise;
}

export type GramReader = ReturnType<typeof createGramReader>;
