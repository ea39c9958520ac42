import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { GRAM_LENGTH, GRAM_SLOT, gramBucket, type GramFile, gramLayout } from '../../../contract/search/gram-index.js';
import type { SearchRecord } from '../../../contract/search/search-index.js';
import { foldCase } from '../../../contract/search/transcript-search.js';

/** Others wait no longer than this many places take, some milliseconds. */
const PLACES_PER_TURN = 100_000;
/** Of a 4-gram and the character behind it. */
const SORTED_LENGTH = GRAM_LENGTH + 1;
const RECORDS_PER_TURN = 20;
/** Most take less in gzip; each stays in memory with as much room as it was given. */
const RECORD_ROOM = 2048;
/** So many make pairs that can be told apart by 16 bits. */
const MOST_LETTERS_IN_PAIRS = 256;

export interface WrittenGrams {
  file: GramFile;
  bytes: Buffer;
}

/** The file of `GRAMS_FILE` for these records, newest story first; the same records make the same bytes. */
export async function writeGrams(records: SearchRecord[]): Promise<WrittenGrams> {
  const texts = layOut(records.map(({ content }) => foldCase(content)));
  const compressed: Buffer[] = [];
  for (const record of records) {
    // Each is small: to send it to another thread and back takes longer.
    compressed.push(gzipSync(JSON.stringify(record), { chunkSize: RECORD_ROOM }));
    if (compressed.length % RECORDS_PER_TURN === 0) await nextTurn();
  }
  const buckets = (await gramLists(texts)).inBuckets();
  const file: GramFile = { answers: records.length, slots: texts.slotAnswers.length, buckets: buckets.length };
  const { slotsAt, recordTableAt, recordsAt } = gramLayout(file);
  const head = Buffer.alloc(recordsAt);
  for (const slot of texts.starts) head[slotsAt + (slot >> 3)]! |= 1 << (slot & 7);
  let at = recordsAt;
  compressed.forEach((record, answer) => {
    head.writeUInt32LE(at, recordTableAt + 4 * answer);
    at += record.length;
  });
  head.writeUInt32LE(at, recordTableAt + 4 * records.length);
  buckets.forEach((bucket, number) => {
    head.writeUInt32LE(at, 4 * number);
    at += bucket.length;
  });
  head.writeUInt32LE(at, 4 * buckets.length);
  return { file, bytes: Buffer.concat([head, ...compressed, ...buckets], at) };
}

/** Texts one behind the other, each from the beginning of a slot. */
interface LaidOutTexts {
  /** For each place a number for the character there, 0 where none is. */
  characters: Uint16Array;
  /** Code units by their numbers. */
  alphabet: number[];
  /** Of each slot the number of the text that stands there. */
  slotAnswers: Uint32Array;
  /** The slots in which a text begins. */
  starts: number[];
}

function layOut(texts: string[]): LaidOutTexts {
  const slotsOf = texts.map(({ length }) => Math.floor(length / GRAM_SLOT) + 1);
  const slots = slotsOf.reduce((sum, count) => sum + count, 0);
  const characters = new Uint16Array(slots * GRAM_SLOT + SORTED_LENGTH);
  const slotAnswers = new Uint32Array(slots);
  const numbers = new Uint16Array(0x10000);
  const alphabet = [0];
  const starts: number[] = [];
  let slot = 0;
  texts.forEach((text, answer) => {
    starts.push(slot);
    slotAnswers.fill(answer, slot, slot + slotsOf[answer]!);
    for (let at = 0, place = slot * GRAM_SLOT; at < text.length; at++, place++) {
      const code = text.charCodeAt(at);
      // There is no such character in a text: PostgreSQL keeps none.
      if (code !== 0 && numbers[code] === 0) numbers[code] = alphabet.push(code) - 1;
      characters[place] = numbers[code]!;
    }
    slot += slotsOf[answer]!;
  });
  return { characters, alphabet, slotAnswers, starts };
}

