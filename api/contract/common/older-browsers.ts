// What stands here is known to every browser of today and not to those that people keep for years. The build turns newer
// syntax into what they know, and adds no functions: Chrome 111, Firefox 115 and Safari 16.4, by the target of Vite. So code
// that reaches a browser uses these; `scripts/config/older-browsers.spec.ts` refuses the newer ones there.
import { LANGUAGE } from './language.js';

export function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve!: PromiseWithResolvers<T>['resolve'];
  let reject!: PromiseWithResolvers<T>['reject'];
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Aborts with the first of them, for its reason. */
export function anySignal(signals: AbortSignal[]): AbortSignal {
  const first = new AbortController();
  const { signal } = first;
  for (const one of signals) {
    const abort = () => first.abort(one.reason);
    if (one.aborted) abort();
    else one.addEventListener('abort', abort, { once: true, signal });
  }
  return signal;
}

/** Null of what is no address. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** The text with � for every half of a character. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

type Segment = Pick<Intl.SegmentData, 'segment' | 'index'>;
type Granularity = NonNullable<Intl.SegmenterOptions['granularity']>;
const segmenters: Partial<Record<Granularity, Intl.Segmenter>> = {};
/** Marks belong to their letter, two letters of a flag to each other, and so does what is joined to one picture. */
const GRAPHEME = /(?:\r\n|\p{RI}{2}|.)[\p{M}\p{EMod}]*(?:\u200d.[\p{M}\p{EMod}]*)*/gsu;
/** Up to the sign that ends it, with what closes after that and the blanks; a small letter goes on with the sentence. */
const SENTENCE = /.+?(?:[.!?]+[\p{Pe}\p{Pf}"']*(?=\s+\P{Ll}|\s*$)|[。！？]+[\p{Pe}\p{Pf}]*|$)\s*/gsu;
/** In Thai and its neighbours a word has some five characters, blanks and signs aside. */
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]{0,4}|[^\p{L}\p{N}]+/gu;

/** The characters of a text as people see them. */
export function graphemesOf(text: string): Iterable<Segment> {
  return segmentsOf(text, 'grapheme', GRAPHEME);
}

/** The sentences of a text, each with the blanks after it. */
export function segmentSentences(text: string): Iterable<Segment> {
  return segmentsOf(text, 'sentence', SENTENCE);
}

/** The words of a text that has no spaces between them, and what stands between words. */
export function segmentWords(text: string): Iterable<Segment> {
  return segmentsOf(text, 'word', WORD);
}

/** Where the browser knows no segments, nearly what it would say. */
function segmentsOf(text: string, granularity: Granularity, nearly: RegExp): Iterable<Segment> {
  if (!('Segmenter' in Intl)) return matchesOf(text, nearly);
  return (segmenters[granularity] ??= new Intl.Segmenter(LANGUAGE, { granularity })).segment(text);
}

function* matchesOf(text: string, pattern: RegExp): Generator<Segment> {
  for (const { 0: segment, index } of text.matchAll(pattern)) yield { segment, index };
}
