import type { StoryOverviewItem, StoryVideo } from '../../../api/contract/stories.js';

/** The transcript that stands for a whole story in the archive: the overview's, else the first answer's that has one. */
export function teaserTranscript({ overviewVideo, videos }: StoryOverviewItem): string {
  const transcripts = [overviewVideo, ...videos].map((video) => video?.transcript.trim() ?? '');
  return transcripts.find((transcript) => transcript !== '') ?? '';
}

/** The video that is the picture of a story: its poster, or while there is none its first frame. */
export function teaserVideo({ overviewVideo, videos }: StoryOverviewItem): StoryVideo | null {
  return overviewVideo ?? videos[0] ?? null;
}
