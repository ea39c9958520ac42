import type { VideoPreparation } from '../media/preparation.js';
import type { TranscriptCue } from '../transcripts/cues.js';
import type { ErrorBody } from '../common/errors.js';
import type { StoryNotShown } from '../people/participants.js';
import type { ReleaseState } from './releases.js';
import type { WordField } from './showcase-words.js';
import type { TranscriptDraft } from '../transcripts/transcript-drafts.js';

/** GET /api/admin/users: people for the select of /admin3. */
export interface StaffUserOption {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

export const SHOWCASE_VIDEOS_PATH = '/api/admin/showcase-videos';

export function showcaseVideoPath(id: string): string {
  return `${SHOWCASE_VIDEOS_PATH}/${id}`;
}

/** GET /api/admin/showcase-videos (waiting) and …/approved. `questionId` null is the story overview. */
export interface ShowcaseVideo {
  id: string;
  userId: string;
  questionId: number | null;
  title: string;
  description: string;
  transcript: string;
  /** Null: the transcript has no times. */
  cues: TranscriptCue[] | null;
  /** Chosen to stand for it at a glance; null while one is found by its words, and once the transcript does not say it any more. */
  sentence: string | null;
  /** Other than before once title, description, transcript or cues are. */
  textsVersion: string;
  /** The automatic transcript, which nobody has accepted or rejected yet; null when there is none. */
  draft: TranscriptDraft | null;
  /**
   * Address for staff of what every device plays, once that has been made; until then of the file as it came. Of a video
   * at Vimeo or YouTube where it is watched there; null of a written chapter, whose words
   * stand in `transcript`.
   */
  videoUrl: string | null;
  /** Of what `videoUrl` plays; null of a video at Vimeo or YouTube, and of words. */
  mimeType: string | null;
  posterUrl: string | null;
  /** The sound alone; null while there is none, and for a video without sound. */
  audioUrl: string | null;
  /** The file as it came, as a download; null of a video at Vimeo or YouTube. */
  originalUrl: string | null;
  /** As the file really is; null while that is not known. */
  durationSeconds: number | null;
  width: number | null;
  height: number | null;
  /** Null of a video at Vimeo or YouTube. */
  preparation: VideoPreparation | null;
  /** Name and bytes of the file as it came; null of a video at Vimeo or YouTube. */
  filename: string | null;
  fileSize: number | null;
  isApproved: boolean;
  /** When it was approved last; null while it waits. */
  approvedAt: string | null;
  /** Whether the story shows it: of a person's approved videos on one question, only the one approved last. */
  isShown: boolean;
  /** The older cut that the story shows in its place once staff take this one away; null of what is not shown, too. */
  showsInstead: OlderCut | null;
  /**
   * Whether the public can watch it once the story shows it: not before there is something of the file without what that
   * tells of place and person.
   */
  isWatchable: boolean;
  /** Whether its story is found by its link alone. */
  isUnlisted: boolean;
  /** Null while the story may be public. */
  notShown: StoryNotShown | null;
  /** What the story shows on the same question, whose place this one takes once it is approved; null of what is approved. */
  wouldReplace: ReplacedCut | null;
  /** Where it stands with its person. */
  release: ReleaseState;
  createdAt: string;
  user: { firstName: string; lastName: string; userName: string };
  /** The name that the public sees: the first name, unless the person has chosen another one. */
  shownName: string;
  question: { title: string } | null;
}

/** A cut that the story shows now. */
export interface ReplacedCut extends OlderCut {
  hasTranscript: boolean;
  hasCaptions: boolean;
}

/** A cut on the same question that was approved before. */
export interface OlderCut {
  title: string;
  /** ISO 8601. */
  approvedAt: string;
}

/**
 * GET /api/admin/showcase-videos/page?list=waiting|approved&q=&userId=&offset=&size=: a page of one list. The videos of a
 * person stand together in the order of their questions, the person of the newest video first.
 */
export interface ShowcaseVideoPage {
  videos: ShowcaseVideo[];
  /** For everybody on the page: how many of the whole list are theirs, whatever is searched for. */
  people: { userId: string; videos: number }[];
  /** How many the whole list has in which every word of `q` occurs, in whatever text of the video. */
  found: number;
  /** How many the whole list has. */
  total: number;
}

/** Answer to what brings a transcript. */
export interface SavedShowcaseVideo extends ShowcaseVideo {
  /** Which timed lines of the transcript were left out and why; absent when none were. */
  transcriptNote?: string;
}

/**
 * Multipart fields of POST /api/admin/showcase-videos beside the file part `video`; all arrive as text. The transcript may
 * also come as a file part `transcriptFile`. Either way it is plain text or the content of a `.vtt` or `.srt` file.
 */
export interface CreateShowcaseVideoFields {
  userId: string;
  /** 0 or empty is the story overview. */
  questionId: number;
  title?: string;
  description?: string;
  transcript?: string;
}

/** What POST /api/admin/showcase-videos may have beside them. */
export interface RepeatableRequest {
  /**
   * A UUID that the sender has made, the same at every try: within a day a request that comes again with all the same makes no
   * second video, and is answered as the first was.
   */
  requestId?: string;
}

/** POST /api/admin/showcase-videos with the address of a video at Vimeo or YouTube in place of a file; as JSON too. */
export interface LinkShowcaseVideoRequest extends CreateShowcaseVideoFields, RepeatableRequest {
  videoUrl: string;
}

/** POST /api/admin/showcase-videos/start-upload: the chunk fields of one file. */
export interface StartShowcaseUploadRequest extends CreateShowcaseVideoFields {
  filename: string;
  totalSize: number;
  totalChunks: number;
  mimeType: string;
}

/**
 * POST /api/admin/written-chapters: makes a chapter of an answer in words, which waits for approval among the finished
 * videos (201, a ShowcaseVideo). A second time it returns the same one.
 */
export interface MakeWrittenChapterRequest {
  writtenAnswerId: string;
}

export const WRITTEN_CHAPTERS_PATH = '/api/admin/written-chapters';

/** What may have changed between looking at a video and deciding about it. */
type LookedAtField = WordField | 'person' | 'question' | 'name' | 'video' | 'approval';

/**
 * PUT /api/admin/showcase-videos/{id}/approve: what was looked at. 409 `video_changed` with a `VideoChanged` when any of it
 * is not so any more; what is left out is approved as it is.
 */
export interface ApproveShowcaseVideoRequest {
  textsVersion?: string;
  userId?: string;
  /** 0 or null is the story overview. */
  questionId?: number | null;
  /** The name under which the public will see it. */
  shownName?: string;
  videoUrl?: string;
}

/** DELETE /api/admin/showcase-videos/{id}: as for its approval; also whether it was approved. */
export interface DeleteShowcaseVideoRequest extends ApproveShowcaseVideoRequest {
  isApproved?: boolean;
}

export interface VideoDifference {
  field: LookedAtField;
  /** Null where it is not known any more. */
  before: string | null;
  after: string;
}

/** Body of 409 `video_changed`. */
export interface VideoChanged extends ErrorBody {
  differences: VideoDifference[];
  video: ShowcaseVideo;
}

/** PUT /api/admin/showcase-videos/{id}/sentence: one that stands in the transcript, or null for the one that is found. */
export interface ChooseSentenceRequest {
  sentence: string | null;
}

/** PATCH /api/admin/showcase-videos/{id}: at most one of `transcript` and `cues`. */
export interface EditShowcaseVideoRequest {
  title?: string;
  description?: string;
  /** Plain text, which takes away the times unless it changes nothing, or the content of a `.vtt` or `.srt` file. */
  transcript?: string;
  /** The timed lines, each with its times. */
  cues?: TranscriptCue[];
  /** Of the texts that are meant to be changed: 409 `texts_changed` when somebody else has changed them meanwhile. */
  textsVersion?: string;
  /** Address of a video at Vimeo or YouTube, which takes the place of the file or of the address before. */
  videoUrl?: string;
  /** Whose video it is. With another person it waits for approval again: approved it was for the first one's page. */
  userId?: string;
  /** 0 or null is the story overview. A title that is the question's own follows it. */
  questionId?: number | null;
  /** Whose it was, and of which question, when the move was decided: 409 `video_moved` when somebody else was faster. */
  fromUserId?: string;
  fromQuestionId?: number | null;
}
