import { Circle, Square } from 'lucide-react';
import type { Ref } from 'react';
import { TOAST_REPLACE_RECORDING_MS } from '../../../api/contract/limits.js';
import { toast } from '../../shared/ui/toast-store.js';
import { RECORDER_MESSAGES as TEXT, RECORDER_TOASTS, SOURCE_MESSAGES } from './recorder.messages.js';
import type { RecorderState } from './recorder-state.js';
import type { RecordingSource } from './recording-source.js';
import type { RecorderActions } from './use-recorder.js';

interface RecordControlProps {
  state: RecorderState;
  source: RecordingSource;
  hasAnswer: boolean;
  /** A kept take is to be decided on first. */
  isOffered: boolean;
  actions: RecorderActions;
  buttonRef: Ref<HTMLButtonElement>;
}

/** The one big control under the picture. It stays the same element, so that it keeps the focus while its word changes. */
export function RecordControl({ state, source, hasAnswer, isOffered, actions, buttonRef }: RecordControlProps) {
  const role = isOffered ? 'decide' : controlRole(state, hasAnswer);
  const { label, icon: Icon, variant } = FACES[role];
  const press = {
    record: actions.record,
    stop: actions.stop,
    cancel: actions.stop,
    replace: () => {
      toast({ ...RECORDER_TOASTS.replacing, durationMs: TOAST_REPLACE_RECORDING_MS });
      actions.replace();
    },
    explain: () => toast({ ...SOURCE_MESSAGES[source].accessRequired, variant: 'destructive' }),
    decide: () => toast(RECORDER_TOASTS.keptFirst),
    wait: () => undefined,
  };
  return (
    <button
      ref={buttonRef}
      type="button"
      className="button min-h-14 rounded-full px-4 md:min-h-16 lg:min-w-44"
      data-variant={variant}
      aria-disabled={role === 'explain' || role === 'decide' || role === 'wait' || undefined}
      onClick={press[role]}
    >
      {Icon && <Icon size={20} aria-hidden fill="currentColor" />}
      {label}
    </button>
  );
}

/**
 * `explain`, `decide`: without the camera, or before a kept take is decided on, the control says what is missing.
 * `wait`: it does nothing for a moment.
 */
type ControlRole = 'record' | 'stop' | 'cancel' | 'replace' | 'explain' | 'decide' | 'wait';

const FACES = {
  record: { label: TEXT.record, icon: Circle, variant: 'primary' },
  stop: { label: TEXT.stop, icon: Square, variant: 'primary' },
  cancel: { label: TEXT.cancel, icon: Square, variant: 'outline' },
  replace: { label: TEXT.recordNewResponse, icon: null, variant: 'outline' },
  explain: { label: TEXT.record, icon: Circle, variant: 'primary' },
  decide: { label: TEXT.record, icon: Circle, variant: 'primary' },
  wait: { label: TEXT.record, icon: Circle, variant: 'primary' },
};

function controlRole({ phase }: RecorderState, hasAnswer: boolean): ControlRole {
  if (phase === 'idle') return hasAnswer ? 'replace' : 'explain';
  return ROLES[phase] ?? 'wait';
}

const ROLES: Partial<Record<RecorderState['phase'], ControlRole>> = {
  asking: 'explain',
  refused: 'explain',
  ready: 'record',
  countdown: 'cancel',
  recording: 'stop',
};
