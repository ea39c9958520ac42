import {
  Camera,
  Check,
  ChevronDown,
  Circle,
  Download,
  EyeOff,
  FileVideo,
  Mic,
  Pause,
  Play,
  Plus,
  RotateCcw,
  Square,
  Trash2,
  Video,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type Ref, useRef, useState } from 'react';
import { TOAST_REPLACE_RECORDING_MS } from '../../../api/contract/common/screen-numbers.js';
import { saveFile, SOUND_KINDS, VIDEO_KINDS } from '../../shared/files.js';
import { Button } from '../../shared/ui/button.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { toast } from '../../shared/ui/toast-store.js';
import { CameraAppInput, whenChosen, useHasCameraApp } from './camera-app.js';
import type { RecorderState, RecordingSource } from './recorder-state.js';
import {
  OTHER_WAYS_MESSAGES,
  RECORDER_MESSAGES as TEXT,
  RECORDER_TOASTS,
  SOURCE_MESSAGES,
} from './recorder.messages.js';
import type { ChooseFile, Recording } from './recording.js';
import type { RecorderActions } from './use-recorder.js';

interface RecordControlProps {
  state: RecorderState;
  hasAnswer: boolean;
  /** What is said instead of recording, while something else comes first. */
  decideFirst: { title: string; description: string } | null;
  /** It was pressed, and waits for the server. */
  asksForRoom: boolean;
  actions: RecorderActions;
  buttonRef: Ref<HTMLButtonElement>;
}

/** The one big control under the picture. It stays the same element, so that it keeps the focus while its word changes. */
export function RecordControl(props: RecordControlProps) {
  const { state, hasAnswer, decideFirst, asksForRoom, actions, buttonRef } = props;
  const role = decideFirst ? 'decide' : controlRole(state, hasAnswer);
  const { label, icon: Icon, variant } = FACES[role];
  const isPending = asksForRoom && (role === 'record' || role === 'replace');
  const press = {
    record: actions.record,
    stop: actions.stop,
    cancel: actions.stop,
    replace: () => {
      toast({ ...RECORDER_TOASTS.replacing, durationMs: TOAST_REPLACE_RECORDING_MS });
      actions.replace();
    },
    explain: () => toast({ ...SOURCE_MESSAGES[state.source].accessRequired, variant: 'destructive' }),
    decide: () => decideFirst && toast(decideFirst),
    wait: () => undefined,
  };
  return (
    <button
      ref={buttonRef}
      type="button"
      className={`button min-h-14 rounded-full px-4 md:min-h-16 lg:min-w-44 ${role === 'replace' ? 'max-sm:max-w-38' : ''}`}
      data-variant={variant}
      aria-disabled={isPending || role === 'explain' || role === 'decide' || role === 'wait' || undefined}
      aria-busy={isPending || undefined}
      onClick={isPending ? undefined : press[role]}
    >
      {Icon && <Icon size={20} aria-hidden fill="currentColor" />}
      {label}
    </button>
  );
}

/**
 * `explain`, `decide`: without the camera, or before a local draft is decided on, the control says what is missing.
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
  paused: 'stop',
};

interface PauseControlProps {
  state: RecorderState;
  actions: RecorderActions;
}

/** Beside Stop, while something is recorded: in one place for both, so that it keeps the focus. */
export function PauseControl({ state: { phase }, actions }: PauseControlProps) {
  const isPaused = phase === 'paused';
  const Icon = isPaused ? Play : Pause;
  return (
    <Button
      variant="outline"
      className="px-2"
      disabled={phase === 'stopping'}
      onClick={isPaused ? actions.goOn : actions.pause}
    >
      <Icon size={20} aria-hidden />
      {isPaused ? TEXT.goOn : TEXT.pause}
    </Button>
  );
}

/** What can be done with a recording before it is the answer. */
export function ReviewControls({ isSaving, actions }: { isSaving: boolean; actions: RecorderActions }) {
  return (
    <div className="grid grid-cols-[2fr_3fr] gap-2">
      <Button variant="outline" disabled={isSaving} onClick={actions.redo} className="px-2">
        <RotateCcw size={20} aria-hidden />
        {TEXT.redo}
      </Button>
      <Button pending={isSaving} pendingLabel={TEXT.saving} onClick={actions.save} className="px-2">
        {TEXT.use}
      </Button>
    </div>
  );
}

interface AddControlProps {
  isDisabled: boolean;
  isPending: boolean;
  onPress: () => void;
}

