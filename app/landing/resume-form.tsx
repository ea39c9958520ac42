import { useForm } from 'react-hook-form';
import type { ResumeRequest } from '../../api/contract/resume.js';
import { Button } from '../shared/ui/button.js';
import { EMAIL_RULES, EmailField } from './email-field.js';
import { RESUME_MESSAGES as messages } from './landing.messages.js';

interface ResumeFormProps {
  /** What the field begins with. */
  email?: string;
  pending: boolean;
  onSubmit: (fields: ResumeRequest) => void;
}

export function ResumeForm({ email = '', pending, onSubmit }: ResumeFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email } });
  return (
    // Errors are written beside their fields instead of in the browser's bubbles, which go away.
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit((fields) => onSubmit({ email: fields.email.trim() }))(event)}
    >
      <EmailField {...register('email', EMAIL_RULES)} error={formState.errors.email?.message} />
      <Button type="submit" pending={pending} pendingLabel={messages.pending}>
        {messages.submit}
      </Button>
    </form>
  );
}
