import type { ApproveShowcaseVideoRequest, ShowcaseVideo } from '../../../api/contract/showcase.js';

/** What this page has shown of each video, by its id. A list that is read again behind the scenes shows nothing new by that. */
const shown = new Map<string, ApproveShowcaseVideoRequest>();

/** The producer has looked at the video as it is here: it was opened, or saved by them. */
export function noteLookedAt(video: ShowcaseVideo): void {
  const { id, textsVersion, userId, questionId, user, videoUrl } = video;
  shown.set(id, { textsVersion, userId, questionId, shownName: user.firstName, videoUrl });
}

/** Another producer may sit at this page now. */
export function forgetLookedAt(): void {
  shown.clear();
}

/** The video has come on the screen: it counts as looked at if it was not there before. */
export function noteShown(video: ShowcaseVideo): void {
  if (!shown.has(video.id)) noteLookedAt(video);
}

/** What an approval of the video is meant for. */
export function lookedAt(videoId: string): ApproveShowcaseVideoRequest {
  return shown.get(videoId) ?? {};
}
