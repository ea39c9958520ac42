/** What ends a line for any reader of text, not only for Markdown. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Means something wherever it stands: code, emphasis, links, HTML, headings, entities, tables, mathematics, mentions. */
const ANYWHERE = /[\\`*_{}[\]<>#&|~^$@]/;
/** Would make a link of what only looks like the address of a website. */
const WITHIN_ADDRESSES = /[.:](?=\p{L})|\/(?=\/)/u;
const MARKUP = new RegExp(`${ANYWHERE.source}|${WITHIN_ADDRESSES.source}`, 'gu');
/** Begins a list, a definition, the underline of a heading or the divider of a table. */
const LINE_START = /^[-+=:]/;
const LIST_NUMBER = /^(\d+)([.)])/;

/** Any text as one line of Markdown that reads as that text and is no markup. */
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
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, '');
}

function escapeLine(line: string): string {
  return line.replaceAll(MARKUP, '\\$&').replace(LINE_START, '\\$&').replace(LIST_NUMBER, '$1\\$2');
}
