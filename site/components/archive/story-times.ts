import type { StoryVideo } from '../../../api/contract/stories.js';

const WORDS_A_MINUTE = 200;
/** A character of a script without spaces counts as a word of its own. */
const WORD = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;

type TimedVideo = Pick<StoryVideo, 'transcript'> & { durationSeconds?: number | null; isWritten?: boolean };

/**
 * How long a story takes, for people: "4 min watch · 6 min read", with what is known; empty when nothing is.
 * A line breaks between the two alone.
 */
export function storyTimes(videos: TimedVideo[]): string {
  const durations = videos.map(({ durationSeconds = null, isWritten }) => (isWritten ? 0 : durationSeconds));
  const seconds = durations.includes(null) ? 0 : durations.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const words = videos.reduce((sum, { transcript }) => sum + (transcript.match(WORD)?.length ?? 0), 0);
  const parts = [minutes(seconds / 60, 'watch'), minutes(words / WORDS_A_MINUTE, 'read')];
  return parts.filter((part) => part !== null).join(' · ');
}

function minutes(count: number, what: string): string | null {
  return count === 0 ? null : `${Math.max(1, Math.round(count))}\u00a0min\u00a0${what}`;
}
