import { toCueText } from './cues.js';

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g;
/** `<i>`, `</c.loud>`, `<v Anna>`, `<00:00:01.000>`; not `5 < 6` nor `<3`. */
const TAG = /<\/?[a-zA-Z][^<>]*>|<\/?>|<\d+:[\d:.]+>/g;
/** Where SubRip's players put a line: `{\an8}`. */
const POSITION = /\{\\[^{}]*\}/g;

/** What a cue says, without what only styles it. */
export function plainCueText(source: string, { isVtt }: { isVtt: boolean }): string {
  const untagged = (isVtt ? source : source.replace(POSITION, '')).replace(TAG, '');
  return toCueText(untagged.replace(ENTITY, toCharacter));
}

function toCharacter(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
