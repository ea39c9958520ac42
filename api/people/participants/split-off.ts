import { type StepField, stepFieldsCompletedByAnswer } from '../../contract/interview/steps.js';
import type { Participant } from './participant.entity.js';

export type TimeField = StepField | 'mediaUploadCompletedAt';

type Told = Pick<Participant, 'status' | 'isDone' | 'tag' | 'instagram' | 'tiktok'>;

export interface SplitOff {
  /** What waits for the owner, with all that is needed to give it back. */
  kept: Told & { times: Partial<Record<TimeField, Date>> };
  /** What the person is without it. */
  left: Told & Partial<Record<TimeField, Date | null>>;
}

/** What somebody is about whom nothing is told yet. */
const NOTHING: Told = { status: 'in_progress', isDone: false, tag: false, instagram: null, tiktok: null };
export const NOTHING_KEPT: SplitOff['kept'] = { ...NOTHING, times: {} };

/**
 * Parts what was begun from a person, who is then as they were before anything was recorded.
 * @param answered the questions that what was begun answers
 * @param firstUploadAt when something of theirs came through the public page, which is told of the e-mail, whoever registered it
 */
export function splitOff(participant: Participant, answered: number[], firstUploadAt: Date | null): SplitOff {
  const { status, isDone, tag, instagram, tiktok } = participant;
  const steps = [...new Set(answered.flatMap(stepFieldsCompletedByAnswer))];
  const fields: TimeField[] = status === 'submitted' ? [...steps, 'mediaUploadCompletedAt'] : steps;
  const times = fields.flatMap((field) => {
    const time = participant[field];
    return time ? [[field, time] as const] : [];
  });
  return {
    kept: { status, isDone, tag, instagram, tiktok, times: Object.fromEntries(times) },
    left: {
      ...NOTHING,
      ...Object.fromEntries(steps.map((field) => [field, null])),
      ...(status === 'submitted' && { mediaUploadCompletedAt: firstUploadAt }),
    },
  };
}
