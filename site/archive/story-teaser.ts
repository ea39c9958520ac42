import type { StoryOverviewItem } from '../../api/contract/stories.js';

/** The transcript that stands for a whole story in the archive: the overview's, else the first answer's that has one. */
export function teaserTranscript({ overviewVideo, videos }: StoryOverviewItem): string {
  const transcripts = [overviewVideo, ...videos].map((video) => video?.transcript.trim() ?? '');
  return transcripts.find((transcript) => transcript !== '') ?? '';
}

/** The video whose first frame is the picture of a story. */
export function teaserVideoUrl({ overviewVideo, videos }: StoryOverviewItem): string | null {
  return (overviewVideo ?? videos[0])?.videoUrl ?? null;
}
