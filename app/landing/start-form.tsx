import { useForm, useWatch } from 'react-hook-form';
import { HANDLE_MAX_LENGTH, NAME_MAX_LENGTH } from '../../api/contract/limits.js';
import { Button } from '../shared/ui/button.js';
import { Checkbox } from '../shared/ui/checkbox.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { TextField } from '../shared/ui/text-field.js';
import { EMAIL_RULES, EmailField } from './email-field.js';
import { START_MESSAGES as messages } from './landing.messages.js';
import type { StartFields } from './registration.js';

interface StartFormProps {
  pending: boolean;
  /** Why the last try failed, or nothing. */
  failure: string;
  onSubmit: (fields: StartFields) => void;
}

const EMPTY: StartFields = { firstName: '', lastName: '', email: '', tag: false, instagram: '', tiktok: '' };
const filled = (message: string) => (value: string) => value.trim() !== '' || message;

export function StartForm({ pending, failure, onSubmit }: StartFormProps) {
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
    </form>
  );
}
