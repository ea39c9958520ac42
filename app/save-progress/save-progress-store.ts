import { withContactEmail } from '../../api/contract/contact-email.js';
import { SAVE_PROGRESS_DIALOG_DELAY_MS, SAVE_PROGRESS_REDIRECT_DELAY_MS } from '../../api/contract/limits.js';
import type { InterviewStep } from '../../api/contract/steps.js';
import type { ProgressParams } from './progress-params.js';
import { openingState, reduceSaveProgress, type SaveEvent, type SaveState } from './save-progress-state.js';

/** What saving needs of the world. */
export interface ProgressPorts {
  save(email: string, step: InterviewStep): Promise<void>;
  /** Null when none is configured, or none can be had. */
  findRedirect(question: number): Promise<string | null>;
  goTo(address: string): void;
  /** For developers: the page says nothing of it. */
  reportInvalid(kind: ProgressParams['kind']): void;
}

/** Notes a step as done and then leads on: what /save-progress does, apart from how it looks. */
export class SaveProgressStore {
  private state: SaveState;
  private readonly listeners = new Set<() => void>();
  private timers: ReturnType<typeof setTimeout>[] = [];
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

  /** Begins. The answer ends everything that is still to come. */
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
    this.later(SAVE_PROGRESS_REDIRECT_DELAY_MS, () => this.ports.goTo(withContactEmail(redirect, email)));
  };

  readonly closeDialog = (): void => this.dispatch({ type: 'dialog-closed' });

  private later(delayMs: number, act: () => void): void {
    if (!this.isStopped) this.timers.push(setTimeout(act, delayMs));
  }

  private dispatch(event: SaveEvent): void {
    this.state = reduceSaveProgress(this.state, event);
    for (const listener of this.listeners) listener();
  }
}
