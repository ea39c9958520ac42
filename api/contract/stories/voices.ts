import type { StoryOverviewItem } from './stories.js';

/** What one story's page says of another: who it is, and where to go on. */
export interface Voice {
  userName: string;
  firstName: string;
  /** In her own words; null when no transcript has one. */
  sentence: string | null;
  /** Address of a picture (JPEG); null while there is none. */
  posterUrl: string | null;
  answers: { questionId: number; videoId: string }[];
}

/** A story as others name it. A sentence that a producer has chosen stands before those that were found. */
export function voiceOf({ user, overviewVideo, videos }: StoryOverviewItem): Voice {
  const all = overviewVideo ? [overviewVideo, ...videos] : videos;
  const told = all.filter(({ sentence }) => sentence !== null);
  const chosen = told.find(({ isSentenceChosen }) => isSentenceChosen) ?? told[0];
  return {
    userName: user.userName,
    firstName: user.firstName,
    sentence: chosen?.sentence ?? null,
    posterUrl: all.find(({ isWritten }) => !isWritten)?.posterUrl ?? null,
    answers: videos.flatMap(({ id, questionId }) => (questionId === null ? [] : [{ questionId, videoId: id }])),
  };
}
