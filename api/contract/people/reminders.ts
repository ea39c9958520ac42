/** GET /api/reminder: the mail that the participant asked for; `at` is null while there is none to come. */
export interface Reminder {
  /** ISO 8601. */
  at: string | null;
}

/**
 * PUT /api/reminder: one mail at that time, in place of one that was asked for before; within a year. 403 `email_unproven`
 * for whoever has not shown that they read the mail. DELETE takes it back (204).
 */
export interface RemindRequest {
  /** ISO 8601. */
  at: string;
}

export const REMINDER_PATH = '/api/reminder';

/**
 * PUT (204): a device says that it holds a recording which the server has not; nothing of it is told but an id that the
 * device made up. After a day one mail leads back to all of which was told by then, and no other to any of these. DELETE
 * (204): it was saved or discarded.
 */
export const HELD_DRAFT_PATH = '/api/reminder/held-draft';
/** Query of both: the id. Pages of before leave it out, and mean all that they hold. */
export const HELD_DRAFT_ID = 'draft';
/** Query of PUT, 'true' where this browser has told without an id before: it was told of this recording. */
export const TOLD_WITHOUT_ID = 'toldWithoutId';
