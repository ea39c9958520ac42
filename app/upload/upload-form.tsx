import { ImagePlus } from 'lucide-react';
import { type ChangeEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { EMAIL_MAX_LENGTH } from '../../api/contract/common/limits.js';
import { ChosenFilesNotice } from '../shared/chosen-files/chosen-files-notice.js';
import { PICTURE_KINDS, VIDEO_KINDS } from '../shared/files.js';
import { looksLikeEmail } from '../shared/text/email.js';
import { Button } from '../shared/ui/button.js';
import { PrivacyLink } from '../shared/ui/privacy-link.js';
import { ProgressBar } from '../shared/ui/progress-bar.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { TextField } from '../shared/ui/text-field.js';
import { toast } from '../shared/ui/toast-store.js';
import { useKeptFocus } from '../shared/ui/use-kept-focus.js';
import { useLeaveGuard } from '../shared/ui/use-leave-guard.js';
import { UploadItems } from './upload-items.js';
import { needsHelp, overallPercent, unsentItems, type UploadList, uploadStatus } from './upload-list.js';
import { UPLOAD_TEXT as TEXT, UPLOAD_TOASTS } from './upload.messages.js';
import type { PublicUpload } from './use-public-upload.js';

interface UploadFormProps {
  upload: PublicUpload;
  email: string;
  onEmailChange: (email: string) => void;
}

/** Who sends what. */
export function UploadForm({ upload, email, onEmailChange }: UploadFormProps) {
  const { list, choose, remove, describe, send, stop } = upload;
  const emailField = useRef<HTMLInputElement>(null);
  const [emailError, setEmailError] = useState<string>();
  const hasUnsent = unsentItems(list).length > 0;
  const isSending = list.phase.kind === 'sending';
  useLeaveGuard(upload.isAtRisk);

  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (isSending) return undefined;
    if (!hasUnsent) return toast({ ...UPLOAD_TOASTS.noFiles, variant: 'destructive' });
    if (email.trim() === '') return toast({ ...UPLOAD_TOASTS.noEmail, variant: 'destructive' });
    if (!looksLikeEmail(email)) {
      setEmailError(TEXT.emailInvalid);
      return emailField.current?.focus();
    }
    return void send(email.trim());
  };
  return (
    // What is missing is written beside the button instead of in the browser's bubbles, which go away.
    <form noValidate className="grid gap-6" onSubmit={submit}>
      <TextField
        ref={emailField}
        label={TEXT.email}
        hint={TEXT.emailHint}
        error={emailError}
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX_LENGTH}
        required
        // Disabled it would lose the keyboard, whose Enter may have sent.
        readOnly={isSending}
        value={email}
        onChange={({ target }) => {
          onEmailChange(target.value);
          setEmailError(undefined);
        }}
        // A form whose button is disabled does not submit on Enter: this says why nothing happens.
        onKeyDown={(event) => event.key === 'Enter' && submit(event)}
      />
      <MediaPicker isFirst={list.items.length === 0} disabled={isSending} onChoose={choose} />
      {upload.refused !== null && (
        <p role="alert" className="text-sm wrap-anywhere text-danger">
          {upload.refused}
        </p>
      )}
      <ChosenFilesNotice kept={upload.kept} />
      <UploadItems items={list.items} isSending={isSending} onRemove={remove} onDescribe={describe} />
      <UploadControls list={list} email={email} onStop={stop} />
    </form>
  );
}

interface MediaPickerProps {
  /** Nothing is chosen yet. */
  isFirst: boolean;
  disabled: boolean;
  onChoose: (files: File[]) => void;
}

/** The device's own picker for any number of files. The input fills the box unseen, so that files can be dropped on it. */
function MediaPicker({ isFirst, disabled, onChoose }: MediaPickerProps) {
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])]);
    // The list below is what counts; emptied, the input takes the same file again.
    target.value = '';
  };
  const words = isFirst ? TEXT.choose : TEXT.chooseMore;
  return (
    <div className="relative grid justify-items-center gap-2 rounded-card border border-dashed border-edge px-4 py-6 text-center focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-accent">
      <span aria-hidden className="flex items-center gap-2 font-semibold text-accent">
        <ImagePlus size={22} />
        {words}
      </span>
      <span id="media-hint" className="text-sm text-muted">
        {TEXT.chooseHint}
      </span>
      <input
        type="file"
        accept={`${PICTURE_KINDS},${VIDEO_KINDS}`}
        multiple
        aria-label={words}
        aria-describedby="media-hint"
        disabled={disabled}
        onChange={take}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
    </div>
  );
}

interface UploadControlsProps {
  list: UploadList;
  email: string;
  onStop: () => void;
}

/** The button that sends everything, and the written status that is always beside it. */
function UploadControls({ list, email, onStop }: UploadControlsProps) {
  const isSending = list.phase.kind === 'sending';
  const canSubmit = unsentItems(list).length > 0 && email.trim() !== '';
  const status = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(canSubmit ? button : status, `${isSending}`);
  return (
    <div className="grid gap-4">
      {isSending && <OverallProgress percent={overallPercent(list)} />}
      <div>
        <p className="text-sm">{TEXT.consent}</p>
        <PrivacyLink />
      </div>
      <div ref={status} tabIndex={-1} className="outline-none">
        <StatusLine tone={needsHelp(list) ? 'danger' : 'muted'}>{uploadStatus(list, email)}</StatusLine>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          ref={button}
          type="submit"
          className="flex-1"
          disabled={!canSubmit}
          pending={isSending}
          pendingLabel={TEXT.uploading}
        >
          {TEXT.submit}
        </Button>
        {isSending && (
          <Button variant="outline" onClick={onStop}>
            {TEXT.stop}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Outside the live status, which would be read out at every step. */
function OverallProgress({ percent }: { percent: number }) {
  return (
    <div className="flex items-center gap-4">
      <ProgressBar value={percent} label={TEXT.overallProgress} />
      <p aria-hidden className="w-14 flex-none text-right text-sm text-muted tabular-nums">
        {TEXT.percent(percent)}
      </p>
    </div>
  );
}
