import type { TranscriptCue } from '../../contract/transcripts/cues.js';
import type { StoryOverviewItem } from '../../contract/stories/stories.js';
import type { MediaFile } from '../../media/store/media-file.entity.js';
import { findMediaType } from '../../media/store/media-types.js';

/**
 * One video that the public sees, with the person who tells it: a row of the stories' one query.
 * Of several approved videos of a person on one question, only the one approved last is shown.
 */
export interface ShownVideo {
  participantId: string;
  /** As the person wants to be called in public. */
  firstName: string;
  /** Its story is found by its link alone. */
  isUnlisted: boolean;
  userName: string;
  joinedAt: Date;
  videoId: string;
  revision: number;
  /** Null: the story overview. */
  questionId: number | null;
  title: string;
  transcript: string;
  cues: TranscriptCue[] | null;
  /** By a producer; it need not stand in the transcript any more. */
  chosenSentence: string | null;
  /** Found by its words, perhaps in an earlier transcript. */
  tellingSentence: string | null;
  /** Of what is played; null of a video at a host, and while nothing of a file may be public. */
  mimeType: string | null;
  bytes: number | null;
  /** There is nothing to play of it. */
  isWritten: boolean;
  /** Of a video at a host. */
  hostedUrl: string | null;
  approvedAt: Date;
  hasPoster: boolean;
  hasAudio: boolean;
  durationSeconds: number | null;
}

/** A story as it stands when it is read, which may be later than what was planned with it. */
interface FoundStory {
  story: StoryOverviewItem;
  /** Found by its link alone. */
  isUnlisted: boolean;
}

/** By the id of their person. */
export type Stories = ReadonlyMap<string, FoundStory>;

/** A file of a shown video: what is played (unless its host plays it), its poster or its sound. */
export interface ShownMedia {
  userName: string;
  videoId: string;
  file: MediaFile;
}

/** A video that is public until a moment which its person has set. */
export interface EndingVideo {
  id: string;
  mimeType: string | null;
  userName: string;
  until: Date;
}

/** A story as publishing needs to know it, without its texts. */
export interface Publication {
  participantId: string;
  userName: string;
  firstName: string;
  /** Found by its link alone. */
  isUnlisted: boolean;
  /** Addresses that the story had before, each of which leads to the one that it has. */
  formerUserNames: string[];
  /** Counted from 0 in the order of first publication; never used for anyone else. */
  sequence: number;
  /** Changes with everything that the public can see of this story. */
  contentKey: string;
  /** When something of it that the public sees was last changed, ISO 8601. */
  changedAt: string;
  /** The picture of its first video that has one. */
  posterId: string | null;
  timedVideoIds: string[];
  /** The questions to which there is an answer that can be heard from here. */
  heardQuestionIds: number[];
  isSearchable: boolean;
}

/** Those of these people that lists and pages of others may tell of, in that order. */
export function listedOf(participantIds: string[], stories: Stories): StoryOverviewItem[] {
  return participantIds.flatMap((id) => {
    const found = stories.get(id);
    return found && !found.isUnlisted ? [found.story] : [];
  });
}

/** Of the picture and of the sound of a video. */
export const POSTER_MIME_TYPE = 'image/jpeg';
export const AUDIO_MIME_TYPE = 'audio/mp4';
const PLAYABLE_MIME_TYPE = 'video/mp4';

/** Every address where something of a video may be public; `mimeType` null of a video at a host. */
export function publicMediaPaths(videoId: string, mimeType: string | null): string[] {
  const mimeTypes = [mimeType ?? PLAYABLE_MIME_TYPE, PLAYABLE_MIME_TYPE, POSTER_MIME_TYPE, AUDIO_MIME_TYPE];
  return [...new Set(mimeTypes.map((type) => publicMediaPath(videoId, type)))];
}

/** Where the public finds the file of an approved video. */
export function publicMediaPath(videoId: string, mimeType: string): string {
  return `/media/${videoId}.${findMediaType(mimeType)?.extension ?? 'bin'}`;
}
