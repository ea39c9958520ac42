import { questionOfFragment } from '../../api/contract/people/resume.js';
import { forget, keep, readKeptJson } from '../shared/local-storage.js';

const KEY = 'wanted-question';
/** As long as a mailed link works. */
const MAX_AGE_MS = 60 * 60_000;

/** Keeps which question somebody asked for, until they are signed in; else the interview opens at its first open one, as ever. */
export function noteWantedQuestion(questionId: number): void {
  keep(KEY, JSON.stringify({ questionId, at: Date.now() }));
}

/** The id of the question that the address names, or that was asked for before signing in; it is not wanted a second time. */
export function consumeWantedQuestion(fragment: string): number | null {
  const noted = consumeNoted();
  return questionOfFragment(fragment) ?? noted;
}

function consumeNoted(): number | null {
  const noted = readKeptJson(KEY) as { questionId?: unknown; at?: unknown } | null;
  forget(KEY);
  if (typeof noted?.questionId !== 'number' || typeof noted.at !== 'number') return null;
  return Date.now() - noted.at < MAX_AGE_MS ? noted.questionId : null;
}
