import { useMutation } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { HANDLE_MAX_LENGTH, NAME_MAX_LENGTH } from '../../api/contract/common/limits.js';
import { REGISTER_PATH, type RegisterRequest, type RegisterResponse } from '../../api/contract/people/participants.js';
import { request } from '../shared/http/request.js';
import { Button } from '../shared/ui/button.js';
import { Checkbox } from '../shared/ui/checkbox.js';
import { PrivacyLink } from '../shared/ui/privacy-link.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { TextField } from '../shared/ui/text-field.js';
import { toast } from '../shared/ui/toast-store.js';
import { useLeaving } from '../shared/ui/use-leaving.js';
import { useOneAtATime } from '../shared/ui/use-one-at-a-time.js';
import { EMAIL_RULES, EmailField } from './email-field.js';
import { RESUME_MESSAGES, START_MESSAGES as messages } from './landing.messages.js';
import { registrationFailure, type StartFields, toRegisterRequest } from './registration.js';

/** Registers a participant and goes on to the interview; whoever has one already is led to resuming it. */
export function StartInterview({ onResume }: { onResume: (email: string) => void }) {
  const { isLeaving, leaveFor } = useLeaving();
  const registration = useMutation({
    mutationFn: (body: RegisterRequest) => request<RegisterResponse>('POST', REGISTER_PATH, body),
    onSuccess: ({ nextUrl }) => leaveFor(nextUrl),
    onError: (error) => toast({ ...registrationFailure(error).toast, variant: 'destructive' }),
  });
  const send = useOneAtATime(registration.mutateAsync);
  const failure = registration.isError ? registrationFailure(registration.error) : null;
  return (
    <div className="grid gap-2">
      <StartForm
        pending={registration.isPending || isLeaving}
        failure={failure?.status ?? ''}
        onSubmit={(fields) => send(toRegisterRequest(fields))}
      />
      {failure?.isKnownEmail && (
        <Button
          ref={(button) => {
            button?.scrollIntoView({ block: 'nearest' });
          }}
          variant="outline"
          onClick={() => onResume(registration.variables?.email ?? '')}
        >
          {RESUME_MESSAGES.submit}
        </Button>
      )}
    </div>
  );
}

interface StartFormProps {
  pending: boolean;
  /** Why the last try failed, or nothing. */
  failure: string;
  onSubmit: (fields: StartFields) => void;
}

const EMPTY: StartFields = { firstName: '', lastName: '', email: '', tag: false, instagram: '', tiktok: '' };
const filled = (message: string) => (value: string) => value.trim() !== '' || message;

function StartForm({ pending, failure, onSubmit }: StartFormProps) {
  const { register, handleSubmit, control, formState } = useForm<StartFields>({ defaultValues: EMPTY });
  const { errors } = formState;
  const isTagged = useWatch({ control, name: 'tag' });
  return (
    // Errors are written beside their fields instead of in the browser's bubbles, which go away.
    <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <TextField
        {...register('firstName', { validate: filled(messages.firstNameMissing) })}
        label={messages.firstName}
        error={errors.firstName?.message}
        autoComplete="given-name"
        maxLength={NAME_MAX_LENGTH}
        required
      />
      <TextField
        {...register('lastName', { validate: filled(messages.lastNameMissing) })}
        label={messages.lastName}
        error={errors.lastName?.message}
        autoComplete="family-name"
        maxLength={NAME_MAX_LENGTH}
        required
      />
      <EmailField {...register('email', EMAIL_RULES)} error={errors.email?.message} />
      <Checkbox {...register('tag')} label={messages.tag} />
      {isTagged && (
        <>
          <TextField {...register('instagram')} label={messages.instagram} maxLength={HANDLE_MAX_LENGTH} />
          <TextField {...register('tiktok')} label={messages.tiktok} maxLength={HANDLE_MAX_LENGTH} />
        </>
      )}
      <Button type="submit" pending={pending} pendingLabel={messages.pending}>
        {messages.submit}
      </Button>
      <StatusLine tone="danger" className="-mt-2 text-sm">
        {failure}
      </StatusLine>
      <PrivacyLink className="-mt-4" />
    </form>
  );
}
