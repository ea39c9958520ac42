import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { AnswerVideo } from '../../../api/contract/answers.js';
import type { Take, TakeCopy } from '../recorder/recording.js';
import { type KeptTakes, NOTHING_KEPT, reduceKeptTakes, type TakeOffer } from './local-drafts-state.js';
import { createTakeKeeper, type KeptUnder, type NewTake } from './local-drafts.js';

export interface TakeKeeping extends KeptTakes {
  /** Begins the copy of a new take. */
  begin: (take: NewTake) => TakeCopy;
  /** Takes up an offered take in this tab; null when that is not possible, which is then said. */
  open: (offer: TakeOffer) => Promise<Take | null>;
  askToDiscard: (offer: TakeOffer) => void;
  cancelDiscard: (offer: TakeOffer) => void;
  discard: (offer: TakeOffer) => Promise<void>;
  /** How many takes of this person this browser keeps. */
  count: () => Promise<number>;
  /** Removes all takes of this person from this browser. */
  forgetAll: () => Promise<void>;
}

/** The takes of one person that this browser keeps. `onSavedElsewhere`: another tab is done with one of them. */
export function useKeptTakes(keptUnder: KeptUnder, answers: AnswerVideo[], onSavedElsewhere: () => void): TakeKeeping {
  const [state, dispatch] = useReducer(reduceKeptTakes, NOTHING_KEPT);
  const [keeper] = useState(() => createTakeKeeper(keptUnder, (isKept) => dispatch({ type: 'copied', isKept })));

  const look = async () => {
    try {
      const found = await keeper.find(answers);
      const ids = new Set([...found.waiting, ...found.elsewhere].map(({ id }) => id));
      if (state.elsewhere.some(({ id }) => !ids.has(id))) onSavedElsewhere();
      dispatch({ type: 'found', ...found });
    } catch {
      dispatch({ type: 'copied', isKept: false });
    }
  };
  const lookAgain = useEffectEvent(() => void look());
  useEffect(() => {
    const lookWhenShown = () => document.hidden || lookAgain();
    lookAgain();
    document.addEventListener('visibilitychange', lookWhenShown);
    return () => document.removeEventListener('visibilitychange', lookWhenShown);
  }, []);
  useEffect(() => {
    const waiting = new AbortController();
    for (const kept of state.elsewhere) {
      // Rejected only when the waiting ends.
      keeper.waitUntilFree(kept, waiting.signal).then(lookAgain, () => undefined);
    }
    return () => waiting.abort();
  }, [keeper, state.elsewhere]);

  const open = async ({ kept }: TakeOffer) => {
    const { id } = kept;
    dispatch({ type: 'open-pressed', id });
    try {
      const take = await keeper.open(kept);
      dispatch({ type: 'left', id });
      if (!take) await look();
      return take;
    } catch {
      dispatch({ type: 'failed', id });
      return null;
    }
  };

  const discard = async ({ kept }: TakeOffer) => {
    const { id } = kept;
    dispatch({ type: 'discard-confirmed', id });
    try {
      await keeper.discard(kept);
      dispatch({ type: 'left', id });
      await look();
    } catch {
      dispatch({ type: 'failed', id });
    }
  };

  return {
    ...state,
    begin: (take) => keeper.begin(take),
    open,
    askToDiscard: ({ kept }) => dispatch({ type: 'discard-pressed', id: kept.id }),
    cancelDiscard: ({ kept }) => dispatch({ type: 'discard-cancelled', id: kept.id }),
    discard,
    count: () => keeper.count(),
    forgetAll: () => keeper.forgetAll(),
  };
}
