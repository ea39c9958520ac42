import { Fragment, type ReactNode, useState } from 'react';
import { Dialog } from 'radix-ui';
import type { StaffSession } from '../../api/contract/staff/staff.js';
import { GATE_MESSAGES, GATE_TEXTS, type GateTexts, type StaffPage } from './gate.messages.js';
import { StaffHeader } from './staff-header.js';
import { useSignedOutElsewhere } from './staff-session.js';
import { useGate } from './use-gate.js';
import { Button } from '../shared/ui/button.js';
import { KeptPage } from '../shared/ui/kept-page.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { AccountForm } from './account-form.js';
import type { GateCover } from './gate-state.js';
import { PasswordForm } from './password-form.js';
/** What each island of a staff page is told by its page, before it draws anything. */
export interface StaffIslandProps {
  /** Producers have accounts: nobody is asked for a password. */
  staffAccounts: boolean;
}

interface AdminGateProps extends StaffIslandProps {
  page: StaffPage;
  /** Mounted once a session is open, and kept in memory as it is when that session ends by itself. */
  children: ReactNode;
}

/** The gate of a staff page. */
export function AdminGate({ page, staffAccounts, children }: AdminGateProps) {
  const texts: GateTexts = GATE_TEXTS[page];
  const { state, open, leave, askAgain, stay } = useGate(staffAccounts);
  const [hasAsked, setHasAsked] = useState(false);
  useSignedOutElsewhere(leave);

  const enter = (session: StaffSession) => {
    setHasAsked(true);
    open(session);
  };
  const form = (onGranted: (session: StaffSession) => void) =>
    staffAccounts ? (
      <AccountForm page={page} onGranted={onGranted} />
    ) : (
      <PasswordForm texts={texts} onGranted={onGranted} />
    );
  if (state.page === 'shut') {
    return (
      <GatePanel heading={<h1 className="text-2xl">{texts.title}</h1>}>
        <GateBody cover={state.cover} purpose={GATE_MESSAGES.purpose} form={form(enter)} onTryAgain={askAgain} />
      </GatePanel>
    );
  }
  return (
    <>
      <KeptPage isShown={state.page === 'open'}>
        <StaffHeader page={page} name={state.name} takesFocus={hasAsked} onSignedOut={leave} />
        {/* Another producer who signs in over an ended session starts with a page of their own. */}
        <Fragment key={state.name}>{children}</Fragment>
      </KeptPage>
      {state.page === 'covered' && (
        <CoveredPage title={texts.title}>
          <GateBody
            cover={state.cover}
            purpose={GATE_MESSAGES.ended}
            form={form((session) => open(session))}
            onTryAgain={askAgain}
          />
        </CoveredPage>
      )}
      {state.page === 'open' && state.isEnding && <LockNotice onStay={stay} />}
    </>
  );
}

/** The gate in place of a page that waits in memory. A modal dialog that only an open session closes. */
function CoveredPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Content
          data-modal
          className="fixed inset-0 z-50 overflow-y-auto bg-ground px-4"
          aria-describedby={undefined}
          onCloseAutoFocus={keepOpen}
          onEscapeKeyDown={keepOpen}
          onPointerDownOutside={keepOpen}
          onInteractOutside={keepOpen}
        >
          <GatePanel
            heading={
              <Dialog.Title asChild>
                <h1 className="text-2xl">{title}</h1>
              </Dialog.Title>
            }
          >
            {children}
          </GatePanel>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function keepOpen(event: Event): void {
  event.preventDefault();
}

/** As wide as what is asked in it. */
export function GatePanel({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-md gap-6 py-12 sm:py-24">
      {heading}
      {children}
    </div>
  );
}

interface GateBodyProps {
  cover: GateCover;
  /** Why anybody is asked to sign in. */
  purpose: string;
  form: ReactNode;
  onTryAgain: () => void;
}

function GateBody({ cover, purpose, form, onTryAgain }: GateBodyProps) {
  switch (cover) {
    case 'checking':
      return <StatusLine>{GATE_MESSAGES.checking}</StatusLine>;
    case 'unreachable':
      return (
        <>
          <StatusLine tone="danger">{GATE_MESSAGES.unreachable}</StatusLine>
          <Button onClick={onTryAgain}>{GATE_MESSAGES.tryAgain}</Button>
        </>
      );
    case 'closed':
      return (
        <>
          <p className="text-muted">{purpose}</p>
          {form}
        </>
      );
  }
}

interface LockNoticeProps {
  /** Resolved once the server has been asked. */
  onStay: () => Promise<void>;
}

/** Says that the page is about to close, while that can still be helped. */
function LockNotice({ onStay }: LockNoticeProps) {
  // Asked for, and still here: the session has lasted as long as any may.
  const [hasTried, setHasTried] = useState(false);
  const stay = async () => {
    await onStay();
    setHasTried(true);
  };
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-[55] mx-auto grid max-w-xl gap-4 rounded-card border border-edge bg-raised p-5 sm:flex sm:items-center sm:justify-between"
    >
      <p>{hasTried ? GATE_MESSAGES.endsAnyway : GATE_MESSAGES.ending}</p>
      {!hasTried && (
        <Button className="flex-none" onClick={() => void stay()}>
          {GATE_MESSAGES.stay}
        </Button>
      )}
    </div>
  );
}
