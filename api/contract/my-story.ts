import type { AuditAction } from './audit.js';
import type { VideoPreparation } from './preparation.js';
import type { OwnCut } from './releases.js';

/** What a person may take back by itself. */
export type OwnThing = 'answer' | 'photo' | 'video';

/** GET /api/my-story: everything that the product has of the signed-in participant. */
export interface MyStory {
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
  /** Path of the public page; null while there is none. */
  storyPath: string | null;
  answers: OwnAnswer[];
  photos: OwnPhoto[];
  /** The finished ones, the newest first. */
  videos: OwnVideo[];
  /** How many files anybody sent under the e-mail through the public page; only staff see them. */
  publicUploads: number;
  looks: StaffLook[];
  browsers: OwnBrowser[];
}

interface OwnAnswer {
  id: string;
  questionId: number;
  title: string;
  posterUrl: string | null;
  preparation: VideoPreparation;
  fileSize: number;
  createdAt: string;
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

export const MY_STORY_PATH = '/my-story';
/** Fragment of the link that proves another e-mail; the token follows. */
export const NEW_EMAIL_FRAGMENT = '#email=';

export function ownOriginalPath(what: OwnThing, id: string): string {
  return `/api/my-story/${what}s/${id}/original`;
}
