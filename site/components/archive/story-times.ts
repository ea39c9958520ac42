import { segmentWords } from '../../../api/contract/common/older-browsers.js';
import type { StoryVideo } from '../../../api/contract/stories/stories.js';

const WORDS_A_MINUTE = 200;
/** Thai and its neighbours have no spaces between their words. */
const WORDS_WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** Of Chinese and Japanese a character counts as a word. */
const WORD = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;

type TimedVideo = Pick<StoryVideo, 'transcript'> & { durationSeconds?: number | null; isWritten?: boolean };

/**
 * How long a story takes, for people: "4 min watch · 6 min read", with what is known; empty when nothing is.
 * A line breaks between the two alone.
 */
export function storyTimes(videos: TimedVideo[]): string {
  const durations = videos.map(({ durationSeconds = null, isWritten }) => (isWritten ? 0 : durationSeconds));
  const seconds = durations.includes(null) ? 0 : durations.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const words = videos.reduce((sum, { transcript }) => sum + countWords(transcript), 0);
  const parts = [minutes(seconds / 60, 'watch'), minutes(words / WORDS_A_MINUTE, 'read')];
  return parts.filter((part) => part !== null).join(' · ');
}

function minutes(count: number, what: string): string | null {
  return count === 0 ? null : `${Math.max(1, Math.round(count))}\u00a0min\u00a0${what}`;
}

function countWords(text: string): number {
  let unspaced = 0;
  const spaced = text.replaceAll(WORDS_WITHOUT_SPACES, (words) => {
    for (const { segment } of segmentWords(words)) if (/[\p{L}\p{N}]/u.test(segment)) unspaced++;
    return ' ';
  });
  return unspaced + (spaced.match(WORD)?.length ?? 0);
}
