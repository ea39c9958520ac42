import type { TranscriptCue } from '../transcripts/cues.js';
import type { InterviewQuestion } from '../interview/questions.js';

/** The person of a story as the public sees them. */
interface StoryUser {
  id: string;
  firstName: string;
  /** The day alone, as midnight (UTC): that of the slug. */
  createdAt: string;
  userName: string;
}

/** One approved video of a story, or a written chapter in its place. */
export interface StoryVideo {
  id: string;
  questionId: number | null;
  title: string;
  transcript: string;
  /** The transcript's timed lines; null when it has no times. */
  cues: TranscriptCue[] | null;
  /** What stands for it at a glance, word for word from the transcript; null when nothing in it is of that length. */
  sentence: string | null;
  /** By a producer; else it was found by its words. */
  isSentenceChosen: boolean;
  /** It was told in words, which stand in `transcript`: there is nothing to play, now or later. */
  isWritten: boolean;
  /**
   * What every device plays, once that has been made; until then a copy of what came, without what that tells of place and
   * person. Of a video at Vimeo or YouTube where it is watched there. Null while there is none of these, and of words.
   */
  videoUrl: string | null;
  /** Null of a video at Vimeo or YouTube, and while `videoUrl` is. */
  mimeType: string | null;
  /** Of what `videoUrl` leads to, in bytes; null where `mimeType` is. */
  fileSize: number | null;
  /** When it was approved, ISO 8601. */
  publishedAt: string;
  /** Address of a picture of it (JPEG); null while there is none. */
  posterUrl: string | null;
  /** Address of the sound alone; null while there is none, and for a video without sound. */
  audioUrl: string | null;
  /** Null while it is not known. */
  durationSeconds: number | null;
}

/**
 * GET /api/stories-overview and GET /api/search-data: one person; `videos` in the order of the questions, without the
 * overview. With `q` search-data has the answers that contain it alone, and `overviewVideo` is null.
 */
export interface StoryOverviewItem {
  user: StoryUser;
  overviewVideo: StoryVideo | null;
  videos: StoryVideo[];
}

/** GET `userStoryPath`; 404 'User story not found'. */
export interface UserStory {
  user: StoryUser;
  videos: StoryVideo[];
  questions: InterviewQuestion[];
  overviewVideo: StoryVideo | null;
}
