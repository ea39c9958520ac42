import type { Participant } from '../../people/participants/participant.entity.js';
import type { WholeBeginning } from '../../people/participants/unclaimed-beginnings.service.js';

/** What of a person changes with what was begun under their e-mail: the earlier time counts, and nothing that was told goes. */
export function givenBack(participant: Participant, beginning: WholeBeginning): Partial<Participant> {
  const times = Object.entries(beginning.times).map(([field, time]) => {
    const since = participant[field as keyof WholeBeginning['times']];
    const before = new Date(time);
    return [field, since && since < before ? since : before] as const;
  });
  return {
    ...Object.fromEntries(times),
    status: beginning.status === 'submitted' ? 'submitted' : participant.status,
    isDone: beginning.isDone || participant.isDone,
    // Handles that staff have corrected since then stay.
    tag: beginning.tag || participant.tag,
    instagram: participant.instagram ?? beginning.instagram,
    tiktok: participant.tiktok ?? beginning.tiktok,
    keptUnder: [...new Set([...(participant.keptUnder ?? []), participant.id])],
  };
}
