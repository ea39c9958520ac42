import type { TranscriptDraft as TranscriptDraftOnTheWire } from '../../../contract/transcript-drafts.js';
import type { TranscriptDraft } from './transcript-draft.entity.js';

export function toTranscriptDraft(
  row: Pick<TranscriptDraft, 'state' | 'cues' | 'problem'> | null,
): TranscriptDraftOnTheWire | null {
  if (!row) return null;
  switch (row.state) {
    case 'waiting':
      return { state: 'waiting', problem: row.problem };
    case 'ready':
      return { state: 'ready', cues: row.cues ?? [] };
    case 'failed':
      return { state: 'failed', problem: row.problem ?? '' };
    case 'settled':
      return null;
  }
}
