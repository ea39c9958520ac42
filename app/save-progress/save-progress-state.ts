import type { ProgressParams } from './progress-params.js';

export type SavePhase =
  | 'saving'
  /** Saved; it is known where to go on, and about to be gone there. */
  | 'redirecting'
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
  | { type: 'dialog-closed' };

/** With nothing to save, the page offers at once to go on. */
export function openingState({ kind }: ProgressParams): SaveState {
  return kind === 'valid' ? { phase: 'saving', isDialogOpen: false } : { phase: kind, isDialogOpen: true };
}

export function reduceSaveProgress(state: SaveState, event: SaveEvent): SaveState {
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
    case 'dialog-closed':
      return { ...state, isDialogOpen: false };
  }
}
