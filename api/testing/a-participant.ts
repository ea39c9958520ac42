import { stepTimes } from '../contract/interview/steps.js';
import type { Participant } from '../people/participants/participant.entity.js';

/** Somebody who has registered and told nothing, for rules that need no database. */
export function aParticipant(told: Partial<Participant> = {}): Participant {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    firstName: 'Anna',
    lastName: 'Example',
    email: 'anna@example.org',
    emailKey: 'anna@example.org',
    emailProvenAt: null,
    mailboxCorrectedAt: null,
    keptUnder: null,
    userName: 'anna-2026-03-02',
    status: 'in_progress',
    isDone: false,
    tag: false,
    instagram: null,
    tiktok: null,
    photosNeeded: true,
    createdAt: new Date('2026-03-02T08:00:00Z'),
    reopenedAt: null,
    ...stepTimes(() => null),
    mediaUploadCompletedAt: null,
    ...told,
  };
}
