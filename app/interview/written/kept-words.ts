import { forget, keep, keysWith, readKeptJson } from '../../shared/kept-here.js';

/** Words that are typed and that the server may not have yet, as this browser keeps them. */
export interface KeptWords {
  text: string;
  /** What they were made of, see SaveWrittenAnswerRequest. */
  revision: number;
  /** What was sent since that revision: whether it arrived is not known. */
  sent: string[];
}

const PREFIX = 'written-answer:';
const keyOf = (owner: string, questionId: number) => `${PREFIX}${owner}:${questionId}`;

/** Null where nothing is kept, or nothing can be. */
export function readWords(owners: readonly string[], questionId: number): KeptWords | null {
  for (const owner of owners) {
    const kept = readKeptJson(keyOf(owner, questionId));
    if (isKeptWords(kept)) return { ...kept, sent: [kept.sent ?? []].flat() };
  }
  return null;
}

/** Returns whether the browser keeps them. */
export function keepWords(owner: string, questionId: number, words: KeptWords): boolean {
  return keep(keyOf(owner, questionId), JSON.stringify(words));
}

/** The server has these words. Others, which another tab keeps, stay. */
export function forgetWords(owners: readonly string[], questionId: number, text: string): void {
  for (const owner of owners) {
    if (readWords([owner], questionId)?.text.trim() === text.trim()) forget(keyOf(owner, questionId));
  }
}

export function hasKeptWords(owners: readonly string[]): boolean {
  return findKeys(owners).length > 0;
}

/** Nothing of what they wrote stays behind in this browser. */
export function forgetAllWords(owners: readonly string[]): void {
  findKeys(owners).forEach(forget);
}

function findKeys(owners: readonly string[]): string[] {
  return owners.flatMap((owner) => keysWith(`${PREFIX}${owner}:`));
}

/** Earlier pages kept what was sent last alone. */
function isKeptWords(kept: unknown): kept is Omit<KeptWords, 'sent'> & { sent?: string | string[] | null } {
  if (typeof kept !== 'object' || kept === null) return false;
  const { text, revision } = kept as Partial<KeptWords>;
  return typeof text === 'string' && typeof revision === 'number';
}
