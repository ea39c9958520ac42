import { cueMoments, writeMoments } from '../../../contract/cue-moments.js';
import type { SearchRecord } from '../../../contract/search-index.js';
import type { StoryOverviewItem } from '../../../contract/stories.js';
import { storyPath, videoAnchor } from '../../../contract/story-slug.js';
import { isSearchable } from '../../../contract/transcript-search.js';

/** The answers of a story that can be found by their transcript, in the order of the story. */
export function searchRecords({ user, videos }: StoryOverviewItem): SearchRecord[] {
  return videos
    .filter((video) => isSearchable(video) && video.transcript !== '')
    .map((video) => ({
      url: storyPath(user.userName) + videoAnchor(video.id),
      content: video.transcript,
      meta: {
        title: user.firstName,
        question: video.title,
        ...(video.cues && { moments: writeMoments(cueMoments(video.cues)) }),
      },
    }));
}
