import type { AdminUser } from '../contract/admin-participants.js';
import type { Participant } from '../people/participants/participant.entity.js';
import type { Beginning } from '../people/participants/participants.service.js';

/** A person as staff see them. */
export function toAdminUser(participant: Participant, beginning: Beginning | null): AdminUser {
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
    identityConfirmedAt: toTime(participant.identityConfirmedAt),
    introductionCompletedAt: toTime(participant.introductionCompletedAt),
    lifeBeforeCompletedAt: toTime(participant.lifeBeforeCompletedAt),
    triggerEventCompletedAt: toTime(participant.triggerEventCompletedAt),
    lifeTodayCompletedAt: toTime(participant.lifeTodayCompletedAt),
    copingStrategiesCompletedAt: toTime(participant.copingStrategiesCompletedAt),
    dreamsGoalsCompletedAt: toTime(participant.dreamsGoalsCompletedAt),
    wishPeopleUnderstoodCompletedAt: toTime(participant.wishPeopleUnderstoodCompletedAt),
    mediaUploadCompletedAt: toTime(participant.mediaUploadCompletedAt),
    emailProvenAt: toTime(participant.emailProvenAt),
    unclaimed: beginning && { answers: beginning.answers, photos: beginning.photos },
  };
}

function toTime(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
