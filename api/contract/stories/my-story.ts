import type { SinglePiece } from '../interview/answers.js';
import type { AuditAction } from '../staff/audit.js';
import type { FromHelper } from '../people/helpers.js';
import type { VideoPreparation } from '../media/preparation.js';
import type { Receipt } from '../consent/receipts.js';
import type { RecordingDraft } from '../interview/recording-drafts.js';
import type { OwnCut } from '../videos/releases.js';

/** What a person may take back by itself. */
export type OwnThing = 'answer' | 'photo' | 'video';

/** GET /api/my-story: everything that the product has of the signed-in participant. */
export interface MyStory {
  /** Of the person, for `SESSION_OWNER_HEADER`. */
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  /** The name that the public sees; null: the first name. */
  shownName: string | null;
  tag: boolean;
  instagram: string | null;
  tiktok: string | null;
  /** A mailed link was used. Until then there is nothing here but what this browser made itself. */
  isEmailProven: boolean;
  /** Something that another browser began waits for the person to say whether it is theirs. */
  isUnclaimed: boolean;
  isSubmitted: boolean;
  /** ISO 8601; null while it is not. */
  hiddenAt: string | null;
  withdrawnAt: string | null;
  /** The story is found by its link alone. */
  isUnlisted: boolean;
  /** Path of the public page, also while `videos` waits for the person to say whose they are; null while there is none. */
  storyPath: string | null;
  answers: OwnAnswer[];
  writtenAnswers: OwnWrittenAnswer[];
  /** What was sent while it was recorded, and is not saved. */
  recordingDrafts: OwnRecordingDraft[];
  photos: OwnPhoto[];
  /** The finished ones, the newest first. */
  videos: OwnVideo[];
  /** How many files anybody sent under the e-mail through the public page; only staff see them. */
  publicUploads: number;
  receipts: OwnReceipt[];
  /** What they wish for their story; null while they have said nothing. */
  wishes: StoryWishes | null;
  looks: StaffLook[];
  browsers: OwnBrowser[];
}

interface OwnAnswer extends OwnRecording {
  /** To the same question, the newest first. */
  earlierRecordings: OwnRecording[];
}

/** What was recorded to a question and saved. */
export interface OwnRecording {
  id: string;
  questionId: number;
  title: string;
  posterUrl: string | null;
  preparation: VideoPreparation;
  fileSize: number;
  createdAt: string;
  /** In the order in which they are told; left out where its recording plays them all. */
  pieces?: SinglePiece[];
}

export interface OwnRecordingDraft extends RecordingDraft {
  /** Of the question. */
  title: string;
}

/** What they have answered in words, and as an `OwnThing` is an answer, too; what a helper added is removed as that. */
interface OwnWrittenAnswer extends FromHelper {
  id: string;
  questionId: number;
  /** Of the question. */
  title: string;
  text: string;
}

interface OwnPhoto {
  id: string;
  originalName: string;
  description: string;
}

export interface OwnVideo extends OwnCut {
  questionId: number | null;
  /** When it was approved; null while it waits. */
  approvedAt: string | null;
  /** Whether the public sees it now. */
  isPublic: boolean;
  createdAt: string;
}

/** As a file it is at `receiptPath`. */
export interface OwnReceipt extends Pick<Receipt, 'id' | 'kind' | 'actor' | 'at'> {
  /** What came of it, in words, where it tells that. */
  outcome?: string;
}

/**
 * PUT /api/my-story/wishes: for when they have died, or cannot decide any more, in their own words; and whom they trust to be
 * asked then. All of it empty takes it away. Staff read it at `wishesPath`.
 */
export interface StoryWishesRequest {
  words: string;
  contactName: string;
  /** An e-mail, a telephone number, anything that leads to that person. */
  contact: string;
}

export interface StoryWishes extends StoryWishesRequest {
  /** ISO 8601. */
  changedAt: string;
}

/** That staff have looked at something of the person, or taken it. */
export interface StaffLook {
  id: number;
  action: AuditAction;
  /** As they named themselves at the gate. */
  producer: string | null;
  at: string;
}

export interface OwnBrowser {
  id: string;
  isCurrent: boolean;
  /** Else it is only known, and Resume goes straight on there. */
  isSignedIn: boolean;
  since: string;
  lastSeenAt: string;
}

/** POST /api/my-story/withdraw: the whole story, or one thing of it. */
export type WithdrawRequest = { what: 'story'; id?: undefined } | { what: OwnThing; id: string };

/** What a withdrawal has removed. It names nobody. */
export interface Withdrawal {
  /** ISO 8601. */
  at: string;
  what: 'everything' | 'story' | OwnThing;
  answers: number;
  photos: number;
  videos: number;
  /** How many of the videos were public until then. */
  publicVideos: number;
  publicUploads: number;
}

/** PATCH /api/my-story: what is left out stays. An empty name is the first name again. */
export interface ChangeMyStoryRequest {
  shownName?: string;
  tag?: boolean;
  instagram?: string;
  tiktok?: string;
}

/** POST /api/my-story/email: 202; a link goes to the new address, a notice to the old one. */
export interface ChangeEmailRequest {
  email: string;
}

/** POST /api/my-story/email/confirm, from the mailed link. */
export interface ConfirmEmailRequest {
  token: string;
}

export const MY_STORY_API = '/api/my-story';

/** All of it as one ZIP; 409 `download_running` while one is under way. */
export const STORY_DOWNLOAD_PATH = `${MY_STORY_API}/download`;

export const MY_STORY_PATH = '/my-story';
/** Fragment of the link that proves another e-mail; the token follows. */
export const NEW_EMAIL_FRAGMENT = '#email=';

export function receiptPath(id: string): string {
  return `/api/consent/receipts/${id}`;
}

/** GET: a person's wishes for staff, as `{ wishes }`. */
export function wishesPath(userId: string): string {
  return `/api/admin/users/${userId}/wishes`;
}

export function ownOriginalPath(what: OwnThing, id: string): string {
  return `${MY_STORY_API}/${what}s/${id}/original`;
}

export function ownPieceOriginalPath(answerId: string, pieceId: string): string {
  return `${MY_STORY_API}/answers/${answerId}/pieces/${pieceId}/original`;
}
