import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { EMAIL_MAX_LENGTH } from '../../api/contract/limits.js';
import { looksLikeEmail } from '../shared/text/email.js';
import { TextField } from '../shared/ui/text-field.js';
import { toast } from '../shared/ui/toast-store.js';
import { useLeaveGuard } from '../shared/ui/use-leave-guard.js';
import { MediaPicker } from './media-picker.js';
import { UPLOAD_TEXT as TEXT, UPLOAD_TOASTS } from './upload.messages.js';
import { UploadControls } from './upload-controls.js';
import { UploadItems } from './upload-items.js';
import { unsentItems } from './upload-list.js';
import type { PublicUpload } from './use-public-upload.js';

interface UploadFormProps {
  upload: PublicUpload;
  email: string;
  onEmailChange: (email: string) => void;
}

/** Who sends what. */
export function UploadForm({ upload, email, onEmailChange }: UploadFormProps) {
  const { list, choose, remove, describe, send, stop } = upload;
  const [emailError, setEmailError] = useState<string>();
  const hasUnsent = unsentItems(list).length > 0;
  const isSending = list.phase.kind === 'sending';
  useLeaveGuard(hasUnsent);

  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (isSending) return undefined;
    if (!hasUnsent) return toast({ ...UPLOAD_TOASTS.noFiles, variant: 'destructive' });
    if (email.trim() === '') return toast({ ...UPLOAD_TOASTS.noEmail, variant: 'destructive' });
    if (!looksLikeEmail(email)) return setEmailError(TEXT.emailInvalid);
    return void send(email.trim());
  };
  return (
    // What is missing is written beside the button instead of in the browser's bubbles, which go away.
    <form noValidate className="grid gap-6" onSubmit={submit}>
      <TextField
        label={TEXT.email}
        hint={TEXT.emailHint}
        error={emailError}
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX_LENGTH}
        required
        disabled={isSending}
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
      <UploadItems items={list.items} isSending={isSending} onRemove={remove} onDescribe={describe} />
      <UploadControls list={list} email={email} onStop={stop} />
    </form>
  );
}
