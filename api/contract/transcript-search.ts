import { SNIPPET_CONTEXT } from './limits.js';
import { isStoryOverview } from './questions.js';
import { graphemesOf, toWellFormed } from './older-browsers.js';

/** A stretch of a snippet; `isMatch` stretches are highlighted. */
export interface SnippetPart {
  text: string;
  isMatch: boolean;
}

/**
 * Whether a video takes part in the transcript search: overviews, by question or by title, do not, nor what says nothing. The
 * view `public_video` has the same rule (`is_searchable`, in its newest migration).
 */
export function isSearchable(video: { questionId: number | null; title: string; transcript: string }): boolean {
  const isOverview = isStoryOverview(video.questionId) || video.title.toLowerCase().includes('story overview');
  return !isOverview && video.transcript !== '';
}

/** Case-insensitive substring of the transcript. A blank query matches nothing. */
export function matchesTranscript(transcript: string, query: string): boolean {
  return findMatches(transcript, query, 1).length > 0;
}

/** Where the first match begins, or −1. */
export function positionOfMatch(transcript: string, query: string): number {
  return findMatches(transcript, query, 1)[0]?.start ?? -1;
}

/**
 * A stretch of a transcript around its first match, to tell of it without all of it; everything when it is short.
 * @param context characters either side, as people see them
 */
export function excerptAround(transcript: string, query: string, context: number): { text: string; isWhole: boolean } {
  const [first] = findMatches(transcript, query, 1);
  if (!first) return { text: '', isWhole: transcript === '' };
  const { start, end } = widen(transcript, first, context);
  return { text: transcript.slice(start, end), isWhole: end - start === transcript.length };
}

/**
 * A text as the search compares it: lower case, one s for all places in a Greek word, so that what stands in a text is
 * found whatever stands around it, and a letter with its marks as one sign where there is one, however it was written.
 * Server and browser have this one rule.
 */
export function foldCase(text: string): string {
  return lowerCase(text).normalize('NFC');
}

function lowerCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/**
 * What is looked for when a person has typed this: without blanks around it, the same in any case.
 * Empty: nothing. Half of a character, which no database can keep, is found nowhere.
 */
export function searchedText(query: string): string {
  return foldCase(toWellFormed(query.trim()));
}

/**
 * The text around the first match, 100 characters either side, in parts of which every match is marked.
 * An ellipsis stands where the transcript goes on. Empty when nothing matches.
 */
export function snippet(transcript: string, query: string, context = SNIPPET_CONTEXT): SnippetPart[] {
  const [first] = findMatches(transcript, query, 1);
  if (!first) return [];
  const { start, end } = widen(transcript, first, context);
  const text = `${start > 0 ? '…' : ''}${transcript.slice(start, end)}${end < transcript.length ? '…' : ''}`;
  return highlight(text, query);
}

/** A whole text in parts, every match marked. */
export function highlight(text: string, query: string): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let at = 0;
  for (const { start, end } of findMatches(text, query)) {
    if (start > at) parts.push({ text: text.slice(at, start), isMatch: false });
    parts.push({ text: text.slice(start, end), isMatch: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMatch: false });
  return parts;
}

interface Match {
  start: number;
  end: number;
}

/** Matches as positions in `text`, which folding may have made longer or shorter. */
function findMatches(text: string, query: string, limit = Number.POSITIVE_INFINITY): Match[] {
  const needle = searchedText(query);
  if (needle === '') return [];
  const haystack = foldCase(text);
  const placeOf = isInStep(text, haystack) ? (match: Match) => match : createLocator(text);
  const matches: Match[] = [];
  let from = haystack.indexOf(needle);
  while (from !== -1 && matches.length < limit) {
    const to = from + needle.length;
    const match = placeOf({ start: from, end: to });
    if (match.start >= (matches.at(-1)?.end ?? 0)) matches.push(match);
    from = haystack.indexOf(needle, to);
  }
  return matches;
}

/** Whether each position of a folded text is the same in the text. */
function isInStep(text: string, folded: string): boolean {
  return folded.length === text.length && folded === lowerCase(text);
}

/** What one sign can be made of: a letter with its marks, or the parts of a Korean syllable. */
const LETTER = /.[\p{M}\u1160-\u11ff]*/gsu;

/** Maps matches in a folded text, each behind the one before, back to the text; a letter that folding changes is matched whole. */
function createLocator(text: string): (match: Match) => Match {
  const letters = text.matchAll(LETTER);
  let letter = { index: 0, length: 0, foldedIndex: 0, foldedLength: 0, isInStep: true };
  const letterAt = (foldedIndex: number) => {
    while (foldedIndex >= letter.foldedIndex + letter.foldedLength) {
      const next = letters.next();
      if (next.done) break;
      const [written] = next.value;
      const folded = foldCase(written);
      letter = {
        index: next.value.index,
        length: written.length,
        foldedIndex: letter.foldedIndex + letter.foldedLength,
        foldedLength: folded.length,
        isInStep: isInStep(written, folded),
      };
    }
    return letter;
  };
  return ({ start, end }) => {
    const first = letterAt(start);
    const from = first.index + (first.isInStep ? start - first.foldedIndex : 0);
    const last = letterAt(end - 1);
    return { start: from, end: last.index + (last.isInStep ? end - last.foldedIndex : last.length) };
  };
}

/** A match with so many characters on either side, as people see them. */
function widen(text: string, { start, end }: Match, context: number): Match {
  return { start: startBefore(text, start, context), end: endAfter(text, end, context) };
}

/** Where the last `count` characters before a position begin. */
function startBefore(text: string, position: number, count: number): number {
  for (let width = 4 * count; ; width *= 2) {
    // A character begins at every blank, so that what stands before it need not be looked at.
    const from = position > width ? Math.max(0, text.lastIndexOf(' ', position - width)) : 0;
    const indices = Array.from(graphemesOf(text.slice(from, position)), ({ index }) => from + index);
    if (from === 0 || indices.length >= count) return indices.at(-count) ?? indices[0] ?? position;
  }
}

/** Where the first `count` characters from a position on end. */
function endAfter(text: string, position: number, count: number): number {
  let left = count;
  for (const { index } of graphemesOf(text.slice(position))) if (left-- === 0) return position + index;
  return text.length;
}
