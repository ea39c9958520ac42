import type { LedgerEntry, LedgerEvent } from '../../people/ledger/withdrawal-ledger.js';
import { subjectOf } from './ledger-subjects.js';

/** What else the ledger has of somebody beside a word of theirs. */
export interface Beside {
  /** By ids: what was moved to them after it; and before, and stayed with them. */
  movedLater: readonly string[];
  movedBefore: readonly string[];
  /** Of everything that they said. */
  times: readonly Date[];
  /** Of a yes to a video: when they had refused it last; null where they had not. */
  refusedBefore: Date | null;
}

/**
 * Tells of a word what was moved to its person after it, which it says nothing of; what until then, and to nobody since; and
 * when they said anything. Each person's words are gone through once, however many there are.
 */
export function besideIn(entries: LedgerEntry[]): (event: LedgerEvent, at: string) => Beside {
  const byPerson = Map.groupBy(entries, ({ participantId }) => participantId);
  const times = new Map(Array.from(byPerson, ([id, said]) => [id, said.map(({ at }) => new Date(at))]));
  const refusals = Map.groupBy(
    entries.filter((entry) => entry.kind === 'refused'),
    subjectOf,
  );
  const moves = entries
    .filter((entry) => entry.kind === 'moved')
    // Lines that come from a bucket stand in its order.
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const movesTo = Map.groupBy<string | null, (typeof moves)[number]>(moves, ({ participantId }) => participantId);
  const lastMoves = new Set(new Map(moves.map((move) => [move.id, move])).values());
  const refusedBefore = (event: LedgerEvent, at: string) => {
    const refused = event.kind === 'released' ? (refusals.get(subjectOf(event)) ?? []) : [];
    const earlier = refused.map((refusal) => Date.parse(refusal.at)).filter((time) => time < Date.parse(at));
    const last = earlier.toSorted((a, b) => a - b).at(-1);
    return last === undefined ? null : new Date(last);
  };
  return (event, at) => {
    const { participantId } = event;
    const theirs = movesTo.get(participantId) ?? [];
    const isLater = (move: LedgerEntry) => Date.parse(move.at) > Date.parse(at);
    return {
      movedLater: theirs.filter(isLater).map(({ id }) => id),
      movedBefore: theirs.filter((move) => lastMoves.has(move) && !isLater(move)).map(({ id }) => id),
      times: times.get(participantId) ?? [],
      refusedBefore: refusedBefore(event, at),
    };
  };
}
