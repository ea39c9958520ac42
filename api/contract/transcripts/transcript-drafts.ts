import type { TranscriptCue } from './cues.js';

/** What makes a line of a draft doubtful: perhaps nobody speaks there, or the words were hard to hear. */
export type CueDoubt = 'silence' | 'unsure';

export interface DraftCue extends TranscriptCue {
  doubt: CueDoubt | null;
}

/** The automatic transcript of a showcase video, which only staff see until one of them accepts it. */
export type TranscriptDraft =
  | { state: 'waiting'; problem: string | null }
  | { state: 'ready'; cues: DraftCue[] }
  | { state: 'failed'; problem: string };
