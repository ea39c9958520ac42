import { cueMoments, writeMoments } from '../../contract/cue-moments.js';
import type { StoryOverviewItem } from '../../contract/stories.js';
import { storyPath, videoAnchor } from '../../contract/story-slug.js';
import { isSearchable } from '../../contract/transcript-search.js';

/** One answer in the search index, in the words of Pagefind. */
export interface SearchRecord {
  url: string;
  content: string;
  language: string;
  /** `moments`: of a timed transcript, see cue-moments.ts. */
  meta: { title: string; question: string; moments?: string };
}

/** The answers of a story that can be found by their transcript, in the order of the story. */
export function searchRecords({ user, videos }: StoryOverviewItem): SearchRecord[] {
  return videos
    .filter((video) => isSearchable(video) && video.transcript !== '')
    .map((video) => ({
      url: storyPath(user.userName) + videoAnchor(video.id),
      content: video.transcript,
      language: 'en',
      meta: {
        title: user.firstName,
        question: video.title,
        ...(video.cues && { moments: writeMoments(cueMoments(video.cues)) }),
      },
    }));
}
