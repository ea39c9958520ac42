import { useState } from 'react';
import { type ConfirmEmailRequest, NEW_EMAIL_FRAGMENT } from '../../api/contract/stories/my-story.js';
import { isDeadLink, saidBy } from '../shared/http/http-error.js';
import { Button } from '../shared/ui/button.js';
import { Dialog } from '../shared/ui/dialog.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { useFragment } from '../shared/ui/use-fragment.js';
import { NEW_EMAIL_MESSAGES as TEXT } from './my-story.messages.js';
import { useOwnChange } from './use-my-story.js';

/** What the link to a new e-mail leads to. Only a press of the button counts: programs that look at mails open links. */
export function NewEmail() {
  const [token, setToken] = useState<string | null>(null);
  const confirm = useOwnChange<ConfirmEmailRequest>({ path: '/email/confirm' });
  useFragment((fragment) => {
    if (!fragment.startsWith(NEW_EMAIL_FRAGMENT)) return false;
    setToken(fragment.slice(NEW_EMAIL_FRAGMENT.length));
    return true;
  });
  if (token === null) return null;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && setToken(null)} title={TEXT.title}>
      <div className="grid justify-items-start gap-5">
        <StatusLine tone={confirm.isError ? 'danger' : 'muted'}>
          {confirm.isSuccess ? TEXT.done : confirm.isError ? saidBy(confirm.error, TEXT.failed) : TEXT.text}
        </StatusLine>
        {confirm.isSuccess || isDeadLink(confirm.error) ? (
          <Button variant="outline" onClick={() => setToken(null)}>
            {TEXT.close}
          </Button>
        ) : (
          <Button pending={confirm.isPending} pendingLabel={TEXT.pending} onClick={() => confirm.mutate({ token })}>
            {TEXT.action}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
