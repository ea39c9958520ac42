import { toWellFormed } from '../common/older-browsers.js';

/** What ends a line for any reader of text, not only for Markdown. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Means something wherever it stands: code, emphasis, links, HTML, headings, entities, tables, mathematics, mentions. */
const ANYWHERE = /[\\`*_{}[\]<>#&|~^$@]/;
/** Would make a link of what only looks like the address of a website. */
const WITHIN_ADDRESSES = /[.:](?=\p{L})|\/(?=\/)/u;
const MARKUP = new RegExp(`${ANYWHERE.source}|${WITHIN_ADDRESSES.source}`, 'gu');
/**
 * Readers of GitHub's Markdown look for addresses once more where escapes are gone: before the dots of www, the slashes of
 * https and the at-sign of an e-mail.
 */
const BARE_ADDRESSES = /(?<=(?<![\p{L}\p{N}])www)(?=\.)|(?<=https?:)(?=\/\/)|(?<=[\w.+-])(?=@[\w-])/giu;
/** Of no width, and no place to break a line: it parts an address for a machine, not for the eye. */
const WORD_JOINER = '\u2060';
/** Begins a list, a definition, the underline of a heading or the divider of a table. */
const LINE_START = /^[-+=:]/;
const LIST_NUMBER = /^(\d+)([.)])/;

/** Any text as one line of Markdown that reads as that text and is no markup; bare addresses are parted by a word joiner. */
export function markdownLine(text: string): string {
  return escapeLine(withoutControls(text.replaceAll(/\s+/gu, ' ')).trim());
}

/** Any text as paragraphs of Markdown that read as that text: its lines stay lines, blank ones part paragraphs. */
export function markdownParagraphs(text: string): string {
  // White space at the start of a line would make code of it, at its end a break.
  const lines = text.split(LINE_END).map((line) => withoutControls(line.replaceAll('\t', ' ')).trim());
  return lines
    .map(escapeLine)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function withoutControls(text: string): string {
  return toWellFormed(text).replaceAll(/\p{Cc}/gu, '');
}

function escapeLine(line: string): string {
  const parted = line.replaceAll(BARE_ADDRESSES, WORD_JOINER);
  return parted.replaceAll(MARKUP, '\\$&').replace(LINE_START, '\\$&').replace(LIST_NUMBER, '$1\\$2');
}
