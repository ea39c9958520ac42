import { LOCAL_DRAFT_MAX_AGE_MS, LOCAL_DRAFT_SEEN_STEP_MS } from '../../../api/contract/common/screen-numbers.js';
import { forget, keep, keysWith, readKeptJson } from '../../shared/local-storage.js';

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
    if (isKeptWords(kept)) return { text: kept.text, revision: kept.revision, sent: [kept.sent ?? []].flat() };
  }
  return null;
}

/** Returns whether the browser keeps them. */
export function keepWords(owner: string, questionId: number, words: KeptWords): boolean {
  return keepSeen(keyOf(owner, questionId), words);
}

function keepSeen(key: string, words: object): boolean {
  return keep(key, JSON.stringify({ ...words, seenAt: Date.now() }));
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

/**
 * Notes that these owners have come back to theirs, and removes those of others who have not for as long as local drafts are
 * kept: whoever does not come back to a shared browser leaves nothing in it for ever.
 */
export function discardForgottenWords(owners: readonly string[]): void {
  const own = new Set(findKeys(owners));
  for (const key of keysWith(PREFIX)) {
    const kept = readKeptJson(key);
    if (!isKeptWords(kept)) continue;
    const { seenAt } = kept;
    const msSinceSeen = Date.now() - (seenAt ?? 0);
    // What an earlier page has kept counts from now on.
    if (own.has(key) || seenAt === undefined) {
      if (msSinceSeen > LOCAL_DRAFT_SEEN_STEP_MS) keepSeen(key, kept);
    } else if (msSinceSeen > LOCAL_DRAFT_MAX_AGE_MS) forget(key);
  }
}

function findKeys(owners: readonly string[]): string[] {
  return owners.flatMap((owner) => keysWith(`${PREFIX}${owner}:`));
}

/** Earlier pages kept what was sent last alone, and not when their person was there last. */
interface StoredWords extends Pick<KeptWords, 'text' | 'revision'> {
  sent?: string | string[] | null;
  /** In ms. */
  seenAt?: number;
}

function isKeptWords(kept: unknown): kept is StoredWords {
  if (typeof kept !== 'object' || kept === null) return false;
  const { text, revision } = kept as Partial<StoredWords>;
  return typeof text === 'string' && typeof revision === 'number';
}
