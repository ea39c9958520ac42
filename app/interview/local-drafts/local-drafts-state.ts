import type { LocalDraft } from './local-draft-store.js';
import type { FoundDrafts } from './local-drafts.js';

/** A local draft that waits for a decision. */
export interface DraftOffer {
  draft: LocalDraft;
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

export interface LocalDraftsState {
  /** Whether what this browser keeps is known yet. */
  isLookedFor: boolean;
  offers: DraftOffer[];
  /** Recorded, reviewed or saved in another tab. */
  elsewhere: LocalDraft[];
  /** False once this browser was seen not to keep what is recorded. */
  canStore: boolean;
}

export type LocalDraftsEvent =
  | ({ type: 'found' } & FoundDrafts)
  | { type: 'written'; isStored: boolean }
  | { type: 'open-pressed' | 'discard-pressed' | 'discard-cancelled' | 'discard-confirmed' | 'failed'; id: string }
  /** It was read when nobody waited for it any more. */
  | { type: 'put-back'; id: string }
  /** It is in use in this tab, or was discarded. */
  | { type: 'left'; id: string };

const IN_USE = new Set<DraftOffer['phase']>(['opening', 'discarding']);

export const NO_DRAFTS: LocalDraftsState = { isLookedFor: false, offers: [], elsewhere: [], canStore: true };

/** What happens to local drafts. An event that does not belong to the phase of its draft changes nothing. */
export function reduceLocalDrafts(state: LocalDraftsState, event: LocalDraftsEvent): LocalDraftsState {
  switch (event.type) {
    case 'found':
      return {
        ...state,
        isLookedFor: true,
        elsewhere: event.elsewhere,
        offers: offersAfter(state, event.waiting),
      };
    case 'written':
      return state.canStore === event.isStored ? state : { ...state, canStore: event.isStored };
    case 'open-pressed':
      return move(state, event.id, ['waiting', 'failed'], 'opening');
    case 'put-back':
      return move(state, event.id, ['opening'], 'waiting');
    case 'discard-pressed':
      return move(state, event.id, ['waiting', 'failed'], 'asking');
    case 'discard-cancelled':
      return move(state, event.id, ['asking'], 'waiting');
    case 'discard-confirmed':
      return move(state, event.id, ['asking'], 'discarding');
    case 'failed':
      return move(state, event.id, ['opening', 'discarding'], 'failed');
    case 'left':
      return { ...state, offers: state.offers.filter(({ draft }) => draft.id !== event.id) };
  }
}

/** The earliest draft that waits at a question. */
export function offerAt({ offers }: LocalDraftsState, questionId: number): DraftOffer | null {
  return offers.find(({ draft }) => draft.questionId === questionId) ?? null;
}

/** What is being done with a draft goes on while it is looked for again: one that is in use in this tab is not found. */
function offersAfter({ offers }: LocalDraftsState, waiting: LocalDraft[]): DraftOffer[] {
  const isFound = ({ draft }: DraftOffer) => waiting.some(({ id }) => id === draft.id);
  const inUse = offers.filter((offer) => IN_USE.has(offer.phase) && !isFound(offer));
  const found = waiting.map((draft): DraftOffer => {
    return { draft, phase: offers.find((offer) => offer.draft.id === draft.id)?.phase ?? 'waiting' };
  });
  return [...inUse, ...found].toSorted((a, b) => a.draft.recordedAt.getTime() - b.draft.recordedAt.getTime());
}

function move(
  state: LocalDraftsState,
  id: string,
  from: DraftOffer['phase'][],
  to: DraftOffer['phase'],
): LocalDraftsState {
  const offers = state.offers.map((offer) =>
    offer.draft.id === id && from.includes(offer.phase) ? { ...offer, phase: to } : offer,
  );
  return { ...state, offers };
}
