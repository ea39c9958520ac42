import type { SaveAnswerResponse } from '../../../api/contract/interview/answers.js';
import type { InterviewQuestion } from '../../../api/contract/interview/questions.js';
import { SAVING_RETRY_MS } from '../../../api/contract/common/screen-numbers.js';
import { anySignal, withResolvers } from '../../../api/contract/common/older-browsers.js';
import { wait } from '../../shared/http/with-retries.js';
import type { SaveFailure } from '../recorder/recorder-state.js';
import type { Recording } from '../recorder/recording.js';
import type { UploadPace } from '../recorder/remaining-time.js';
import type { SaveOutcome, SaveReport } from '../recorder/use-recorder.js';
import { describeSaveFailure, type FailedSave, saveAnswer } from './save-answer.js';

/** A recording that its person wants to use, until the server has it. */
export interface AnswerSaving {
  id: string;
  question: InterviewQuestion;
  recording: Recording;
  /** See SaveAnswerRequest. */
  insteadOf: string | null;
  /**
   * `queued`: another one is sent first. `failed`: it needs its person. `undecided`: it is stored beside an answer that was
   * not known here, and its person is asked which one it shall be.
   */
  phase: 'queued' | 'sending' | 'failed' | 'undecided';
  percent: number;
  /** The connection was cut, and is tried again. */
  isWaiting: boolean;
  pace: UploadPace | null;
  failure: SaveFailure | null;
  /** The interview has gone on: what the line cannot do now is tried again for as long as the page is open. */
  isLeft: boolean;
  /** Who waits for it. */
  report?: SaveReport;
}

/** The server does not have it yet, and nobody need do anything. */
export function isOnItsWay({ phase }: AnswerSaving): boolean {
  return phase === 'queued' || phase === 'sending';
}

/** Whoever signs in again, or comes back when there is room or on another day, has used it already. */
const STAYS_USED = new Set<SaveFailure>(['signed-out', 'no-room', 'spent']);

/** What has arrived of it stands. */
const GIVEN_BACK: FailedSave = { failure: 'failed', canResume: true };

/** Told how a saving ends, before whoever waits for it. */
interface SavingsListener {
  onSaved: (answer: SaveAnswerResponse) => Promise<void>;
  onFailed: (error: unknown, failure: SaveFailure) => void;
}

/**
 * Sends recordings one after the other, in the order in which they were used: an addition comes after what it goes on
 * from, and the line is not shared. A local draft goes once the server has the recording. Nothing here throws: what fails
 * beside a saving is reported, and changes nothing of how it ends.
 */
export class AnswerSavings {
  private savings: readonly AnswerSaving[] = [];
  private readonly outcomes = new Map<string, (outcome: SaveOutcome) => void>();
  private readonly listeners = new Set<() => void>();
  private closing = new AbortController();
  /** Of what is on its way now. */
  private givingBack = new AbortController();
  private isSending = false;
  /** Uploads over which the server has failed. */
  private readonly doubtful = new Set<string | undefined>();
  /** Questions whose recording is back with its person: what is added to it would become the answer if it went first. */
  private readonly held = new Set<number>();

  private listener: SavingsListener | null = null;

  constructor(private readonly participantId: string) {}

  readonly list = (): readonly AnswerSaving[] => this.savings;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** `outcome` never rejects. */
  add(
    recording: Recording,
    place: Pick<AnswerSaving, 'question' | 'insteadOf' | 'report'> & { isLeft?: boolean },
  ): { id: string; outcome: Promise<SaveOutcome> } {
    const id = crypto.randomUUID();
    const { promise: outcome, resolve } = withResolvers<SaveOutcome>();
    this.outcomes.set(id, resolve);
    const begun = { phase: 'queued', percent: 0, isWaiting: false, pace: null, failure: null } as const;
    this.enqueue({ isLeft: false, ...begun, ...place, id, recording });
    recording.draft.noteUse('sent');
    void this.sendQueued();
    return { id, outcome };
  }

  /** Nobody waits for it any more: the interview goes on. */
  leave(id: string): void {
    const isOver = !this.savings.some((saving) => saving.id === id);
    if (!isOver) this.change(id, { isLeft: true });
  }

