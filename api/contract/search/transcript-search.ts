import { SNIPPET_CONTEXT } from '../common/limits.js';
import { isStoryOverview } from '../interview/questions.js';
import { toWellFormed } from '../common/older-browsers.js';

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

/** A stretch of a transcript around its first match, to tell of it without all of it; everything when it is short. */
export function excerptAround(transcript: string, query: string, context: number): { text: string; isWhole: boolean } {
  const [first] = findMatches(transcript, query, 1);
  if (!first) return { text: '', isWhole: transcript === '' };
  const start = characterStart(transcript, Math.max(0, first.start - context));
  const end = characterStart(transcript, Math.min(transcript.length, first.end + context));
  return { text: transcript.slice(start, end), isWhole: end - start === transcript.length };
}

/**
 * A text as the search compares it: lower case, and one s for all places in a Greek word, so that what stands in a
 * text is found whatever stands around it. Server and browser have this one rule.
 */
export function foldCase(text: string): string {
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
  const start = characterStart(transcript, Math.max(0, first.start - context));
  const end = characterStart(transcript, Math.min(transcript.length, first.end + context));
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

/** Matches as positions in `text`, which lower-casing may have made longer or shorter. */
function findMatches(text: string, query: string, limit = Number.POSITIVE_INFINITY): Match[] {
  const needle = searchedText(query);
  if (needle === '') return [];
  const haystack = foldCase(text);
  const positionOf = haystack.length === text.length ? (index: number) => index : originalPositions(text);
  const matches: Match[] = [];
  let from = haystack.indexOf(needle);
  while (from !== -1 && matches.length < limit) {
    const to = from + needle.length;
    matches.push({ start: positionOf(from), end: positionOf(to) });
    from = haystack.indexOf(needle, to);
  }
  return matches;
}

/** Maps an index of the lower-cased text back to the text: "İ" becomes two characters in lower case. */
function originalPositions(text: string): (loweredIndex: number) => number {
  const positions: number[] = [];
  let at = 0;
  for (const character of text) {
    for (let i = 0; i < character.toLowerCase().length; i++) positions.push(at);
    at += character.length;
  }
  positions.push(text.length);
  return (loweredIndex) => positions[loweredIndex] ?? text.length;
}

/** Moves an index off the middle of a surrogate pair. */
function characterStart(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index;
}
