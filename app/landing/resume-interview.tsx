import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { MY_STORY_PATH } from '../../api/contract/stories/my-story.js';
import { RESUME_PATH, type ResumeRequest, type ResumeResponse } from '../../api/contract/people/resume.js';
import { request } from '../shared/http/request.js';
import { Button } from '../shared/ui/button.js';
import { PrivacyLink } from '../shared/ui/privacy-link.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { toast } from '../shared/ui/toast-store.js';
import { useLeaving } from '../shared/ui/use-leaving.js';
import { useOneAtATime } from '../shared/ui/use-one-at-a-time.js';
import { EMAIL_RULES, EmailField } from './email-field.js';
import { RESUME_MESSAGES as messages } from './landing.messages.js';
import { interviewComplete, isSignedIn, nextAddress, resumeFailure } from './resuming.js';

/** Finds the interview of an e-mail and goes on with it. */
export function ResumeInterview({ email, aim }: Partial<ResumeRequest>) {
  const { isLeaving, leaveFor } = useLeaving();
  const resume = useMutation({
    mutationFn: (body: ResumeRequest) => request<ResumeResponse>('POST', '/api/resume-interview', body),
    onSuccess: (response) => {
      const address = nextAddress(response);
      if (address === null) toast(interviewComplete(response).toast);
      else leaveFor(address);
    },
    onError: (error) => toast({ ...resumeFailure(error).toast, variant: 'destructive' }),
  });
  const send = useOneAtATime(resume.mutateAsync);
  const isComplete = resume.isSuccess && nextAddress(resume.data) === null;
  return (
    <div className="grid gap-5">
      <p className="text-muted">{messages.hint}</p>
      <ResumeForm
        email={email}
        pending={resume.isPending || isLeaving}
        onSubmit={(fields) => send({ ...fields, aim })}
      />
      <StatusLine tone={resume.isError ? 'danger' : 'good'} className="-mt-2 text-sm">
        {resume.isError && resumeFailure(resume.error).status}
        {isComplete && interviewComplete(resume.data).status}
      </StatusLine>
      {resume.isSuccess && isSignedIn(resume.data) && (
        <a href={MY_STORY_PATH} className="button justify-self-start" data-variant="primary">
          {messages.myStory}
        </a>
      )}
      <a href={RESUME_PATH} className="flex min-h-11 items-center justify-self-start text-sm underline">
        {messages.chooseStep}
      </a>
      <PrivacyLink className="-mt-4" />
    </div>
  );
}

interface ResumeFormProps {
  /** What the field begins with. */
  email?: string;
  pending: boolean;
  onSubmit: (fields: ResumeRequest) => void;
}

function ResumeForm({ email = '', pending, onSubmit }: ResumeFormProps) {
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