  /** Gives one that failed back to its person. */
  giveBack(id: string): AnswerSaving | null {
    const failed = this.savings.find((saving) => saving.id === id && saving.phase === 'failed') ?? null;
    if (failed) this.set(this.savings.filter((saving) => saving !== failed));
    return failed;
  }

  /** The recording to a question is with its person, who may use it: what was added to it waits. */
  hold(questionId: number): void {
    this.held.add(questionId);
    this.set([...this.savings]);
  }

  /** It is not used: what was added to it goes alone, unless it has still to come back. */
  release(questionId: number): void {
    const isComingBack = ({ phase, question, recording }: AnswerSaving) =>
      phase === 'failed' && question.id === questionId && !recording.isAddition;
    if (this.savings.some(isComingBack)) return;
    if (!this.held.delete(questionId)) return;
    this.set([...this.savings]);
    void this.sendQueued();
  }

  /** It waits for its person to decide on the recording to which it was added. */
  isHeld({ phase, question, recording }: AnswerSaving): boolean {
    return phase === 'queued' && recording.isAddition === true && this.held.has(question.id);
  }

  /** The person has said which recording to a question is the answer. */
  decide(questionId: number): void {
    this.set(this.savings.filter(({ phase, question }) => phase !== 'undecided' || question.id !== questionId));
  }

  /** Resolves once nothing is on its way: whether nobody need do anything. Rejects when the signal aborts. */
  async whenOver(signal: AbortSignal): Promise<boolean> {
    const { promise, resolve, reject } = withResolvers<void>();
    const look = () => !this.savings.some((saving) => isOnItsWay(saving) && !this.isHeld(saving)) && resolve();
    const giveUp = () => reject(signal.reason);
    const stop = this.subscribe(look);
    signal.addEventListener('abort', giveUp);
    look();
    try {
      signal.throwIfAborted();
      await promise;
    } finally {
      stop();
      signal.removeEventListener('abort', giveUp);
    }
    return this.savings.length === 0;
  }

  open(listener: SavingsListener): void {
    this.listener = listener;
    if (this.closing.signal.aborted) this.closing = new AbortController();
  }

  /** What is sent just now is sent to its end. */
  close(): void {
    this.closing.abort(new Error('The interview is closed.'));
    for (const { id, phase } of this.savings) if (phase !== 'sending') this.giveUp(id);
  }

  /** What is on its way comes back to its person: it goes once they say so anew. Returns whether there was anything. */
  giveAllBack(): boolean {
    const waiting = this.savings.filter(isOnItsWay);
    this.givingBack.abort(new Error('It came back.'));
    this.givingBack = new AbortController();
    for (const { id, phase } of waiting) if (phase === 'queued') this.comeBack(id, GIVEN_BACK);
    return waiting.length > 0;
  }

  /** What was added to a recording goes after it, also where that comes back to be sent once more. */
  private enqueue(saving: AnswerSaving): void {
    const { id } = saving.question;
    const isAdded = ({ phase, question, recording }: AnswerSaving) =>
      phase === 'queued' && question.id === id && recording.isAddition === true;
    const first = saving.recording.isAddition ? -1 : this.savings.findIndex(isAdded);
    if (!saving.recording.isAddition) this.held.delete(id);
    this.set(this.savings.toSpliced(first === -1 ? this.savings.length : first, 0, saving));
  }

  private async sendQueued(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    for (;;) {
      const next = this.savings.find((saving) => saving.phase === 'queued' && !this.isHeld(saving));
      if (!next || this.closing.signal.aborted) break;
      // What waits behind it goes whatever becomes of it.
      await this.send(next.id).catch(reportError);
    }
    this.isSending = false;
  }

