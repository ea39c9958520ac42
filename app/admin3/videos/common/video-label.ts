import { listed } from '../../../../api/contract/common/grammar.js';
import { isStoryOverview, STORY_OVERVIEW_TITLE } from '../../../../api/contract/interview/questions.js';
import { type ShowcaseVideo, showcaseVideoPath } from '../../../../api/contract/videos/showcase.js';
import { storyPath, videoAnchor } from '../../../../api/contract/stories/story-slug.js';
import { parseHostedVideo, type VideoHost } from '../../../../api/contract/media/hosted-video.js';
import { shortDateTime } from '../../../shared/text/format.js';
import { LIST_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';

/** What the video tells: its question, or the whole story. */
export function questionTitle({ questionId, question }: Pick<ShowcaseVideo, 'questionId' | 'question'>): string {
  return isStoryOverview(questionId) ? STORY_OVERVIEW_TITLE : (question?.title ?? STORY_OVERVIEW_TITLE);
}

/** Where staff find the captions of a timed transcript. */
export function captionsPath({ id }: Pick<ShowcaseVideo, 'id'>): string {
  return `${showcaseVideoPath(id)}/captions`;
}

/** From when on its person lets it be public, ISO 8601; null where that is now. */
export function firstMomentAhead({ release: { terms } }: Pick<ShowcaseVideo, 'release'>): string | null {
  const from = terms?.publicFrom ?? null;
  return from !== null && Date.parse(from) > Date.now() ? from : null;
}

/** What the public will see once staff take away the one that it sees, in words; null where that is nothing. */
export function whatShowsInstead({ showsInstead }: Pick<ShowcaseVideo, 'showsInstead'>): string | null {
  return showsInstead && MESSAGES.showsInstead(showsInstead.title, shortDateTime(showsInstead.approvedAt));
}

/** Which live one makes place for it once it is approved, and what the page loses with that, in words; null where there is none. */
export function whatItReplaces({ wouldReplace, transcript, cues }: ShowcaseVideo): string | null {
  if (!wouldReplace) return null;
  const { title, approvedAt, hasTranscript, hasCaptions } = wouldReplace;
  const replaced = MESSAGES.wouldReplace(title, shortDateTime(approvedAt));
  const lost = [
    ...(hasTranscript && transcript === '' ? [MESSAGES.lost.transcript] : []),
    ...(hasCaptions && !cues ? [MESSAGES.lost.captions] : []),
  ];
  return lost.length === 0 ? replaced : `${replaced} ${MESSAGES.wouldLose(listed(lost))}`;
}

/** Where an approved video is on the public site. */
export function livePath({ id, user }: Pick<ShowcaseVideo, 'id' | 'user'>): string {
  return storyPath(user.userName) + videoAnchor(id);
}

/** Where a video stands that was not uploaded; null of an uploaded one. */
export function hostOf({ videoUrl, mimeType }: Pick<ShowcaseVideo, 'videoUrl' | 'mimeType'>): VideoHost | null {
  return mimeType === null && videoUrl !== null ? (parseHostedVideo(videoUrl)?.host ?? null) : null;
}

/** Length and size in pixels, "2:05, 1080 × 1920"; null while they are not known. */
export function videoMeasures({ durationSeconds, width, height }: ShowcaseVideo): string | null {
  if (durationSeconds === null) return null;
  const seconds = Math.round(durationSeconds);
  const duration = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return MESSAGES.measures(duration, width === null ? null : `${width} × ${height}`);
}
