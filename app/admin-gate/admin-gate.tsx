import { Fragment, useState, type ReactNode } from 'react';
import type { StaffSession } from '../../api/contract/staff.js';
import { ClosedGate } from './closed-gate.js';
import { EndedSession } from './ended-session.js';
import { GATE_TEXTS, type GateTexts, type StaffPage } from './gate-texts.js';
import { KeptPage } from './kept-page.js';
import { LockNotice } from './lock-notice.js';
import { StaffHeader } from './staff-header.js';
import { useSignedOutElsewhere } from './signed-out-everywhere.js';
import { useGate } from './use-gate.js';

interface AdminGateProps {
  page: StaffPage;
  /** Mounted once a session is open, and kept in memory as it is when that session ends by itself. */
  children: ReactNode;
}

/** The password gate of a staff page. */
export function AdminGate({ page, children }: AdminGateProps) {
  const texts: GateTexts = GATE_TEXTS[page];
  const { view, name, isEnding, open, leave, askAgain, stay } = useGate();
  const [hasAsked, setHasAsked] = useState(false);
  const { cover, isKept } = view;
  useSignedOutElsewhere(leave);

  const enter = (session: StaffSession) => {
    setHasAsked(true);
    open(session);
  };
  if (!isKept) {
    // Open and not kept cannot be: `granted` keeps.
    return cover === 'none' ? null : <ClosedGate cover={cover} texts={texts} onGranted={enter} onTryAgain={askAgain} />;
  }
  return (
    <>
      <KeptPage isShown={cover === 'none'}>
        <StaffHeader page={page} name={name} takesFocus={hasAsked} onSignedOut={leave} />
        {/* Another producer who signs in over an ended session starts with a page of their own. */}
        <Fragment key={name}>{children}</Fragment>
      </KeptPage>
      {cover !== 'none' && (
        <EndedSession cover={cover} texts={texts} onGranted={(session) => open(session)} onTryAgain={askAgain} />
      )}
      {isEnding && <LockNotice onStay={stay} />}
    </>
  );
}
