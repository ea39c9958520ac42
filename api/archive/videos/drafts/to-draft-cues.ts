import { z } from 'zod';
import { checkCues, toCueText } from '../../../contract/cues.js';
import { DRAFT_SILENCE_OVER, DRAFT_UNSURE_UNDER } from '../../../contract/limits.js';
import type { CueDoubt, DraftCue } from '../../../contract/transcript-drafts.js';

/** Many services have none, and say so in their own ways. */
const figure = z.number().nullish().catch(null);
const segment = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  no_speech_prob: figure,
  avg_logprob: figure,
});
type Segment = z.infer<typeof segment>;
const answer = z.object({ segments: z.array(segment.nullable().catch(null)) });

/** The lines of a `verbose_json` response, by their beginnings, each with what makes it doubtful. Null when it is no such response. */
export function toDraftCues(body: unknown): DraftCue[] | null {
  const read = answer.safeParse(body);
  if (!read.success) return null;
  const { segments } = read.data;
  const lines = segments.filter((line) => line !== null);
  if (lines.length === 0 && segments.length > 0) return null;
  return lines.flatMap(toDraftCue).toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** None where nothing is said, and where the times are no times: recognizers invent both. */
function toDraftCue(said: Segment): DraftCue[] {
  if (toCueText(said.text) === '') return [];
  const checked = checkCues([said]);
  return typeof checked === 'string' ? [] : checked.map((cue) => ({ ...cue, doubt: doubtOf(said) }));
}

function doubtOf({ no_speech_prob, avg_logprob }: Segment): CueDoubt | null {
  if ((no_speech_prob ?? 0) > DRAFT_SILENCE_OVER) return 'silence';
  return (avg_logprob ?? 0) < DRAFT_UNSURE_UNDER ? 'unsure' : null;
}
