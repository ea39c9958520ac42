import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { ANSWERS_PATH, type AnswerVideo, type SaveAnswerResponse } from '../../../api/contract/interview/answers.js';
import { CONSENT_PATH } from '../../../api/contract/consent/consent.js';
import { type InterviewQuestion, QUESTIONS_PATH } from '../../../api/contract/interview/questions.js';
import { RECORDING_DRAFTS_PATH } from '../../../api/contract/interview/recording-drafts.js';
import { HttpError } from '../../shared/http/http-error.js';
import { UploadError } from '../../shared/http/upload-error.js';
import { toast } from '../../shared/ui/toast-store.js';
import { type AnswerSaving, AnswerSavings } from './answer-savings.js';
import { isUsed, type LocalDraft } from '../local-drafts/local-draft-store.js';
import type { DraftOffer, LocalDraftsState } from '../local-drafts/local-drafts-state.js';
import type { OfferedDrafts } from '../local-drafts/use-local-drafts.js';
import { useSignalFor } from '../recorder/recorder-effects.js';
import { RECORDER_TOASTS } from '../recorder/recorder.messages.js';
import type { SaveFailure } from '../recorder/recorder-state.js';
import { knownAnswer } from './save-answer.js';
import { STATUS_KEY } from '../common/use-interview-data.js';

export interface Savings {
  all: readonly AnswerSaving[];
  queue: AnswerSavings;
}

/** The recordings of one person that are on their way to the server; how each one ends is said in a toast. */
export function useAnswerSavings(participantId: string, isDraftStored: boolean, isWithdrawn: boolean): Savings {
  const queryClient = useQueryClient();
  const [queue] = useState(() => new AnswerSavings(participantId));
  const onSaved = useEffectEvent(async (answer: SaveAnswerResponse) => {
    const readAgain = () => queryClient.invalidateQueries({ queryKey: [ANSWERS_PATH] });
    void queryClient.invalidateQueries({ queryKey: [RECORDING_DRAFTS_PATH] });
    if (!answer.isChosen) {
      await readAgain();
      toast(toastOfSaved(answer));
      return;
    }
    queryClient.setQueryData<AnswerVideo[]>([ANSWERS_PATH], (answers = []) => withAnswer(answers, answer));
    // The answer is stored whether or not the refreshed lists arrive.
    void readAgain();
    void queryClient.invalidateQueries({ queryKey: [QUESTIONS_PATH] });
    toast(toastOfSaved(answer));
    // The screen knows the answer before it forgets that one was on its way.
    await new Promise<void>((resolve) => notifyManager.schedule(resolve));
  });
  const onFailed = useEffectEvent((error: unknown, failure: SaveFailure) => {
    if (failure === 'deleted') void queryClient.invalidateQueries({ queryKey: STATUS_KEY });
    if (failure === 'not-agreed') void queryClient.invalidateQueries({ queryKey: [CONSENT_PATH] });
    toast({ ...toastOf(failure, isDraftStored), ...saidOf(error, failure), variant: 'destructive' });
  });
  useEffect(() => {
    queue.open({ onSaved: (answer) => onSaved(answer), onFailed: (error, failure) => onFailed(error, failure) });
    return () => queue.close();
  }, [queue]);
  useEffect(() => {
    if (isWithdrawn && queue.giveAllBack()) toast(RECORDER_TOASTS.withdrawn);
  }, [queue, isWithdrawn]);
  return { all: useSyncExternalStore(queue.subscribe, queue.list), queue };
}

/** Goes on by itself with what was used before the page was closed, as soon as anything is taken: `isSending`. */
export function useUsedDrafts(
  drafts: OfferedDrafts,
  queue: AnswerSavings,
  isSending: boolean,
  questions: InterviewQuestion[],
  answers: AnswerVideo[],
): void {
  const whileSending = useSignalFor(`${isSending}`);
  const send = useEffectEvent(async (offer: DraftOffer) => {
    const question = questions.find(({ id }) => id === offer.draft.questionId);
    const recording = question && (await drafts.open(offer, whileSending()));
    if (!recording) return;
    const answer = answers.find(({ questionId }) => questionId === question.id);
    const insteadOf = knownAnswer(recording.recordedAt, answer, recording.insteadOf);
    queue.add(recording, { question, insteadOf, isLeft: true });
  });
  const { offers, elsewhere } = drafts;
  useEffect(() => {
    if (!isSending) return;
    for (const offer of offers) {
      const isNext = offer.phase === 'waiting' && !findBefore(offer.draft, { offers, elsewhere });
      if (isOnItsOwn(offer) && isNext) void send(offer);
    }
  }, [isSending, offers, elsewhere]);
}

type KeptDrafts = Pick<LocalDraftsState, 'offers' | 'elsewhere'>;

/**
 * What a recording to the same question waits for: one that was used before it, or that it goes on from, which may have been
 * recorded anew since. Sent first, an addition would become the answer.
 */
function findBefore(draft: LocalDraft, drafts: KeptDrafts): LocalDraft | undefined {
  return allKept(drafts).find((other) => {
    if (other.questionId !== draft.questionId) return false;
    if (Boolean(draft.isAddition) !== Boolean(other.isAddition)) return draft.isAddition;
    return isUsed(other) && other.recordedAt < draft.recordedAt;
  });
}