/** The lists of all grams in the texts, by sorting all places by the characters that follow. */
async function gramLists(texts: LaidOutTexts): Promise<GramLists> {
  const { characters, alphabet, slotAnswers } = texts;
  const places = await sortedPlaces(texts);
  const lists = new GramLists();
  const gramOf = (place: number, length: number) =>
    String.fromCharCode(...Array.from(characters.subarray(place, place + length), (number) => alphabet[number]!));
  const isSame = (a: number, b: number, length: number) => {
    for (let at = 0; at < length; at++) if (characters[a + at] !== characters[b + at]) return false;
    return true;
  };
  const short = Array.from({ length: GRAM_LENGTH - 1 }, (_, index) => new ShortGram(index + 1, slotAnswers.length));
  /** Lists what has been collected of shorter grams that `place` ends. */
  const flush = (previous: number, place: number | null) => {
    for (const gram of short) {
      if (place !== null && isSame(previous, place, gram.length)) continue;
      if (!gram.isEmpty) lists.add(gramOf(previous, gram.length), gram.take());
    }
  };
  /** What holds a gram holds those that it begins with: an answer that is known of one is known of the shorter ones. */
  const collect = (run: Uint32Array, longest: number) => {
    for (let at = 0; at < run.length; at++) {
      const answer = slotAnswers[Math.trunc(run[at]! / GRAM_SLOT)]!;
      for (let index = longest - 1; index >= 0 && short[index]!.add(answer); index--);
    }
  };
  /** The places of one 4-gram, apart by the character behind it. */
  const byNext = (run: Uint32Array) => {
    const parts: [code: number, places: Uint32Array][] = [];
    for (let start = 0, end = 0; start < run.length; start = end) {
      const next = characters[run[start]! + GRAM_LENGTH]!;
      while (end < run.length && characters[run[end]! + GRAM_LENGTH] === next) end++;
      parts.push([alphabet[next]!, run.subarray(start, end)]);
    }
    return parts;
  };
  let from = 0;
  while (from < places.length) {
    const first = places[from]!;
    let to = from + 1;
    while (to < places.length && isSame(first, places[to]!, GRAM_LENGTH)) to++;
    const run = places.subarray(from, to);
    const length = charactersFrom(characters, first);
    if (length === GRAM_LENGTH) lists.addLists(gramOf(first, GRAM_LENGTH), byNext(run));
    if (from > 0) flush(places[from - 1]!, first);
    collect(run, Math.min(length, short.length));
    if (Math.floor(from / PLACES_PER_TURN) !== Math.floor(to / PLACES_PER_TURN)) await nextTurn();
    from = to;
  }
  if (places.length > 0) flush(places.at(-1)!, null);
  return lists;
}

/** In which answers a gram of fewer than four characters stands, collected from those that begin with it. */
class ShortGram {
  readonly length: number;
  private readonly isIn: Uint8Array;
  private readonly answers: Uint32Array;
  private count = 0;

  constructor(length: number, answers: number) {
    this.length = length;
    this.isIn = new Uint8Array(answers);
    this.answers = new Uint32Array(answers);
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** False: it is known already. */
  add(answer: number): boolean {
    if (this.isIn[answer] === 1) return false;
    this.isIn[answer] = 1;
    this.answers[this.count++] = answer;
    return true;
  }

  /** All of them, ascending; from then on it collects for the next gram. */
  take(): Uint32Array {
    const taken = this.answers.subarray(0, this.count).toSorted();
    for (const answer of taken) this.isIn[answer] = 0;
    this.count = 0;
    return taken;
  }
}

/** How many characters follow from a place, as far as a gram reaches. */
function charactersFrom(characters: Uint16Array, place: number): number {
  let length = 0;
  while (length < GRAM_LENGTH && characters[place + length] !== 0) length++;
  return length;
}

/** Every place with a character, by the characters from there on, equal ones ascending: a radix sort from the last. */
async function sortedPlaces({ characters, alphabet }: LaidOutTexts): Promise<Uint32Array> {
  const ascending = placesIn(characters);
  let places = ascending;
  for (const { at, numbers, count } of sortingSteps(characters, alphabet.length)) {
    const next = new Uint32Array(count + 1);
    // Which place comes first makes no difference to how many there are: in their order they are read faster.
    for (let index = 0; index < ascending.length; index++) next[numbers[ascending[index]! + at]! + 1]! += 1;
    for (let number = 1; number < next.length; number++) next[number]! += next[number - 1]!;
    const sorted = new Uint32Array(places.length);
    for (let index = 0; index < places.length; index++) {
      const place = places[index]!;
      sorted[next[numbers[place + at]!]!++] = place;
    }
    places = sorted;
    await nextTurn();
  }
  return places;
}

function placesIn(characters: Uint16Array): Uint32Array {
  const places = new Uint32Array(characters.length);
  let count = 0;
  for (let place = 0; place < characters.length; place++) if (characters[place] !== 0) places[count++] = place;
  return places.slice(0, count);
}

interface SortingStep {
  /** How far from a place its number for this step is. */
  at: number;
  numbers: Uint16Array;
  /** They are below this. */
  count: number;
}

/** Two characters at a time where a number for both has room. */
function sortingSteps(characters: Uint16Array, letters: number): SortingStep[] {
  if (letters > MOST_LETTERS_IN_PAIRS) {
    return Array.from({ length: SORTED_LENGTH }, (_, index) => {
      return { at: SORTED_LENGTH - 1 - index, numbers: characters, count: letters };
    });
  }
  const pairs = new Uint16Array(characters.length);
  for (let place = 0; place < characters.length - 1; place++) {
    pairs[place] = characters[place]! * letters + characters[place + 1]!;
  }
  return [
    { at: 4, numbers: characters, count: letters },
    { at: 2, numbers: pairs, count: letters ** 2 },
    { at: 0, numbers: pairs, count: letters ** 2 },
  ];
}

/** Entries of the file, one behind the other as they are made. */
class GramLists {
  private bytes = Buffer.alloc(1024 * 1024);
  private at = 0;
  private readonly entries: [gram: string, from: number, to: number][] = [];

