import type { StoryOverviewItem, StoryVideo } from '../../../api/contract/stories/stories.js';
import { graphemesOf } from '../../../api/contract/common/older-browsers.js';

/** The transcript that stands for a whole story in the archive: the overview's, else the first answer's that has one. */
export function teaserTranscript({ overviewVideo, videos }: StoryOverviewItem): string {
  const transcripts = [overviewVideo, ...videos].map((video) => video?.transcript.trim() ?? '');
  return transcripts.find((transcript) => transcript !== '') ?? '';
}

/** The video that is the picture of a story: its poster, or while there is none its first frame. Words have none. */
export function teaserVideo({ overviewVideo, videos }: StoryOverviewItem): StoryVideo | null {
  return [overviewVideo, ...videos].find((video) => video?.isWritten === false) ?? null;
}

/** The longest text that a row of the list unfolds; the rest is read on the story page, 48 whole transcripts weigh too much. */
const UNFOLDED_MAX_LENGTH = 2_000;
const WORD_MAX_LENGTH = 60;

/** A transcript as the list unfolds it, and whether something is left to read on the story page. */
export function unfoldedText(transcript: string): { text: string; isCut: boolean } {
  if (transcript.length <= UNFOLDED_MAX_LENGTH) return { text: transcript, isCut: false };
  const end = transcript.lastIndexOf(' ', UNFOLDED_MAX_LENGTH);
  // Not every script has spaces.
  const cut = end > UNFOLDED_MAX_LENGTH - WORD_MAX_LENGTH ? end : startOfCharacter(transcript, UNFOLDED_MAX_LENGTH);
  return { text: `${transcript.slice(0, cut)}…`, isCut: true };
}

/** Where the character begins of which something stands at this place. */
function startOfCharacter(text: string, place: number): number {
  let start = 0;
  for (const { index } of graphemesOf(text)) {
    if (index > place) break;
    start = index;
  }
  return start;
}
