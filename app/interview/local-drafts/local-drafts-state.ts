import type { KeptTake } from './local-draft-store.js';
import type { KeptTakesFound } from './local-drafts.js';

/** A take that was kept and waits for a decision. */
export interface TakeOffer {
  kept: KeptTake;
  phase:
    | 'waiting'
    /** It is being read, to be saved or watched. */
    | 'opening'
    /** Discard was pressed, and is asked about. */
    | 'asking'
    | 'discarding'
    /** It could not be read or removed; it can be tried again. */
    | 'failed';
}

export interface KeptTakes {
  offers: TakeOffer[];
  /** Recorded, reviewed or saved in another tab. */
  elsewhere: KeptTake[];
  /** False once this browser was seen not to keep a copy of what is recorded. */
  canKeep: boolean;
}

export type KeptTakesEvent =
  | ({ type: 'found' } & KeptTakesFound)
  | { type: 'copied'; isKept: boolean }
  | { type: 'open-pressed' | 'discard-pressed' | 'discard-cancelled' | 'discard-confirmed' | 'failed'; id: string }
  /** It is in use in this tab, or was discarded. */
  | { type: 'left'; id: string };

export const NOTHING_KEPT: KeptTakes = { offers: [], elsewhere: [], canKeep: true };

/** What happens to kept takes. An event that does not belong to the phase of its take changes nothing. */
export function reduceKeptTakes(state: KeptTakes, event: KeptTakesEvent): KeptTakes {
  switch (event.type) {
    case 'found':
      return { ...state, elsewhere: event.elsewhere, offers: event.waiting.map((kept) => offerOf(state, kept)) };
    case 'copied':
      return state.canKeep === event.isKept ? state : { ...state, canKeep: event.isKept };
    case 'open-pressed':
      return move(state, event.id, ['waiting', 'failed'], 'opening');
    case 'discard-pressed':
      return move(state, event.id, ['waiting', 'failed'], 'asking');
    case 'discard-cancelled':
      return move(state, event.id, ['asking'], 'waiting');
    case 'discard-confirmed':
      return move(state, event.id, ['asking'], 'discarding');
    case 'failed':
      return move(state, event.id, ['opening', 'discarding'], 'failed');
    case 'left':
      return { ...state, offers: state.offers.filter(({ kept }) => kept.id !== event.id) };
  }
}

/** The earliest take that waits at a question. */
export function offerAt({ offers }: KeptTakes, questionId: number): TakeOffer | null {
  return offers.find(({ kept }) => kept.questionId === questionId) ?? null;
}

/** What a take is doing goes on while it is looked for again. */
function offerOf({ offers }: KeptTakes, kept: KeptTake): TakeOffer {
  return { kept, phase: offers.find((offer) => offer.kept.id === kept.id)?.phase ?? 'waiting' };
}

function move(state: KeptTakes, id: string, from: TakeOffer['phase'][], to: TakeOffer['phase']): KeptTakes {
  const offers = state.offers.map((offer) =>
    offer.kept.id === id && from.includes(offer.phase) ? { ...offer, phase: to } : offer,
  );
  return { ...state, offers };
}
