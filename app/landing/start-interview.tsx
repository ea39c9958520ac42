import { useMutation } from '@tanstack/react-query';
import type { RegisterRequest, RegisterResponse } from '../../api/contract/participants.js';
import { request } from '../shared/http/request.js';
import { Button } from '../shared/ui/button.js';
import { toast } from '../shared/ui/toast-store.js';
import { useOneAtATime } from '../shared/ui/use-one-at-a-time.js';
import { RESUME_MESSAGES } from './landing.messages.js';
import { registrationFailure, toRegisterRequest } from './registration.js';
import { StartForm } from './start-form.js';

/** Registers a participant and goes on to the interview; whoever has one already is led to resuming it. */
export function StartInterview({ onResume }: { onResume: (email: string) => void }) {
  const registration = useMutation({
    mutationFn: (body: RegisterRequest) => request<RegisterResponse>('POST', '/api/register', body),
    onSuccess: ({ nextUrl }) => location.assign(nextUrl),
    onError: (error) => toast({ ...registrationFailure(error).toast, variant: 'destructive' }),
  });
  const send = useOneAtATime(registration.mutateAsync);
  const failure = registration.isError ? registrationFailure(registration.error) : null;
  return (
    <div className="grid gap-2">
      <StartForm
        // After success the page is being left: the button stays pending until it is gone.
        pending={registration.isPending || registration.isSuccess}
        failure={failure?.status ?? ''}
        onSubmit={(fields) => send(toRegisterRequest(fields))}
      />
      {failure?.isKnownEmail && (
        <Button variant="outline" onClick={() => onResume(registration.variables?.email ?? '')}>
          {RESUME_MESSAGES.submit}
        </Button>
      )}
    </div>
  );
}
