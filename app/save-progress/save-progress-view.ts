import { SAVE_PROGRESS_MESSAGES as TEXT } from './save-progress.messages.js';
import type { SavePhase } from './save-progress-state.js';

/** How a phase is told. */
export interface SaveView {
  status: string;
  detail: string;
  isBusy: boolean;
}

/** Without anything to save the page tells of success all the same (SPEC 5): whoever comes here has sent a video. */
export function saveProgressView(phase: SavePhase): SaveView {
  switch (phase) {
    case 'saving':
      return { status: TEXT.saving, detail: TEXT.updating, isBusy: true };
    case 'redirecting':
      return { status: TEXT.redirecting, detail: '', isBusy: true };
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
