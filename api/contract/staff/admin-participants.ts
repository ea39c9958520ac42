import type { FromHelper } from '../people/helpers.js';
import type { ParticipantStatus, StoryNotShown } from '../people/participants.js';
import type { PictureSize } from '../people/photos.js';
import type { VideoPreparation } from '../media/preparation.js';
import type { StepTimes } from '../interview/steps.js';

/** GET /api/admin/all-users: everything staff see of a person. Times are ISO 8601, null while a step is open. */
export interface AdminUser extends StepTimes<string> {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Of the story page, see storyPath(). */
  userName: string;
  createdAt: string;
  status: ParticipantStatus;
  /** Set by PATCH /api/admin/mark-user-done/{id}. */
  done: boolean;
  tag: boolean;
  instagram: string | null;
  tiktok: string | null;
  photosNeeded: boolean;
  mediaUploadCompletedAt: string | null;
  /** When the person last took back their Submit, to change something; null when they never did. */
  reopenedAt: string | null;
  /** When a mailed link was first used; null while nobody has shown that they read the mail of this e-mail. */
  emailProvenAt: string | null;
  /**
   * How much was recorded before that, in another browser, and counts for nobody until the owner has said whether it is
   * theirs; the name is not theirs for certain either. Null when nothing waits for that.
   */
  unclaimed: { answers: number; photos: number } | null;
  /** Null while their story may be public. */
  notShown: StoryNotShown | null;
  /** They have said that they are under 18, so a parent or guardian decides. Ends with POST /api/admin/users/{id}/ask-anew. */
  guardianDecides: boolean;
}

/** What staff may correct of a person. Handles are kept only while `tag` is true; an empty one is none. */
export interface CorrectableFields {
  firstName: string;
  lastName: string;
  email: string;
  tag: boolean;
  instagram: string | null;
  tiktok: string | null;
}

/**
 * PATCH /api/admin/users/{id}: what is left out stays. 200 with the `AdminUser` once the public pages follow; 409
 * `email_taken`, or `person_changed` with what somebody else has changed meanwhile.
 */
export interface ChangeUserRequest extends Partial<CorrectableFields> {
  photosNeeded?: boolean;
  /**
   * Where a corrected first name changes the story's address: whether the old address leads to the new one, as long as the
   * story is public. Unless it is said, it does not, and neither does any older one.
   */
  redirectOldAddress?: boolean;
  /** The fields as they were read. Left out, nobody else's change is looked for. */
  was?: Partial<CorrectableFields>;
}

/** PATCH /api/admin/mark-user-done/{id}; without a body it is true. 409 `media_upload_open` when there is nothing to be done with yet. */
export interface MarkDoneRequest {
  done?: boolean;
}

/** GET /api/admin/users/{id}/names: every version of a person's name, the newest first, which is the one in use. */
export interface NameVersion {
  id: number;
  firstName: string;
  lastName: string;
  /** ISO 8601. */
  at: string;
  /** Which producer wrote it; null: the person themselves, or a producer who gave no name. */
  by: string | null;
}

/** 200 of DELETE /api/admin/delete-user/{id}; 503 when all data is gone but public pages could not be removed yet. */
export interface DeleteUserResponse {
  id: string;
}

/**
 * GET /api/admin/photo-summary: how many photos and videos are kept under each e-mail, also under those that nobody
 * registered. That of a participant is spelled as they registered it.
 */
export interface PhotoCount {
  email: string;
  count: number;
}

/**
 * GET /api/admin/senders: who sent photos and videos through the public page under an e-mail that nobody registered. What
 * they sent is at /api/admin/senders/{id}/photos, a participant's at /api/admin/users/{id}/photos: as GET and DELETE
 * /api/admin/user-photos/{email}, without an e-mail in the address.
 */
export interface PhotoSender extends PhotoCount {
  id: string;
}

/**
 * GET /api/admin/user-photos/{email}: a person's photos, and the photos and videos that came through the public page under
 * that e-mail, whether somebody registered it or not. Oldest first, none for an unknown e-mail.
 */
export interface AdminPhoto extends FromHelper {
  id: string;
  originalName: string;
  description: string;
  /** Read from the bytes: `image/…`, or `video/…`. */
  mimeType: string;
  /** Sent by the person, signed in, or by anyone who gave that e-mail on the public page. */
  source: 'participant' | 'public_upload';
  /** Bytes of the file as it was sent. */
  fileSize: number;
  /** Of a video; null of a picture. */
  preparation: VideoPreparation | null;
  createdAt: string;
}

/**
 * 200 of DELETE /api/admin/user-photos/{email}, which removes what came through the public page under an e-mail that nobody
 * registered; 404 when there is nothing, 409 when somebody has: what is theirs goes with them. And 200 of DELETE
 * /api/admin/photo/{photoId}, which removes one such file, whoever registered its e-mail; 409 for a participant's own photo.
 */
export interface DeleteUploadsResponse {
  removed: number;
}

/** GET /api/admin/photo/{photoId}/data?size=, the large one unless another is asked for; 422 `not_displayable` for a picture that can only be downloaded. */
export type AdminPhotoData = AdminPictureData | AdminVideoData;

export interface AdminPictureData {
  /** Data URL of the picture as it is shown: upright. */
  imageData: string;
  videoUrl?: undefined;
}

export interface AdminVideoData {
  /** Data URL of the poster, null when there is none. */
  imageData: string | null;
  /** Path of the video in parts, for staff alone. */
  videoUrl: string;
}

export const ALL_USERS_PATH = '/api/admin/all-users';
export const PHOTO_SUMMARY_PATH = '/api/admin/photo-summary';
export const SENDERS_PATH = '/api/admin/senders';

export function userPath(userId: string): string {
  return `/api/admin/users/${userId}`;
}

export function markUserDonePath(userId: string): string {
  return `/api/admin/mark-user-done/${userId}`;
}

export function deleteUserPath(userId: string): string {
  return `/api/admin/delete-user/${userId}`;
}

/**
 * POST: what was said of a parent or guardian counts no more, and the person is asked anew. 200 with the `AdminUser`; 409
 * `no_guardian`.
 */
export function askAnewPath(userId: string): string {
  return `${userPath(userId)}/ask-anew`;
}

/** Of every version of a person's name. */
export function userNamesPath(userId: string): string {
  return `${userPath(userId)}/names`;
}

/** Where the photos and videos of a participant are listed. */
export function userPhotosPath(userId: string): string {
  return `${userPath(userId)}/photos`;
}

/** Where the photos and videos of somebody are listed, or all deleted, who sent them under an e-mail that nobody registered. */
export function senderPhotosPath(senderId: string): string {
  return `${SENDERS_PATH}/${senderId}/photos`;
}

export function adminPhotoPath(photoId: string): string {
  return `/api/admin/photo/${photoId}`;
}

/** Path of an `AdminPhotoData`. */
export function adminPhotoDataPath(photoId: string, size: PictureSize): string {
  return `${adminPhotoPath(photoId)}/data?size=${size}`;
}

/** Path of a video that staff play. */
export function adminVideoPath(photoId: string): string {
  return `${adminPhotoPath(photoId)}/stream`;
}

export function adminVideoPreparationPath(photoId: string): string {
  return `${adminPhotoPath(photoId)}/preparation`;
}

/** Path of a photo or a video as it was sent, as a download. */
export function originalPhotoPath(photoId: string): string {
  return `${adminPhotoPath(photoId)}/original`;
}
