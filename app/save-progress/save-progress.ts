import { withContactEmail } from '../../api/contract/people/contact-email.js';
import {
  SAVE_PROGRESS_DIALOG_DELAY_MS,
  SAVE_PROGRESS_REDIRECT_DELAY_MS,
} from '../../api/contract/common/screen-numbers.js';
import { type TrackedStep, stepOfNumber } from '../../api/contract/interview/steps.js';
import { readContactEmail } from '../shared/text/email.js';
import { SAVE_PROGRESS_MESSAGES as TEXT } from './save-progress.messages.js';

/** What saving needs of the world. */
export interface ProgressPorts {
  save(email: string, step: TrackedStep): Promise<void>;
  /** Null when none is configured, or none can be had. */
  findRedirect(question: number): Promise<string | null>;
  goTo(address: string): void;
  /** For developers: the page says nothing of it. */
  reportInvalid(kind: ProgressParams['kind']): void;
}

type Timer = ReturnType<typeof setTimeout>;

/** Notes a step as done and then leads on: what /save-progress does, apart from how it looks. */
export class SaveProgressStore {
  private state: SaveState;
  private readonly listeners = new Set<() => void>();
  private timers: Timer[] = [];
  /** What is about to lead on. */
  private leading?: Timer;
  private isStopped = false;

  constructor(
    private readonly params: ProgressParams,
    private readonly ports: ProgressPorts,
  ) {
    this.state = openingState(params);
  }

  readonly read = (): SaveState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Begins. Returns what ends everything that is still to come. */
  start(): () => void {
    this.isStopped = false;
    if (this.params.kind === 'valid') {
      this.later(SAVE_PROGRESS_DIALOG_DELAY_MS, () => this.dispatch({ type: 'waited' }));
      void this.save();
    } else {
      this.ports.reportInvalid(this.params.kind);
    }
    return () => {
      this.isStopped = true;
      for (const timer of this.timers) clearTimeout(timer);
    };
  }

  readonly save = async (): Promise<void> => {
    if (this.params.kind !== 'valid') return;
    const { email, step } = this.params;
    this.dispatch({ type: 'started' });
    try {
      await this.ports.save(email, step);
    } catch {
      this.dispatch({ type: 'failed' });
      return;
    }
    const redirect = await this.ports.findRedirect(step.number);
    if (redirect === null) return this.dispatch({ type: 'redirect-missing' });
    this.dispatch({ type: 'redirect-found' });
    this.leading = this.later(SAVE_PROGRESS_REDIRECT_DELAY_MS, () =>
      this.ports.goTo(withContactEmail(redirect, email)),
    );
  };

  readonly closeDialog = (): void => this.dispatch({ type: 'dialog-closed' });

  /** Somebody has come back, from where the page had led or by themselves before it did, and finds it as they left it. */
  readonly comeBack = (): void => {
    clearTimeout(this.leading);
    this.dispatch({ type: 'came-back' });
  };

  private later(delayMs: number, act: () => void): Timer | undefined {
    if (this.isStopped) return undefined;
    const timer = setTimeout(act, delayMs);
    this.timers.push(timer);
    return timer;
  }

  private dispatch(event: SaveEvent): void {
    this.state = reduceSaveProgress(this.state, event);
    for (const listener of this.listeners) listener();
  }
}

export type SavePhase =
  | 'saving'
  /** Saved; it is known where to go on, and about to be gone there. */
  | 'redirecting'
  /** Saved; whoever comes back from elsewhere is not led on by the page itself any more. */
  | 'returned'
  /** Saved; nobody has said where to go on. */
  | 'saved'
  | 'failed'
  | 'missing'
  | 'unknown-question';

/** What /save-progress shows. */
export interface SaveState {
  phase: SavePhase;
  /** Of the dialog that offers to go on by oneself. */
  isDialogOpen: boolean;
}

export type SaveEvent =
  | { type: 'started' | 'redirect-found' | 'redirect-missing' | 'failed' }
  /** The page is still open after a time in which it should have led on. */
  | { type: 'waited' }
  | { type: 'came-back' }
  | { type: 'dialog-closed' };

/** With nothing to save, the page offers at once to go on. */
function openingState({ kind }: ProgressParams): SaveState {
  return kind === 'valid' ? { phase: 'saving', isDialogOpen: false } : { phase: kind, isDialogOpen: true };
}

function reduceSaveProgress(state: SaveState, event: SaveEvent): SaveState {
  switch (event.type) {
    case 'started':
      return { ...state, phase: 'saving' };
    case 'redirect-found':
      return { ...state, phase: 'redirecting' };
    case 'redirect-missing':
      return { ...state, phase: 'saved' };
    case 'failed':
      return { ...state, phase: 'failed' };
    case 'waited':
      return { ...state, isDialogOpen: true };
    case 'came-back':
      return state.phase === 'redirecting' ? { ...state, phase: 'returned' } : state;
    case 'dialog-closed':
      return { ...state, isDialogOpen: false };
  }
}

/** What an external form tells when it sends someone back: who they are, and which step they have done. */
export type ProgressParams =
  | { kind: 'valid'; email: string; step: TrackedStep }
  | { kind: 'missing' }
  /** There is a question, but not one of ours. */
  | { kind: 'unknown-question' };

/**
 * @param search the query of the address, with or without its question mark
 * @param state of the history's present entry, where the page keeps the e-mail that it has taken out of its address
 */
export function readProgressParams(search: string, state: unknown = null): ProgressParams {
  const query = new URLSearchParams(search);
  const email = readContactEmail(query, state);
  const question = query.get('question')?.trim();
  if (!question) return { kind: 'missing' };
  const step = stepOfNumber(question);
  if (!step) return { kind: 'unknown-question' };
  return email ? { kind: 'valid', email, step } : { kind: 'missing' };
}

/** How a phase is told. */
export interface SaveView {
  status: string;
  detail: string;
  isBusy: boolean;
}

/** Without anything to save the page tells of success all the same: whoever comes here has sent a video. */
export function saveProgressView(phase: SavePhase): SaveView {
  switch (phase) {
    case 'saving':
      return { status: TEXT.saving, detail: TEXT.updating, isBusy: true };
    case 'redirecting':
      return { status: TEXT.redirecting, detail: '', isBusy: true };
    case 'returned':
      return { status: TEXT.returned, detail: '', isBusy: false };
    case 'saved':
      return { status: TEXT.noRedirect, detail: '', isBusy: false };
    case 'failed':
      return { status: TEXT.failed, detail: TEXT.failedHint, isBusy: false };
    case 'missing':
      return { status: TEXT.redirecting, detail: '', isBusy: false };
    case 'unknown-question':
      return { status: TEXT.redirecting, detail: TEXT.invalidQuestion, isBusy: false };
  }
}
