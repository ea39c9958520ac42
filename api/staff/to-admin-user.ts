import type { AdminUser } from '../contract/staff/admin-participants.js';
import type { StoryNotShown } from '../contract/people/participants.js';
import { stepTimes } from '../contract/interview/steps.js';
import { isMailboxProven, type Participant } from '../people/participants/participant.entity.js';
import type { Beginning } from '../people/participants/unclaimed-beginnings.service.js';

/** A person as staff see them. */
export function toAdminUser(
  participant: Participant,
  beginning: Beginning | null,
  notShown: StoryNotShown | null,
  guardianDecides: boolean,
): AdminUser {
  return {
    id: participant.id,
    firstName: participant.firstName,
    lastName: participant.lastName,
    email: participant.email,
    userName: participant.userName,
    createdAt: participant.createdAt.toISOString(),
    status: participant.status,
    done: participant.isDone,
    tag: participant.tag,
    instagram: participant.instagram,
    tiktok: participant.tiktok,
    photosNeeded: participant.photosNeeded,
    ...stepTimes((field) => toTime(participant[field])),
    mediaUploadCompletedAt: toTime(participant.mediaUploadCompletedAt),
    reopenedAt: toTime(participant.reopenedAt),
    emailProvenAt: isMailboxProven(participant) ? toTime(participant.emailProvenAt) : null,
    unclaimed: beginning && { answers: beginning.answers, photos: beginning.photos },
    notShown,
    guardianDecides,
  };
}

function toTime(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
