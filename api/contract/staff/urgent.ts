/**
 * GET /api/admin/urgent: answers, photos and public uploads of which a producer has said that their person needs somebody
 * today, until that is done; the longest waiting first. POST to one of the paths below returns the list as it is then.
 */
export interface UrgentAnswer {
  id: string;
  /** Null of what came through the public page: nobody has shown whose it is. */
  userId: string | null;
  name: string | null;
  email: string;
  /** Null of a photo. */
  questionId: number | null;
  /** As AdminPhoto has it; null of an answer. */
  photoId: string | null;
  /** ISO 8601. */
  markedAt: string;
  /** As producers named themselves; null when they gave no name. */
  markedBy: string | null;
  /** Null while nobody has taken it. */
  taken: { at: string; by: string | null } | null;
}

/** POST: marks what that person answered to a question; once more changes nothing. */
export interface MarkUrgentRequest {
  questionId: number;
}

export const URGENT_PATH = '/api/admin/urgent';

export function markUrgentPath(userId: string): string {
  return `/api/admin/users/${userId}/urgent`;
}

/** POST: marks a photo, or a photo or a video that came through the public page; once more changes nothing. */
export function markPhotoUrgentPath(photoId: string): string {
  return `/api/admin/photo/${photoId}/urgent`;
}

/** `take`: 409 `already_taken` by somebody else. `give-back`, `done`: 409 `not_taken`. */
export function urgentPath(id: string, step: UrgentStep): string {
  return `${URGENT_PATH}/${id}/${step}`;
}

export type UrgentStep = 'take' | 'give-back' | 'done';
