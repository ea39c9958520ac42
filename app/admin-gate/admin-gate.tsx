import { Fragment, useState, type ReactNode } from 'react';
import type { StaffSession } from '../../api/contract/staff.js';
import { ClosedGate } from './closed-gate.js';
import { EndedSession } from './ended-session.js';
import { GATE_TEXTS, type GateTexts, type StaffPage } from './gate-texts.js';
import { gateView } from './gate-view.js';
import { StaffHeader } from './staff-header.js';
import { currentProducer } from '../shared/drafts/local-drafts.js';
import { useSignedOutElsewhere } from './signed-out-everywhere.js';
import { useSignedOutCalls } from './use-signed-out-calls.js';
import { useCloseGate, useStaffSession } from './use-staff-session.js';

interface AdminGateProps {
  page: StaffPage;
  /** Mounted once a session is open, and kept as it is when that session ends by itself. */
  children: ReactNode;
}

/** The password gate of a staff page. The server decides; the gate only asks, and comes back when a call is answered 401. */
export function AdminGate({ page, children }: AdminGateProps) {
  const texts: GateTexts = GATE_TEXTS[page];
  const { data: session, isError, refetch } = useStaffSession();
  const [endedSession, setEndedSession] = useState<StaffSession | null>(null);
  const [hasAsked, setHasAsked] = useState(false);
  useSignedOutElsewhere(useCloseGate());
  useSignedOutCalls(() => setEndedSession(session ?? null));

  const view = gateView({ session, endedSession, hasFailed: isError });
  if (view !== 'open' && view !== 'ended') {
    return (
      <ClosedGate view={view} texts={texts} onGranted={() => setHasAsked(true)} onTryAgain={() => void refetch()} />
    );
  }
  return (
    <>
      <StaffHeader page={page} takesFocus={hasAsked} />
      {/* Another producer who signs in over an ended session starts with a page of their own. */}
      <Fragment key={currentProducer()}>{children}</Fragment>
      {view === 'ended' && <EndedSession texts={texts} />}
    </>
  );
}
