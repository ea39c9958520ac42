import type { CurrentUser } from '../contract/participants.js';
import type { Participant } from './participant.entity.js';

/** What a signed-in person is told about themselves. */
export function toCurrentUser(participant: Participant): CurrentUser {
  const { id, firstName, lastName, email, status, photosNeeded } = participant;
  return { id, firstName, lastName, email, status, photosNeeded };
}
