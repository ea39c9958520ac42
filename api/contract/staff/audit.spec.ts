import { AUDIT_KINDS, type AuditKind, THE_GATE } from './audit.js';

const OF_KIND: Record<AuditKind, string[]> = {
  gate: [
    'passkey_added',
    'passkey_removed',
    'producer_link_made',
    'sign_in_failed',
    'sign_in_locked',
    'signed_in',
    'signed_in_by_link',
    'signed_in_by_passkey',
    'signed_out',
  ],
  viewed: ['answer_viewed', 'answers_viewed', 'paper_release_viewed', 'photo_viewed', 'photos_viewed'],
  taken: ['answer_downloaded', 'own_data_downloaded', 'people_exported', 'photo_downloaded', 'transcripts_exported'],
  changed: [
    'consent_asked_anew',
    'consent_sound_changed',
    'own_data_changed',
    'paper_release_recorded',
    'participant_changed',
    'participant_corrected',
    'participant_done',
    'participant_not_done',
    'place_added',
    'place_removed',
    'producer_added',
    'redirect_added',
    'redirect_changed',
    'removal_kept',
    'removals_allowed',
    'story_reopened',
    'urgent_done',
    'urgent_given_back',
    'urgent_marked',
    'urgent_taken',
    'video_added',
    'video_changed',
    'video_moved',
  ],
  published: ['release_over', 'story_hidden', 'story_shown_again', 'video_approved', 'video_unapproved'],
  deleted: [
    'answer_withdrawn',
    'draft_rejected',
    'participant_deleted',
    'participant_left',
    'period_ended',
    'photo_withdrawn',
    'producer_removed',
    'public_uploads_deleted',
    'recording_removed',
    'redirect_deleted',
    'removed_elsewhere',
    'story_withdrawn',
    'video_deleted',
    'video_withdrawn',
  ],
};

describe('what the audit tells', () => {
  it.each(Object.entries(OF_KIND))('of the kind %s is this', (kind, actions) => {
    const found = Object.entries(AUDIT_KINDS).filter(([, of]) => of === kind);
    expect(found.map(([action]) => action).toSorted()).toEqual(actions);
  });

  it('at the gate is about nobody', () => {
    expect(THE_GATE).toEqual({ type: 'gate', id: null });
  });
});