/** Goes on from an answer, now or another day. */
export function AddControl({ isDisabled, isPending, onPress }: AddControlProps) {
  return (
    <Button
      variant="quiet"
      className="min-h-11 px-2 text-sm"
      disabled={isDisabled}
      pending={isPending}
      onClick={onPress}
    >
      <Plus size={20} aria-hidden />
      {TEXT.add}
    </Button>
  );
}

interface WaysOutProps {
  recording: Recording;
  isSaving: boolean;
  onDiscard: () => void;
}

/** What else can be done with a recording than to use it. */
export function WaysOut({ recording, isSaving, onDiscard }: WaysOutProps) {
  const [asksToDiscard, setAsksToDiscard] = useState(false);
  // A file that was chosen stays on the device as it is; what a camera app made may be nowhere else.
  const isOnlyHere = recording.origin !== 'chosen';
  return (
    <>
      <Button
        variant="quiet"
        disabled={isSaving}
        onClick={isOnlyHere ? () => setAsksToDiscard(true) : onDiscard}
        className="px-2"
      >
        <Trash2 size={20} aria-hidden />
        {TEXT.discard}
      </Button>
      {isOnlyHere && (
        <Button variant="quiet" onClick={() => saveFile(recording.blob, recording.filename)} className="px-2">
          <Download size={20} aria-hidden />
          {TEXT.download}
        </Button>
      )}
      <ConfirmDialog
        open={asksToDiscard}
        onOpenChange={setAsksToDiscard}
        title={TEXT.confirmDiscard}
        description={TEXT.confirmDiscardHint}
        confirmLabel={TEXT.discard}
        cancelLabel={TEXT.keep}
        danger
        onConfirm={onDiscard}
      />
    </>
  );
}

interface OtherWaysProps {
  source: RecordingSource;
  hidesPicture: boolean;
  onSwitch: (source: RecordingSource) => void;
  onHidePicture: (hides: boolean) => void;
  onChooseFile: ChooseFile;
}

/** The one quiet menu for those who would rather not be seen, see themselves, or record here. */
export function OtherWays({ source, hidesPicture, onSwitch, onHidePicture, onChooseFile }: OtherWaysProps) {
  const input = useRef<HTMLInputElement>(null);
  const cameraApp = useRef<HTMLInputElement>(null);
  const hasCameraApp = useHasCameraApp();
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={`${VIDEO_KINDS},${SOUND_KINDS}`}
        hidden
        onChange={whenChosen('chosen', onChooseFile)}
      />
      <CameraAppInput inputRef={cameraApp} onChooseFile={onChooseFile} />
      {/* Not modal: that would inject a style element, which the site's Content-Security-Policy refuses. */}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="button min-h-11 gap-1 px-2 text-sm font-normal" data-variant="quiet">
          {OTHER_WAYS_MESSAGES.menu}
          <ChevronDown size={16} aria-hidden />
        </DropdownMenu.Trigger>
        <DropdownMenu.Content className={MENU} sideOffset={4} collisionPadding={16}>
          {source === 'camera' ? (
            <DropdownMenu.Item className={ITEM} onSelect={() => onSwitch('microphone')}>
              <Mic size={20} aria-hidden />
              {OTHER_WAYS_MESSAGES.voice}
            </DropdownMenu.Item>
          ) : (
            <DropdownMenu.Item className={ITEM} onSelect={() => onSwitch('camera')}>
              <Camera size={20} aria-hidden />
              {OTHER_WAYS_MESSAGES.camera}
            </DropdownMenu.Item>
          )}
          {source === 'camera' && (
            <DropdownMenu.CheckboxItem className={ITEM} checked={hidesPicture} onCheckedChange={onHidePicture}>
              <EyeOff size={20} aria-hidden />
              {OTHER_WAYS_MESSAGES.hidePicture}
              <DropdownMenu.ItemIndicator className="ml-auto">
                <Check size={20} aria-hidden />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.CheckboxItem>
          )}
          {hasCameraApp && (
            <DropdownMenu.Item className={ITEM} onSelect={() => cameraApp.current?.click()}>
              <Video size={20} aria-hidden />
              {OTHER_WAYS_MESSAGES.cameraApp}
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item className={ITEM} onSelect={() => input.current?.click()}>
            <FileVideo size={20} aria-hidden />
            {OTHER_WAYS_MESSAGES.chooseFile}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </>
  );
}

const MENU =
  'z-30 max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-2rem)] overflow-y-auto rounded-card border border-edge bg-raised p-1';
const ITEM =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-3 py-1 -outline-offset-3 outline-accent data-highlighted:bg-surface data-highlighted:outline-3';
