import { WRITTEN_ANSWER_MAX_LENGTH } from '../../../api/contract/common/limits.js';
import { CURRENT_USER_PATH, type CurrentUser } from '../../../api/contract/people/participants.js';
import { WORDS_RETRY_MS, WORDS_SAVE_AFTER_MS } from '../../../api/contract/common/screen-numbers.js';
import {
  type SaveWrittenAnswerRequest,
  WRITTEN_ANSWERS_PATH,
  type WrittenAnswer,
} from '../../../api/contract/interview/written-answers.js';
import { HttpError, isSignedOut, isTransient, SIGNED_OUT, SomeoneElseError } from '../../shared/http/http-error.js';
import { request } from '../../shared/http/request.js';
import { WRITTEN_MESSAGES } from './written.messages.js';
import {
  discardForgottenWords,
  forgetAllWords,
  forgetWords,
  keepWords,
  type KeptWords,
  readWords,
} from './kept-words.js';

/** Of texts whose responses may be lost, which a browser has little room for. */
const SENT_MAX = 20;

/**
 * `unsent`: it is tried again; `refused`: only what the person does helps; `changed`: other words were saved meanwhile;
 * `withheld`: the story is withdrawn since, and they are sent once their person says so.
 */
export type WordsState =
  'saved' | 'typed' | 'saving' | 'unsent' | 'refused' | 'signed-out' | 'changed' | 'submitted' | 'withheld';

/** In which they stay for a while, or until their person does something. */
type UnsentState = Exclude<WordsState, 'saved' | 'typed' | 'saving'>;

export interface UnsentWords {
  questionId: number;
  state: UnsentState;
  said: string | null;
}

export interface Writing extends KeptWords {
  state: WordsState;
  /** What the server said to a refusal. */
  said: string | null;
  isKeptHere: boolean;
}

interface WordsOwner {
  participantId: string;
  keptUnder: readonly [string, ...string[]];
  /** The server has other words than were known. */
  onServer: (answers: WrittenAnswer[]) => void;
}

const NOTHING = { text: '', revision: 0, sent: [] as string[], state: 'saved', said: null, isKeptHere: true } as const;

/** What one person writes: kept in this browser at every change, and on the server a moment later. */
export class WordsInProgress {
  /** What was typed here. */
  private readonly typed = new Map<number, Writing>();
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();
  private readonly sending = new Map<number, Promise<void>>();
  /** What was typed before the story was withdrawn. */
  private readonly withheld = new Set<number>();
  private readonly listeners = new Set<() => void>();
  private changes = 0;

