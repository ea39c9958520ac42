import { EXCERPT_STORY_PAGE } from './screen-numbers.js';
import { graphemesOf } from './older-browsers.js';

/** The first `length` characters of a text on one line, with an ellipsis when something was cut. Never cuts inside a character. */
export function excerpt(text: string, length = EXCERPT_STORY_PAGE): string {
  const line = onOneLine(text);
  const end = endOf(line, length);
  return end === null ? line : `${line.slice(0, end).trimEnd()}…`;
}

/** Whether an excerpt of `length` characters would leave something out. */
export function needsExcerpt(text: string, length = EXCERPT_STORY_PAGE): boolean {
  return endOf(onOneLine(text), length) !== null;
}

export function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Where the first `length` characters end; null when there are no more. */
function endOf(line: string, length: number): number | null {
  let count = 0;
  for (const { index } of graphemesOf(line)) if (count++ === length) return index;
  return null;
}
