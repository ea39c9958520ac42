import { stepTimes } from '../../api/contract/interview/steps.js';
import type { Person } from '../admin/common/people.js';

/** Somebody who has just registered. For specs only. */
export function aPerson(changes: Partial<Person> = {}): Person {
  return {
    id: 'p1',
    firstName: 'Anna',
    lastName: 'Berg',
    name: 'Anna Berg',
    email: 'anna@example.org',
    userName: 'anna-2026-03-01',
    createdAt: '2026-03-01T09:00:00.000Z',
    status: 'in_progress',
    done: false,
    tag: false,
    instagram: null,
    tiktok: null,
    photosNeeded: true,
    userId: 'p1',
    photosPath: '/api/admin/users/p1/photos',
    photoCount: 0,
    ...stepTimes((field) => (field === 'identityConfirmedAt' ? '2026-03-01T09:00:00.000Z' : null)),
    mediaUploadCompletedAt: null,
    reopenedAt: null,
    emailProvenAt: null,
    unclaimed: null,
    notShown: null,
    guardianDecides: false,
    ...changes,
  };
}