  /** @param numbers ascending */
  add(gram: string, numbers: ArrayLike<number>): void {
    this.addEntry(gram, listBytes(numbers), () => this.writeList(numbers));
  }

  /** Of a 4-gram, by the characters behind it. */
  addLists(gram: string, lists: [code: number, places: ArrayLike<number>][]): void {
    const heads = lists.map(([code, places]) => [code, listBytes(places)] as const);
    const headBytes = heads.reduce((sum, [code, bytes]) => sum + varintBytes(code) + varintBytes(bytes), 0);
    const bytes = heads.reduce((sum, [, list]) => sum + list, varintBytes(headBytes) + headBytes);
    this.addEntry(gram, bytes, () => {
      this.writeVarint(headBytes);
      for (const head of heads) for (const number of head) this.writeVarint(number);
      for (const [, places] of lists) this.writeList(places);
    });
  }

  private addEntry(gram: string, bytes: number, write: () => void): void {
    const from = this.at;
    this.makeRoom(1 + 3 * gram.length + varintBytes(bytes) + bytes);
    this.bytes[this.at++] = gram.length;
    for (let unit = 0; unit < gram.length; unit++) this.writeVarint(gram.charCodeAt(unit));
    this.writeVarint(bytes);
    write();
    this.entries.push([gram, from, this.at]);
  }

  /** As many as there are grams, or some more: a reader gets a whole bucket for one gram of it. */
  inBuckets(): Buffer[] {
    const count = 2 ** Math.ceil(Math.log2(Math.max(1, this.entries.length)));
    const buckets: Buffer[][] = Array.from({ length: count }, () => []);
    for (const [gram, from, to] of this.entries) buckets[gramBucket(gram, count)]!.push(this.bytes.subarray(from, to));
    return buckets.map((bucket) => (bucket.length === 1 ? bucket[0]! : Buffer.concat(bucket)));
  }

  private makeRoom(bytes: number): void {
    if (this.at + bytes <= this.bytes.length) return;
    const larger = Buffer.alloc(2 * this.bytes.length + bytes);
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }

  private writeList(numbers: ArrayLike<number>): void {
    for (let index = 0, last = 0; index < numbers.length; last = numbers[index++]!)
      this.writeVarint(numbers[index]! - last);
  }

  private writeVarint(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) this.bytes[this.at++] = (rest & 0x7f) | 0x80;
    this.bytes[this.at++] = rest;
  }
}

function listBytes(numbers: ArrayLike<number>): number {
  let bytes = 0;
  for (let index = 0, last = 0; index < numbers.length; last = numbers[index++]!)
    bytes += varintBytes(numbers[index]! - last);
  return bytes;
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 0x80; rest >>>= 7) bytes++;
  return bytes;
}