  constructor(
    private readonly owner: WordsOwner,
    private stored: WrittenAnswer[],
    questionIds: number[],
  ) {
    for (const id of questionIds) {
      const kept = readWords(owner.keptUnder, id);
      if (!kept) continue;
      const here = { ...NOTHING, ...kept, state: 'typed' } as const;
      if (kept.text.trim() === this.onServer(id).text) forgetWords(owner.keptUnder, id, kept.text);
      else this.typed.set(id, here);
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly version = (): number => this.changes;

  /** Sends what an earlier page left, and goes on trying until it is stopped. */
  start(): () => void {
    const retry = () => this.retryAll();
    const lookWhatIsKept = () => this.lookWhatIsKept();
    discardForgottenWords(this.owner.keptUnder);
    retry();
    addEventListener('online', retry);
    addEventListener('storage', lookWhatIsKept);
    return () => {
      removeEventListener('online', retry);
      removeEventListener('storage', lookWhatIsKept);
      this.timers.forEach((timer) => clearTimeout(timer));
    };
  }

  follow(stored: WrittenAnswer[]): void {
    this.stored = stored;
    this.tell();
  }

  of(questionId: number): Writing {
    const [here, there] = [this.typed.get(questionId), this.onServer(questionId)];
    const isNewer = here?.state === 'saved' && there.revision > here.revision;
    return here && !isNewer ? here : { ...NOTHING, text: there.text, revision: there.revision };
  }

  onServer(questionId: number): Pick<WrittenAnswer, 'text' | 'revision'> {
    return this.stored.find((one) => one.questionId === questionId) ?? NOTHING;
  }

  get isAllSaved(): boolean {
    return [...this.typed.values()].every(({ state }) => state === 'saved');
  }

  /** Some words of before the story was withdrawn are here still. */
  get hasWithheld(): boolean {
    return this.withheld.size > 0;
  }

  /** What the server could not be given. */
  get unsent(): UnsentWords[] {
    return [...this.typed].flatMap(([questionId, { state, said }]) =>
      isUnsent(state) ? [{ questionId, state, said }] : [],
    );
  }

  /** On this page, or on an earlier one that could not send it. */
  isTypedHere(questionId: number): boolean {
    return this.typed.has(questionId);
  }

  get isLostByLeaving(): boolean {
    return [...this.typed.values()].some(({ state, isKeptHere }) => state !== 'saved' && !isKeptHere);
  }

  /** The story is withdrawn: what is not sent by now is kept, and sent only where its person says so. */
  withhold(): void {
    for (const [questionId, writing] of this.typed) {
      if (writing.state === 'saved') continue;
      this.withheld.add(questionId);
      clearTimeout(this.timers.get(questionId));
      // What is under way is seen to its end.
      if (writing.state !== 'saving') this.set(questionId, { ...writing, state: 'withheld', said: null });
    }
  }

  type(questionId: number, text: string, revision?: number): void {
    this.withheld.delete(questionId);
    this.accept(questionId, text, revision);
  }

  private accept(questionId: number, text: string, revision = this.of(questionId).revision): void {
    const was = this.of(questionId);
    const words = { text, revision, sent: revision === was.revision ? was.sent : [] };
    const [first, ...others] = this.owner.keptUnder;
    const isKeptHere = keepWords(first, questionId, words);
    // What they go on from would come up again.
    if (isKeptHere) forgetWords(others, questionId, was.text);
    // Other words wait for a decision: more of them do not decide it.
    const isUndecided = was.state === 'changed' && revision === was.revision;
    const state = isUndecided ? 'changed' : this.withheld.has(questionId) ? 'withheld' : 'typed';
    this.set(questionId, { ...words, said: null, isKeptHere, state });
    if (state === 'typed') this.sendIn(WORDS_SAVE_AFTER_MS, questionId);
  }

  /** Sends what is typed without waiting. */
  async send(questionId: number): Promise<void> {
    this.withheld.delete(questionId);
    clearTimeout(this.timers.get(questionId));
    while (this.sending.has(questionId)) await this.sending.get(questionId);
    const { state } = this.of(questionId);
    if (state === 'saved' || state === 'changed') return;
    const sending = this.put(questionId);
    this.sending.set(questionId, sending);
    try {
      await sending;
    } finally {
      if (this.sending.get(questionId) === sending) this.sending.delete(questionId);
    }
  }

  /** All but what is withheld. Returns whether the server has every word. */
  async sendAll(): Promise<boolean> {
    const meant = [...this.typed.keys()].filter((id) => !this.withheld.has(id));
    await Promise.all(meant.map((id) => this.send(id)));
    return this.isAllSaved;
  }

  retryAll(): void {
    for (const id of this.typed.keys()) this.sendUnasked(id);
  }

  private sendUnasked(questionId: number): void {
    if (!this.withheld.has(questionId)) void this.send(questionId);
  }

  forgetAll(): void {
    this.timers.forEach((timer) => clearTimeout(timer));
    this.typed.clear();
    this.withheld.clear();
    forgetAllWords(this.owner.keptUnder);
    this.tell();
  }

  private async put(questionId: number): Promise<void> {
    const { text, revision } = this.of(questionId);
    const tooMany = text.trim().length - this.mostCharacters(questionId);
    if (tooMany > 0) {
      return this.set(questionId, {
        ...this.of(questionId),
        state: 'refused',
        said: WRITTEN_MESSAGES.tooLong(tooMany),
      });
    }
    this.set(questionId, { ...this.of(questionId), state: 'saving', said: null });
    let saved: WrittenAnswer;
    try {
      await this.checkPerson();
      if (this.isForgotten(questionId)) return;
      this.noteSent(questionId, text);
      const body: SaveWrittenAnswerRequest = { text, revision };
      saved = await request<WrittenAnswer>('PUT', `${WRITTEN_ANSWERS_PATH}/${questionId}`, body);
    } catch (error) {
      if (!this.isForgotten(questionId)) await this.fail(questionId, error);
      return;
    }
    if (this.isForgotten(questionId)) return;
    // Saved they are whatever becomes of telling it.
    this.goOn(questionId, text, saved.revision);
    this.know([...this.stored.filter((one) => one.questionId !== questionId), saved]);
  }

  /** What was taken over from two people may be longer. */
  private mostCharacters(questionId: number): number {
    return Math.max(WRITTEN_ANSWER_MAX_LENGTH, this.onServer(questionId).text.length);
  }

  /** While they were under way: nothing of them is kept anew. */
  private isForgotten(questionId: number): boolean {
    return !this.typed.has(questionId);
  }

  /** Its response may be lost. */
  private noteSent(questionId: number, text: string): void {
    const now = this.of(questionId);
    const sent = [...now.sent.filter((earlier) => earlier !== text), text].slice(-SENT_MAX);
    const kept = readWords(this.owner.keptUnder, questionId);
    // Another tab may keep words of its own there by now.
    const isKeptHere =
      (!kept || kept.text === now.text) &&
      keepWords(this.owner.keptUnder[0], questionId, { text: now.text, revision: now.revision, sent });
    this.set(questionId, { ...now, sent, isKeptHere });
  }

  /** Another tab keeps words to the same question in their place, or forgets them: mostly as the server has them. */
  private lookWhatIsKept(): void {
    for (const [questionId, writing] of this.typed) {
      if (writing.state === 'saved') continue;
      const kept = readWords(this.owner.keptUnder, questionId);
      this.set(questionId, { ...writing, isKeptHere: kept?.text === writing.text });
      // Where the server has them it says so.
      if (writing.isKeptHere && !kept) this.sendUnasked(questionId);
    }
  }

  /** What was typed while the words were under way is sent after them. */
  private goOn(questionId: number, sent: string, revision: number): void {
    const now = this.of(questionId);
    if (now.text !== sent) return this.accept(questionId, now.text, revision);
    this.withheld.delete(questionId);
    this.set(questionId, { ...now, revision, sent: [], state: 'saved' });
    return forgetWords(this.owner.keptUnder, questionId, sent);
  }

  private async fail(questionId: number, error: unknown): Promise<void> {
    const code = error instanceof HttpError ? error.code : null;
    if (code === 'words_changed') return this.compare(questionId).catch(() => this.wait(questionId));
    if (isTransient(error)) return this.wait(questionId);
    if (isSignedOut(error))
      return this.set(questionId, { ...this.of(questionId), state: 'signed-out', said: SIGNED_OUT });
    const state = code === 'submitted' ? 'submitted' : 'refused';
    const said = error instanceof HttpError ? error.serverMessage : null;
    return this.set(questionId, { ...this.of(questionId), state, said });
  }

  /** The words that the server has may be those of an earlier sending whose response was lost. */
  private async compare(questionId: number): Promise<void> {
    const stored = await request<WrittenAnswer[]>('GET', WRITTEN_ANSWERS_PATH);
    if (this.isForgotten(questionId)) return;
    this.know(stored);
    const [here, there] = [this.of(questionId), this.onServer(questionId)];
    if (here.sent.some((text) => text.trim() === there.text)) return this.accept(questionId, here.text, there.revision);
    return this.set(questionId, { ...here, sent: [], state: 'changed' });
  }

  private wait(questionId: number): void {
    if (this.isForgotten(questionId)) return;
    if (this.withheld.has(questionId)) return this.set(questionId, { ...this.of(questionId), state: 'withheld' });
    this.set(questionId, { ...this.of(questionId), state: 'unsent' });
    return this.sendIn(WORDS_RETRY_MS, questionId);
  }

  /** In another tab this browser may have been signed in as someone else, whose words these must not become. */
  private async checkPerson(): Promise<void> {
    const { id } = await request<CurrentUser>('GET', CURRENT_USER_PATH);
    if (id !== this.owner.participantId) throw new SomeoneElseError();
  }

  private know(stored: WrittenAnswer[]): void {
    this.stored = stored;
    this.owner.onServer(stored);
  }

  private sendIn(ms: number, questionId: number): void {
    clearTimeout(this.timers.get(questionId));
    this.timers.set(
      questionId,
      setTimeout(() => this.sendUnasked(questionId), ms),
    );
  }

  private set(questionId: number, writing: Writing): void {
    this.typed.set(questionId, writing);
    this.tell();
  }

  private tell(): void {
    this.changes += 1;
    this.listeners.forEach((listener) => listener());
  }
}

export function isUnsent(state: WordsState): state is UnsentState {
  return state !== 'saved' && state !== 'typed' && state !== 'saving';
}
