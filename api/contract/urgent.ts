/**
 * GET /api/admin/urgent: answers of which a producer has said that their person needs somebody today, until that is done;
 * the longest waiting first. POST to one of the paths below returns the list as it is then.
 */
export interface UrgentAnswer {
  id: string;
  userId: string;
  name: string;
  email: string;
  questionId: number;
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

/** `take`: 409 `already_taken` by somebody else. `give-back`, `done`: 409 `not_taken`. */
export function urgentPath(id: string, step: UrgentStep): string {
  return `${URGENT_PATH}/${id}/${step}`;
}

export type UrgentStep = 'take' | 'give-back' | 'done';
