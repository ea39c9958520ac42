import type { ApproveShowcaseVideoRequest, ShowcaseVideo } from '../../../api/contract/showcase.js';

/** What this page has shown of each video, by its id. A list that is read again behind the scenes shows nothing new by that. */
const seen = new Map<string, ApproveShowcaseVideoRequest>();

/** The producer has seen the video as it is here: it was opened, or saved by them. */
export function noteSeen(video: ShowcaseVideo): void {
  const { id, textsVersion, userId, questionId, shownName, videoUrl } = video;
  seen.set(id, { textsVersion, userId, questionId, shownName, ...(videoUrl !== null && { videoUrl }) });
}

/** The video has come on the screen: it counts as seen if it was not there before. */
export function noteFirstSeen(video: ShowcaseVideo): void {
  if (!seen.has(video.id)) noteSeen(video);
}

/** What an approval of the video is meant for. */
export function seenVersion(videoId: string): ApproveShowcaseVideoRequest {
  return seen.get(videoId) ?? {};
}

/** Another producer may sit at this page now. */
export function forgetSeen(): void {
  seen.clear();
}
