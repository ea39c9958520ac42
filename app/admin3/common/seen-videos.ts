import type {
  ApproveShowcaseVideoRequest,
  EditShowcaseVideoRequest,
  ShowcaseVideo,
} from '../../../api/contract/videos/showcase.js';

/** What this page has shown of each video, by its id. A list that is read again behind the scenes shows nothing new by that. */
const seen = new Map<string, ApproveShowcaseVideoRequest>();

/** The producer has seen the video as it is here: it was opened. */
export function noteSeen(video: ShowcaseVideo): void {
  seen.set(video.id, versionOf(video));
}

/** What a decision about the video as it is here is meant for. */
export function versionOf(video: ShowcaseVideo): ApproveShowcaseVideoRequest {
  const { textsVersion, userId, questionId, shownName, videoUrl } = video;
  return { textsVersion, userId, questionId, shownName, ...(videoUrl !== null && { videoUrl }) };
}

/** The video has come on the screen: it counts as seen if it was not there before. */
export function noteFirstSeen(video: ShowcaseVideo): void {
  if (!seen.has(video.id)) noteSeen(video);
}

/** The producer has seen its texts as they are here, whatever else of it has changed meanwhile. */
export function noteTextsSeen({ id, textsVersion }: ShowcaseVideo): void {
  const known = seen.get(id);
  if (known) seen.set(id, { ...known, textsVersion });
}

/** The producer has changed this of it, and knows that. What others have changed meanwhile they have not seen by that. */
export function noteSaved(video: ShowcaseVideo, changes: EditShowcaseVideoRequest): void {
  const known = seen.get(video.id);
  if (!known) return noteSeen(video);
  const { textsVersion, userId, questionId, shownName, videoUrl } = video;
  seen.set(video.id, {
    ...known,
    ...(changes.textsVersion === known.textsVersion && { textsVersion }),
    ...(changes.userId !== undefined && { userId, shownName }),
    ...(changes.questionId !== undefined && { questionId }),
    ...(changes.videoUrl !== undefined && videoUrl !== null && { videoUrl }),
  });
}

/** What an approval of the video is meant for. */
export function seenVersion(videoId: string): ApproveShowcaseVideoRequest {
  return seen.get(videoId) ?? {};
}

/** Another producer may sit at this page now. */
export function forgetSeen(): void {
  seen.clear();
}
