import { z } from 'zod';
import { checkCues, toCueText } from '../../../contract/transcripts/cues.js';
import { DRAFT_SILENCE_OVER, DRAFT_UNSURE_UNDER } from '../../../contract/common/limits.js';
import type { CueDoubt, DraftCue } from '../../../contract/transcripts/transcript-drafts.js';

/** Many services have none, and say so in their own ways. */
const figure = z.number().nullish().catch(null);
const segment = z.object({
  start: figure,
  end: figure,
  text: z.string(),
  no_speech_prob: figure,
  avg_logprob: figure,
});
type Segment = z.infer<typeof segment>;
const answer = z.object({ segments: z.array(segment.nullable().catch(null)) });

/** How long a line is shown of which nobody knows when it ends. */
const UNTIMED_SECONDS = 1;

/** The lines of a `verbose_json` response, by their beginnings, each with what makes it doubtful. Null when it is no such response. */
export function toDraftCues(body: unknown): DraftCue[] | null {
  const read = answer.safeParse(body);
  if (!read.success) return null;
  const { segments } = read.data;
  const lines = segments.filter((line) => line !== null);
  const isTimed = lines.some(({ start, end }) => typeof start === 'number' && typeof end === 'number');
  if (!isTimed && segments.length > 0) return null;
  const cues: DraftCue[] = [];
  for (const line of lines) cues.push(...toDraftCue(line, cues.at(-1)?.end ?? 0));
  return cues.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/**
 * None where nothing is said. Where the times are no times somebody has to listen: the words may be invented, too, or said.
 * @param before when the line before it ends
 */
function toDraftCue(said: Segment, before: number): DraftCue[] {
  const { start, end, text } = said;
  if (toCueText(text) === '') return [];
  const doubt = doubtOf(said);
  const checked = checkCues([{ start, end, text }]);
  if (typeof checked !== 'string') return checked.map((cue) => ({ ...cue, doubt }));
  for (const from of [start, before]) {
    const placed = checkCues([{ start: from, end: (from ?? before) + UNTIMED_SECONDS, text }]);
    if (typeof placed !== 'string') return placed.map((cue) => ({ ...cue, doubt: doubt ?? 'unsure' }));
  }
  return [];
}

function doubtOf({ no_speech_prob, avg_logprob }: Segment): CueDoubt | null {
  if ((no_speech_prob ?? 0) > DRAFT_SILENCE_OVER) return 'silence';
  return (avg_logprob ?? 0) < DRAFT_UNSURE_UNDER ? 'unsure' : null;
}
