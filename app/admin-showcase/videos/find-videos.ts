import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { fullName } from '../../shared/text/format.js';
import { questionTitle } from './video-label.js';

/** Videos in which every word of the query occurs somewhere: in the name, the title, the question or the texts. */
export function findVideos(videos: readonly ShowcaseVideo[], query: string): readonly ShowcaseVideo[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return videos;
  return videos.filter((video) => {
    const text = searchableText(video);
    return words.every((word) => text.includes(word));
  });
}

function searchableText(video: ShowcaseVideo): string {
  const parts = [fullName(video.user), video.title, questionTitle(video), video.description, video.transcript];
  return parts.join('\n').toLowerCase();
}
