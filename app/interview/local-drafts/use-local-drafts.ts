import { useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { AnswerVideo } from '../../../api/contract/interview/answers.js';
import { inTime } from '../../shared/indexed-database.js';
import type { DraftWriter, NewRecording, Recording } from '../recorder/recording.js';
import {
  type DraftOffer,
  type LocalDraftsEvent,
  type LocalDraftsState,
  NO_DRAFTS,
  reduceLocalDrafts,
} from './local-drafts-state.js';
import { useSendingChoice } from '../sent-drafts/sending-choice.js';
import { openLocalDrafts, type DraftOwner } from './local-drafts.js';

export interface OfferedDrafts extends LocalDraftsState {
  /** A file that may be nowhere else is still being copied: what is kept of it is not whole. */
  isCopying: boolean;
  begin: (recording: NewRecording) => DraftWriter;
  /**
   * Looks anew what is kept: what another tab does is not seen here as it happens. Never rejects; where the storage hangs, it
   * resolves with what is known.
   */
  look: () => Promise<LocalDraftsState>;
  /**
   * Opens an offered draft in this tab; null when that is not possible, which is then said. It is offered again, and null
   * comes, when the signal has aborted by the time it is read.
   */
  open: (offer: DraftOffer, signal: AbortSignal) => Promise<Recording | null>;
  askToDiscard: (offer: DraftOffer) => void;
  cancelDiscard: (offer: DraftOffer) => void;
  discard: (offer: DraftOffer) => Promise<void>;
  /** See LocalDrafts. */
  findHeld: () => Promise<string[]>;
  countAtRisk: () => Promise<number>;
  forgetAll: () => Promise<void>;
}

/** The local drafts of one person. `onSavedElsewhere`: another tab is done with one of them. */
export function useLocalDrafts(
  keptUnder: DraftOwner,
  answers: AnswerVideo[],
  onSavedElsewhere: () => void,
): OfferedDrafts {
  const [state, dispatch] = useReducer(reduceLocalDrafts, NO_DRAFTS);
  const [drafts] = useState(() => openLocalDrafts(keptUnder, (isStored) => dispatch({ type: 'written', isStored })));

  /** As they are now, for what goes on longer than the picture on the screen. */
  const newest = useRef({ answers, state });
  useLayoutEffect(() => {
    newest.current = { answers, state };
  });

  const find = async (known: AnswerVideo[]): Promise<LocalDraftsEvent> => {
    try {
      const found = await drafts.find(known);
      const ids = new Set([...found.waiting, ...found.elsewhere].map(({ id }) => id));
      if (newest.current.state.elsewhere.some(({ id }) => !ids.has(id))) onSavedElsewhere();
      return { type: 'found', ...found };
    } catch {
      return { type: 'written', isStored: false };
    }
  };
  const look = async (known = newest.current.answers) => {
    const seen = await find(known);
    dispatch(seen);
    return reduceLocalDrafts(newest.current.state, seen);
  };
  const findHung = () => {
    const { state: now } = newest.current;
    if (now.isLookedFor) return now;
    // What has not been found by now is kept by nobody, as far as this page can tell.
    const hung = { type: 'written', isStored: false } as const;
    dispatch(hung);
    return reduceLocalDrafts(now, hung);
  };
  const lookAgain = useEffectEvent((known?: AnswerVideo[]) => void look(known));
  useEffect(() => {
    const lookWhenShown = () => document.hidden || lookAgain();
    document.addEventListener('visibilitychange', lookWhenShown);
    return () => document.removeEventListener('visibilitychange', lookWhenShown);
  }, []);
  const isSentMeanwhile = useSendingChoice();
  const removeSent = useEffectEvent(async () => {
    await drafts.removeSent();
    await look();
  });
  // What is offered follows what is chosen, too, also where that was chosen on an earlier page.
  useEffect(() => {
    if (!isSentMeanwhile && state.isLookedFor) void removeSent();
  }, [isSentMeanwhile, state.isLookedFor]);
  // What was being checked on the server may be done with.
  useEffect(() => lookAgain(answers), [answers]);
  useEffect(() => {
    const waiting = new AbortController();
    for (const draft of state.elsewhere) {
      // Rejected only when the waiting ends.
      drafts.waitUntilFree(draft, waiting.signal).then(
        () => lookAgain(),
        () => undefined,
      );
    }
    return () => waiting.abort();
  }, [drafts, state.elsewhere]);

  const [copies, setCopies] = useState(0);
  const begin = (recording: NewRecording) => {
    const writer = drafts.begin(recording);
    if (recording.origin === 'camera-app') {
      setCopies((count) => count + 1);
      void writer.ended().then(() => setCopies((count) => count - 1));
    }
    return writer;
  };

  const open = async ({ draft }: DraftOffer, signal: AbortSignal) => {
    const { id } = draft;
    dispatch({ type: 'open-pressed', id });
    try {
      const recording = await drafts.open(draft);
      if (recording && signal.aborted) {
        recording.draft.leave();
        dispatch({ type: 'put-back', id });
        await look();
        return null;
      }
      dispatch({ type: 'left', id });
      if (!recording) await look();
      return recording;
    } catch {
      dispatch({ type: 'failed', id });
      return null;
    }
  };

  const discard = async ({ draft }: DraftOffer) => {
    const { id } = draft;
    dispatch({ type: 'discard-confirmed', id });
    try {
      await drafts.discard(draft);
      dispatch({ type: 'left', id });
      await look();
    } catch {
      dispatch({ type: 'failed', id });
    }
  };

  return {
    ...state,
    isCopying: copies > 0,
    begin,
    look: () => inTime(look(), findHung),
    open,
    askToDiscard: ({ draft }) => dispatch({ type: 'discard-pressed', id: draft.id }),
    cancelDiscard: ({ draft }) => dispatch({ type: 'discard-cancelled', id: draft.id }),
    discard,
    findHeld: () => drafts.findHeld(),
    countAtRisk: () => drafts.countAtRisk(),
    forgetAll: () => drafts.forgetAll(),
  };
}
