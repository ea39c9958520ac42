import type { LedgerEntry, LedgerEvent } from '../../people/ledger/withdrawal-ledger.js';

/**
 * Of each of these a person's last word counts; of the releases, of each video; of emptied words, of each answer; of
 * `moved`, whoever it is moved to.
 */
export const SUBJECTS: Partial<Record<LedgerEntry['kind'], string>> = {
  hidden: 'visibility',
  shown: 'visibility',
  recording: 'recording',
  transcription: 'transcription',
  words: 'words',
  photos: 'photos',
  refused: 'release',
  released: 'release',
  moved: 'move',
  emptied: 'written answer',
  wishes: 'wishes',
};

/** Of two words of one subject the later takes the place of the other. */
export function subjectOf({ kind, participantId, ...entry }: LedgerEvent): string {
  if (kind === 'moved' && 'id' in entry) return `${SUBJECTS[kind]} ${entry.id}`;
  return `${SUBJECTS[kind] ?? kind} ${participantId} ${'id' in entry ? entry.id : ''}`;
}
