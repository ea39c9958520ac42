/** What staff did, or whose data they looked at or took away. */
export type AuditAction =
  | 'participant_done'
  | 'participant_changed'
  | 'participant_deleted'
  | 'photos_viewed'
  | 'photo_viewed'
  | 'photo_downloaded'
  | 'public_uploads_deleted'
  | 'answers_viewed'
  | 'answer_viewed'
  | 'answer_downloaded'
  | 'video_approved'
  | 'video_unapproved'
  | 'video_moved'
  | 'video_deleted'
  | 'redirect_added'
  | 'redirect_changed'
  | 'redirect_deleted'
  | 'people_exported'
  | 'transcripts_exported';

/** What an action was done to, by its id alone: never a name or an address. Exports take the whole archive. */
export type AuditSubject =
  { type: 'participant' | 'photo' | 'answer' | 'video' | 'redirect'; id: string } | { type: 'archive'; id: null };

export interface AuditEntry {
  id: number;
  actor: 'staff';
  action: AuditAction;
  subject: AuditSubject;
  /** ISO 8601. */
  at: string;
}

/** GET /api/admin/audit: the newest entries first; `?before=` an id goes on from there. */
export interface AuditPage {
  entries: AuditEntry[];
  /** What `before` is for the page after this one, null on the last. */
  nextBefore: number | null;
}