  private async send(id: string): Promise<void> {
    const back = this.givingBack.signal;
    const signal = anySignal([this.closing.signal, back]);
    for (;;) {
      const saving = this.change(id, { phase: 'sending' });
      const { question, insteadOf, recording } = saving;
      let answer: SaveAnswerResponse | undefined;
      try {
        answer = await saveAnswer({ participantId: this.participantId, question, insteadOf }, recording, {
          signal,
          onSession: (uploadId) => {
            recording.draft.noteUpload(uploadId);
            this.change(id, { recording: { ...recording, uploadId } });
          },
          onProgress: (percent) => this.progress(id, percent),
          onTrouble: () => this.change(id, { isWaiting: true }).report?.onTrouble(),
        });
      } catch (error) {
        if (signal.aborted) return this.stop(id, back);
        const saveFailure = describeSaveFailure(error);
        if (!saveFailure.isTransient || !this.get(id).isLeft) return this.fail(id, error, saveFailure);
      }
      if (answer) return this.end(id, answer);
      this.change(id, { isWaiting: true });
      try {
        await wait(SAVING_RETRY_MS, undefined, signal);
      } catch {
        return this.stop(id, back);
      }
    }
  }

  private stop(id: string, back: AbortSignal): void {
    if (back.aborted) this.comeBack(id, GIVEN_BACK);
    else this.giveUp(id);
  }

  /** The page shows no interview any more: another one, or another time, goes on from what is kept. */
  private giveUp(id: string): void {
    this.get(id).recording.draft.leave();
    this.set(this.savings.filter((one) => one.id !== id));
  }

  private async end(id: string, answer: SaveAnswerResponse): Promise<void> {
    const saving = this.get(id);
    const { draft, blob } = saving.recording;
    // Of what is only the beginning of it here, nothing more could be known.
    const isChecking = answer.pieces.some(
      ({ proof, fileSize }) => proof.state === 'checking' && fileSize === blob.size,
    );
    try {
      draft.noteUse('over', isChecking);
      if (isChecking) draft.leave();
      else draft.remove();
      await this.listener?.onSaved(answer);
    } catch (error) {
      reportError(error);
    }
    if (answer.isChosen) this.set(this.savings.filter((one) => one.id !== id));
    else this.change(id, { phase: 'undecided' });
    this.settle(id, { isSaved: true });
  }

  private fail(id: string, error: unknown, failed: FailedSave): void {
    this.comeBack(id, failed, () => this.listener?.onFailed(error, failed.failure));
  }

  private comeBack(id: string, { failure, canResume }: FailedSave, tell?: () => void): void {
    const { recording: sent, isLeft, question } = this.get(id);
    if (!sent.isAddition) this.hold(question.id);
    const goesOn = canResume === 'once' ? !this.doubtful.has(sent.uploadId) : canResume;
    if (canResume === 'once') this.doubtful.add(sent.uploadId);
    if (!goesOn) sent.draft.noteUpload(undefined);
    sent.draft.noteUse(STAYS_USED.has(failure) ? 'halted' : 'over');
    const recording = goesOn ? sent : { ...sent, uploadId: undefined };
    this.change(id, { recording, failure, phase: 'failed' });
    try {
      tell?.();
    } catch (unexpected) {
      reportError(unexpected);
    }
    if (!isLeft) this.set(this.savings.filter((one) => one.id !== id));
    this.settle(id, { isSaved: false, recording, failure });
  }

  private progress(id: string, percent: number): void {
    const last = { percent, atMs: performance.now() };
    const pace = { first: this.get(id).pace?.first ?? last, last };
    this.change(id, { percent, isWaiting: false, pace }).report?.onProgress(percent);
  }

  private settle(id: string, outcome: SaveOutcome): void {
    this.outcomes.get(id)?.(outcome);
    this.outcomes.delete(id);
  }

  private get(id: string): AnswerSaving {
    const saving = this.savings.find((one) => one.id === id);
    if (!saving) throw new Error(`No saving ${id}`);
    return saving;
  }

  private change(id: string, changes: Partial<AnswerSaving>): AnswerSaving {
    const changed = { ...this.get(id), ...changes };
    this.set(this.savings.map((saving) => (saving.id === id ? changed : saving)));
    return changed;
  }

  private set(savings: readonly AnswerSaving[]): void {
    this.savings = savings;
    for (const listener of this.listeners) listener();
  }
}
