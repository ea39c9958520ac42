import { EXCERPT_STORY_PAGE } from './screen-numbers.js';

const graphemes = new Intl.Segmenter();

/** The first `length` characters of a text on one line, with an ellipsis when something was cut. Never cuts inside a character. */
export function excerpt(text: string, length = EXCERPT_STORY_PAGE): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  let count = 0;
  for (const { index } of graphemes.segment(line)) {
    if (count++ === length) return `${line.slice(0, index).trimEnd()}…`;
  }
  return line;
}

/** Whether an excerpt of `length` characters would leave something out. */
export function needsExcerpt(text: string, length = EXCERPT_STORY_PAGE): boolean {
  return excerpt(text, length) !== excerpt(text, Number.POSITIVE_INFINITY);
}
