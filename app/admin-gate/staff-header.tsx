import { LogOut } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../shared/ui/button.js';
import { toast } from '../shared/ui/toast-store.js';
import { DensityChoice } from './density.js';
import { GATE_MESSAGES, GATE_TEXTS, STAFF_PAGES, type StaffPage } from './gate.messages.js';
import { tellEveryTab, useSignOut } from './staff-session.js';
interface StaffHeaderProps {
  page: StaffPage;
  /** Moves the focus here from the password field that is gone. */
  takesFocus: boolean;
  /** Of the producer, null when they gave none. */
  name: string | null;
  onSignedOut: () => void;
}

/** Name of the open staff page, the way to the others, and the way out. */
export function StaffHeader({ page, takesFocus, name, onSignedOut }: StaffHeaderProps) {
  const ownHeading = useRef<HTMLHeadingElement>(null);
  const { mutate, isPending } = useSignOut();

  useEffect(() => {
    if (takesFocus) ownHeading.current?.focus();
  }, [takesFocus]);

  const leave = () => {
    // Fields that go keep what was typed in them last.
    flushSync(onSignedOut);
    tellEveryTab();
  };

  return (
    <header className="mb-8 grid gap-6">
      <StaffNavigation current={page} />
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1">
          <h1 ref={ownHeading} tabIndex={-1} className="text-2xl outline-none">
            {GATE_TEXTS[page].heading}
          </h1>
          {name !== null && <p className="mt-1 text-sm wrap-anywhere text-muted">{GATE_MESSAGES.signedInAs(name)}</p>}
        </div>
        {page !== 'admin4' && <DensityChoice />}
        <Button
          variant="outline"
          size="compact"
          className="flex-none"
          pending={isPending}
          pendingLabel={GATE_MESSAGES.signingOut}
          onClick={() => mutate(undefined, { onSuccess: leave, onError: tellFailure })}
        >
          <LogOut size={18} aria-hidden className="max-sm:hidden" />
          {GATE_MESSAGES.signOut}
        </Button>
      </div>
    </header>
  );
}

function tellFailure(): void {
  toast({ title: GATE_MESSAGES.signOutFailed, description: GATE_MESSAGES.signOutFailedHint, variant: 'destructive' });
}

/** Leads from one staff page to the others; all four share one session. */
function StaffNavigation({ current }: { current: StaffPage }) {
  return (
    <nav aria-label={GATE_MESSAGES.navigation} className="border-b border-line">
      <ul className="flex flex-wrap gap-x-6 sm:gap-x-8">
        {STAFF_PAGES.map(({ page, path, name }) => (
          <li key={page}>
            <a
              href={path}
              aria-current={page === current ? 'page' : undefined}
              className="inline-flex min-h-12 items-center border-b-2 border-transparent text-muted no-underline hover:text-text aria-[current]:border-accent aria-[current]:text-text"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
