import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  STAFF_LINK_FRAGMENT,
  type StaffLinkSession,
  type StaffPageName,
  type UseStaffLinkRequest,
} from '../../api/contract/staff/staff.js';
import { GatePanel } from '../admin-gate/admin-gate.js';
import { STAFF_PAGES } from '../admin-gate/gate.messages.js';
import { HttpError, isDeadLink } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { useFragment } from '../shared/ui/use-fragment.js';
import { useLeaving } from '../shared/ui/use-leaving.js';
import { ADMIN_LINK_MESSAGES as TEXT } from './admin-link.messages.js';

/** /admin-link, where a producer's mailed link leads. Only a press of the button uses it: mail scanners open links. */
export default function AdminLinkIsland() {
  // Undefined until the address is looked at.
  const [token, setToken] = useState<string | null>();
  useFragment((fragment) => {
    const isLink = fragment.startsWith(STAFF_LINK_FRAGMENT);
    // What is taken out of the address tells nothing when it changes.
    if (isLink || token === undefined) setToken(isLink ? fragment.slice(STAFF_LINK_FRAGMENT.length) : null);
    return isLink;
  });
  return (
    <AppIsland>
      <GatePanel heading={<h1 className="text-2xl">{TEXT.title}</h1>}>
        {token === null && <DeadLink />}
        {token != null && <LiveLink key={token} token={token} />}
      </GatePanel>
    </AppIsland>
  );
}

function LiveLink({ token }: { token: string }) {
  const { isLeaving, leaveFor } = useLeaving();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: UseStaffLinkRequest) => request<StaffLinkSession>('POST', '/api/admin/session/link/use', body),
    // The page that opens there tells all others of this browser that a session is open.
    onSuccess: (session) => leaveFor(pathOf(session.page)),
  });
  if (isDeadLink(error)) return <DeadLink />;
  return (
    <>
      <p className="text-muted">{TEXT.hint}</p>
      <Button pending={isPending || isLeaving} pendingLabel={TEXT.pending} onClick={() => mutate({ token })}>
        {error ? TEXT.tryAgain : TEXT.submit}
      </Button>
      <StatusLine tone="danger">
        {error && ((error instanceof HttpError && error.serverMessage) || TEXT.unreachable)}
      </StatusLine>
    </>
  );
}

function DeadLink() {
  return (
    <>
      <StatusLine>{TEXT.expired}</StatusLine>
      <a className="button" data-variant="primary" data-size="touch" href={pathOf('admin')}>
        {TEXT.askAgain}
      </a>
    </>
  );
}

/** One of the four, whatever the server says: it leads nowhere else. */
function pathOf(name: StaffPageName): string {
  return STAFF_PAGES.find(({ page }) => page === name)?.path ?? '/admin';
}
