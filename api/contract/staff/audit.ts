/**
 * What staff did, whose data they looked at or took away, what happened at their gate, and what participants did that staff
 * have to know.
 */
export type AuditAction =
  | 'signed_in'
  | 'signed_in_by_link'
  | 'signed_in_by_passkey'
  | 'signed_out'
  | 'sign_in_failed'
  | 'sign_in_locked'
  | 'participant_done'
  | 'participant_not_done'
  | 'participant_corrected'
  | 'participant_changed'
  | 'consent_asked_anew'
  | 'participant_deleted'
  | 'photos_viewed'
  | 'photo_viewed'
  | 'photo_downloaded'
  | 'public_uploads_deleted'
  | 'answers_viewed'
  | 'answer_viewed'
  | 'answer_downloaded'
  | 'video_added'
  | 'video_changed'
  | 'draft_rejected'
  | 'video_approved'
  | 'video_unapproved'
  | 'video_moved'
  | 'video_deleted'
  | 'release_over'
  | 'paper_release_recorded'
  | 'paper_release_viewed'
  | 'redirect_added'
  | 'redirect_changed'
  | 'redirect_deleted'
  | 'story_reopened'
  | 'people_exported'
  | 'transcripts_exported'
  | 'story_hidden'
  | 'story_shown_again'
  | 'story_withdrawn'
  | 'answer_withdrawn'
  | 'recording_removed'
  | 'photo_withdrawn'
  | 'video_withdrawn'
  | 'participant_left'
  | 'own_data_changed'
  | 'own_data_downloaded'
  | 'urgent_marked'
  | 'urgent_taken'
  | 'urgent_given_back'
  | 'urgent_done'
  | 'consent_sound_changed'
  | 'place_added'
  | 'place_removed'
  | 'removed_elsewhere'
  | 'removal_kept'
  | 'removals_allowed'
  | 'producer_added'
  | 'producer_removed'
  | 'producer_link_made'
  | 'passkey_added'
  | 'passkey_removed'
  | 'period_ended';

/** What an action was done to, by its id alone: never a name or an address. Exports take the whole archive. */
export type AuditSubject =
  | { type: 'participant' | 'photo' | 'answer' | 'video' | 'redirect' | 'producer'; id: string }
  | { type: 'archive' | 'gate'; id: null };

/** What somebody comes to who signs in, or tries to. */
export const THE_GATE = { type: 'gate', id: null } as const;

/** Kinds of actions, for whoever looks for one. */
export type AuditKind = 'gate' | 'viewed' | 'taken' | 'changed' | 'published' | 'deleted';

export const AUDIT_KINDS: Record<AuditAction, AuditKind> = {
  signed_in: 'gate',
  signed_in_by_link: 'gate',
  signed_in_by_passkey: 'gate',
  signed_out: 'gate',
  sign_in_failed: 'gate',
  sign_in_locked: 'gate',
  participant_done: 'changed',
  participant_not_done: 'changed',
  participant_changed: 'changed',
  participant_corrected: 'changed',
  consent_asked_anew: 'changed',
  participant_deleted: 'deleted',
  photos_viewed: 'viewed',
  photo_viewed: 'viewed',
  photo_downloaded: 'taken',
  public_uploads_deleted: 'deleted',
  answers_viewed: 'viewed',
  answer_viewed: 'viewed',
  answer_downloaded: 'taken',
  video_added: 'changed',
  video_changed: 'changed',
  draft_rejected: 'deleted',
  video_approved: 'published',
  video_unapproved: 'published',
  video_moved: 'changed',
  video_deleted: 'deleted',
  release_over: 'published',
  paper_release_recorded: 'changed',
  paper_release_viewed: 'viewed',
  redirect_added: 'changed',
  redirect_changed: 'changed',
  redirect_deleted: 'deleted',
  story_reopened: 'changed',
  people_exported: 'taken',
  transcripts_exported: 'taken',
  story_hidden: 'published',
  story_shown_again: 'published',
  story_withdrawn: 'deleted',
  answer_withdrawn: 'deleted',
  recording_removed: 'deleted',
  photo_withdrawn: 'deleted',
  video_withdrawn: 'deleted',
  participant_left: 'deleted',
  own_data_changed: 'changed',
  own_data_downloaded: 'taken',
  urgent_marked: 'changed',
  urgent_taken: 'changed',
  urgent_given_back: 'changed',
  urgent_done: 'changed',
  consent_sound_changed: 'changed',
  place_added: 'changed',
  place_removed: 'changed',
  removed_elsewhere: 'deleted',
  removal_kept: 'changed',
  removals_allowed: 'changed',
  producer_added: 'changed',
  producer_removed: 'deleted',
  producer_link_made: 'gate',
  passkey_added: 'gate',
  passkey_removed: 'gate',
  period_ended: 'deleted',
};

export interface AuditEntry {
  id: number;
  /**
   * Unknown: somebody at the gate without the password. Participant: whose own story it is. System: nobody, because the time
   * of something was over.
   */
  actor: 'staff' | 'unknown' | 'participant' | 'system';
  /** The name that the producer gave at the gate; null when they gave none, or sent the password with each request. */
  producer: string | null;
  action: AuditAction;
  subject: AuditSubject;
  /** ISO 8601. */
  at: string;
}

/**
 * GET /api/admin/audit: the newest entries first; `?before=` an id goes on from there. `person=` an id, `producer=` a name
 * and `kind=` leave only what fits all of them.
 */
export interface AuditPage {
  entries: AuditEntry[];
  /** What `before` is for the page after this one, null on the last. */
  nextBefore: number | null;
}

/** GET /api/admin/audit/producers: every name that was given, in their order. */
export type AuditProducers = string[];

export const STAFF_CHANGES_API = '/api/admin/audit/changes';

/** Of what the lists of the staff side show. */
export interface StaffChanges {
  /** Another number: something has changed, whoever did it. */
  last: number;
}