/** What its person decides on before what was added to it, and used, is sent: here, or in another tab that has both. */
function findUndecided({ offers, elsewhere }: KeptDrafts): LocalDraft | undefined {
  const here = offers.filter(({ draft }) => isUsed(draft));
  const there = elsewhere.filter(isUsed);
  return [
    ...here.map(({ draft }) => findBefore(draft, { offers, elsewhere })),
    ...there.map((draft) => findBefore(draft, { offers: [], elsewhere })),
  ].find((before) => before && !isUsed(before) && !before.isStored);
}

/** All that is kept and looked for, apart from what this tab has. */
export function allKept({ offers, elsewhere }: KeptDrafts): LocalDraft[] {
  return [...offers.map(({ draft }) => draft), ...elsewhere];
}

/** It is sent without anybody's doing. */
export function isOnItsOwn({ draft, phase }: DraftOffer): boolean {
  return isUsed(draft) && (phase === 'waiting' || phase === 'opening');
}

/**
 * What was used before the page was closed. `awaited`: it is looked for, read, or another tab has it; `taken`: it is on its
 * way, or there was none; `stuck`: it needs its person.
 */
type UsedBefore = 'awaited' | 'taken' | 'stuck';

export interface UsedDrafts {
  usedBefore: UsedBefore;
  /** They are not saved yet, here or in another tab. */
  used: LocalDraft[];
  /** They were used, could not be saved, and are with their person. */
  unsaved: LocalDraft[];
  /** Before what was used goes on, its person decides on this one, or does something for it in the tab that has it. */
  undecided: LocalDraft | undefined;
}

export function findUsed(drafts: LocalDraftsState, isSending: boolean): UsedDrafts {
  const kept = allKept(drafts);
  const unread = drafts.offers.filter((offer) => isUsed(offer.draft) && !isOnItsOwn(offer)).map(({ draft }) => draft);
  return {
    usedBefore: describeUsed(drafts, isSending),
    used: kept.filter(isUsed),
    unsaved: [...unread, ...kept.filter(({ use, isStored }) => use === 'over' && !isStored)],
    undecided: isSending ? (findUndecided(drafts) ?? drafts.elsewhere.find(isHalted)) : undefined,
  };
}

function isHalted({ use }: LocalDraft): boolean {
  return use === 'halted';
}

function describeUsed(drafts: LocalDraftsState, isSending: boolean): UsedBefore {
  if (!drafts.isLookedFor) return drafts.canStore ? 'awaited' : 'stuck';
  const used = drafts.offers.filter(({ draft }) => isUsed(draft));
  if (findUndecided(drafts) || drafts.elsewhere.some(isHalted)) return 'stuck';
  if (used.some((offer) => !isSending || !isOnItsOwn(offer))) return 'stuck';
  return used.length > 0 || drafts.elsewhere.some(isUsed) ? 'awaited' : 'taken';
}

export function toastOfSaved({ isChosen, pieces }: SaveAnswerResponse) {
  if (!isChosen) return RECORDER_TOASTS.savedBeside;
  const isChecking = pieces.some(({ proof }) => proof.state === 'checking');
  return isChecking ? RECORDER_TOASTS.checking : RECORDER_TOASTS.saved;
}

function toastOf(failure: SaveFailure, isDraftStored: boolean) {
  switch (failure) {
    case 'signed-out':
      return isDraftStored ? RECORDER_TOASTS.signedOut : RECORDER_TOASTS.signedOutWithoutDraft;
    case 'submitted':
      return RECORDER_TOASTS.submitted;
    case 'refused':
      return RECORDER_TOASTS.refused;
    case 'deleted':
      return RECORDER_TOASTS.deleted;
    case 'flawed':
      return RECORDER_TOASTS.flawed;
    case 'unplayable':
      return RECORDER_TOASTS.unplayable;
    case 'not-agreed':
      return RECORDER_TOASTS.notAgreed;
    case 'full':
      return RECORDER_TOASTS.full;
    case 'pieces-full':
      return RECORDER_TOASTS.piecesFull;
    case 'no-room':
      return RECORDER_TOASTS.noRoomToSave;
    case 'spent':
      return RECORDER_TOASTS.spent;
    case 'failed':
      return RECORDER_TOASTS.saveFailed;
  }
}

/** The server says what is missing, in a recording or to it, or when it takes more. */
function saidOf(error: unknown, failure: SaveFailure): { description?: string } {
  const isSaid = failure === 'flawed' || failure === 'not-agreed' || failure === 'spent';
  const cause = error instanceof UploadError ? error.cause : error;
  const said = isSaid && cause instanceof HttpError ? cause.serverMessage : null;
  return said === null ? {} : { description: `${said} It is still here.` };
}

/** A question has one answer; the new one brings the earlier recordings along. */
function withAnswer(answers: AnswerVideo[], answer: AnswerVideo): AnswerVideo[] {
  return [...answers.filter(({ questionId }) => questionId !== answer.questionId), answer];
}
