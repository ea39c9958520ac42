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
 * PUT (204): a device says that it holds a recording which the server has not; nothing of it is told. After a day one mail
 * leads back. DELETE (204): it was saved or discarded.
 */
export const HELD_DRAFT_PATH = '/api/reminder/held-draft';
