import type { CurrentUser, RegisteredUser, UnclaimedBeginning } from '../../contract/people/participants.js';
import type { Participant } from './participant.entity.js';
import type { StoryChoice } from './story-choices.repository.js';
import type { Beginning } from './unclaimed-beginnings.repository.js';

export function toRegisteredUser(participant: Participant): RegisteredUser {
  const { id, firstName, lastName, email, status, photosNeeded } = participant;
  return { id, firstName, lastName, email, status, photosNeeded };
}

/** Under which ids that person's browsers keep recordings. */
export function keptUnderOf({ id, keptUnder }: Participant): [string, ...string[]] {
  const [first = id, ...others] = keptUnder ?? [];
  return [first, ...others];
}

/** Since when the story can be changed; of one that is handed in, since when it could. */
export function openSinceOf({ createdAt, reopenedAt }: Participant): Date {
  return reopenedAt ?? createdAt;
}

/** What a signed-in person is told about themselves. */
export function toCurrentUser(
  participant: Participant,
  beginning: Beginning | null,
  { withdrawnAt }: Pick<StoryChoice, 'withdrawnAt'>,
): CurrentUser {
  return {
    ...toRegisteredUser(participant),
    isEmailProven: participant.emailProvenAt !== null,
    keptUnder: keptUnderOf(participant),
    openSince: openSinceOf(participant).toISOString(),
    unclaimed: beginning && toUnclaimed(participant, beginning),
    ...(withdrawnAt && { withdrawnAt: withdrawnAt.toISOString() }),
  };
}

function toUnclaimed({ firstName, lastName, createdAt }: Participant, beginning: Beginning): UnclaimedBeginning {
  const { instagram, tiktok, status, answers, photos, drafts, lastAt } = beginning;
  return {
    firstName,
    lastName,
    instagram,
    tiktok,
    isSubmitted: status === 'submitted',
    answers,
    photos,
    ...(drafts > 0 && { drafts }),
    begunAt: createdAt.toISOString(),
    lastAt: lastAt && lastAt.toISOString(),
  };
}
