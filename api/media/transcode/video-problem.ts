import { writtenDuration } from '../../contract/common/grammar.js';
import { VIDEO_MAX_MS } from '../../contract/common/limits.js';

/** Why a file cannot be made playable, in words that go on from "cannot be played: ". */
const VIDEO_PROBLEMS = {
  damaged: 'the file is damaged, or it is not a video',
  empty: 'there is neither picture nor sound in it',
  unknown_format: 'it is in a format that we cannot read',
  too_long: `it is longer than ${writtenDuration(VIDEO_MAX_MS)}`,
  too_large: 'its picture is larger than 8K',
  too_slow: 'preparing it took too long',
  too_heavy: 'preparing it needs more memory than we have',
  too_big: 'the prepared file would be too big to keep',
  gave_up: 'the server stopped each time it was preparing it',
} as const;

export type VideoProblemCode = keyof typeof VIDEO_PROBLEMS;

const OF_THE_FILE = new Set<VideoProblemCode>(['damaged', 'empty']);

/** Something about the file itself: trying again would not help. */
export class VideoProblem extends Error {
  constructor(
    readonly code: VideoProblemCode,
    /** What the tool said, for the log. */
    readonly detail = '',
  ) {
    super(VIDEO_PROBLEMS[code]);
    this.name = 'VideoProblem';
  }
}

/** Whether only the file itself can be to blame, on whichever machine. */
export function isOfTheFile(error: unknown): error is VideoProblem {
  return error instanceof VideoProblem && OF_THE_FILE.has(error.code);
}
