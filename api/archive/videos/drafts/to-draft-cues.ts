import { z } from 'zod';
import { checkCues, toCueText } from '../../../contract/cues.js';
import { DRAFT_SILENCE_OVER, DRAFT_UNSURE_UNDER } from '../../../contract/limits.js';
import type { CueDoubt, DraftCue } from '../../../contract/transcript-drafts.js';

const segment = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  no_speech_prob: z.number().optional(),
  avg_logprob: z.number().optional(),
});
type Segment = z.infer<typeof segment>;
const answer = z.object({ segments: z.array(segment) });

/** The lines of a `verbose_json` response, by their beginnings, each with what makes it doubtful. Null when it is no such response. */
export function toDraftCues(body: unknown): DraftCue[] | null {
  const read = answer.safeParse(body);
  if (!read.success) return null;
  return read.data.segments.flatMap(toDraftCue).toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** None where nothing is said, and where the times are no times: recognizers invent both. */
function toDraftCue(said: Segment): DraftCue[] {
  if (toCueText(said.text) === '') return [];
  const checked = checkCues([said]);
  return typeof checked === 'string' ? [] : checked.map((cue) => ({ ...cue, doubt: doubtOf(said) }));
}

function doubtOf({ no_speech_prob: silence = 0, avg_logprob: certainty = 0 }: Segment): CueDoubt | null {
  if (silence > DRAFT_SILENCE_OVER) return 'silence';
  return certainty < DRAFT_UNSURE_UNDER ? 'unsure' : null;
}
