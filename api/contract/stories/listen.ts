import type { InterviewQuestion } from '../interview/questions.js';
import { slugify } from './story-slug.js';

/** What one person says to a question, to be heard. */
export interface HeardVoice {
  videoId: string;
  firstName: string;
  userName: string;
  /** Its sound alone where there is such a file, else the video. */
  soundUrl: string;
  /** Their picture; null where there is none. */
  posterUrl: string | null;
  /** Null while it is not known. */
  durationSeconds: number | null;
}

/** A page on which the voices to one question are heard one after the other, the newest first. */
export interface ListenPage {
  question: InterviewQuestion;
  voices: HeardVoice[];
}

/** Path of the page on which the voices to a question are heard. */
export function listenPath({ title }: Pick<InterviewQuestion, 'title'>): string {
  return `/listen/${encodeURIComponent(slugify(title))}`;
}
