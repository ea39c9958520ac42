import { useEffect, useRef, useState } from 'react';
import { Siren } from 'lucide-react';
import type { UrgentAnswer, UrgentStep } from '../../../api/contract/staff/urgent.js';
import { tellFailure } from '../../admin-gate/failures.js';
import { mailtoAddress, shortDateTime } from '../../shared/text/format.js';
import { Button } from '../../shared/ui/button.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { toast } from '../../shared/ui/toast-store.js';
import { useKeptFocus } from '../../shared/ui/use-kept-focus.js';
import { useRowFocus } from '../../shared/ui/use-row-focus.js';
import { URGENT_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import { type UrgentSubject, useMarkUrgent, useUrgent, useUrgentStep } from './urgent-requests.js';

const MINUTE_MS = 60_000;

/** Above everything else as long as somebody needs somebody: who, since when, and who has taken it. */
export function UrgentSection() {
  const { data: urgent, isError } = useUrgent();
  const now = useMinutes();
  const { fallback, list, keepFocusAt } = useRowFocus<HTMLDivElement>();
  if (isError && urgent === undefined) return <StatusLine tone="danger">{MESSAGES.failed}</StatusLine>;
  return (
    // Where nobody needs anybody it takes no room, but it is there for the keyboard of whoever was done with the last one.
    <div ref={fallback} tabIndex={-1} className="outline-none empty:absolute">
      {urgent && urgent.length > 0 && (
        <section aria-labelledby="urgent" className="grid gap-3 rounded-card border border-danger p-4 sm:p-6">
          <h2 id="urgent" className="flex items-center gap-3 text-xl">
            <Siren size={24} strokeWidth={1.75} aria-hidden className="flex-none text-danger" />
            {MESSAGES.heading}
          </h2>
          <ul ref={list} className="divide-y divide-line">
            {urgent.map((one, index) => (
              <UrgentRow key={one.id} urgent={one} now={now} onStep={() => keepFocusAt(index)} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

interface UrgentRowProps {
  urgent: UrgentAnswer;
  now: number;
  /** What was pressed may have gone, with the row or without it. */
  onStep: () => void;
}

function UrgentRow({ urgent, now, onStep }: UrgentRowProps) {
  const { id, name, email, questionId, userId, markedAt, markedBy, taken } = urgent;
  const nameId = `urgent-${id}`;
  const { mutateAsync, isPending, variables } = useUrgentStep();
  const go = async (step: UrgentStep) => {
    try {
      await mutateAsync({ id, step });
      toast({ title: MESSAGES.told[step] });
    } catch (error) {
      tellFailure(error, MESSAGES.stepFailed, MESSAGES.stepFailedHint);
    }
    onStep();
  };
  const button = (step: UrgentStep, variant: 'primary' | 'outline' | 'quiet') => (
    <Button
      // Or what takes it would become what is done with it, under the finger or the key that pressed it.
      key={step}
      variant={variant}
      size="compact"
      aria-describedby={nameId}
      disabled={isPending && variables.step !== step}
      pending={isPending && variables.step === step}
      pendingLabel={MESSAGES.pending}
      onClick={() => void go(step)}
    >
      {MESSAGES.steps[step]}
    </Button>
  );
  return (
    <li
      tabIndex={-1}
      aria-labelledby={nameId}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
    >
      <div className="grid min-w-0 gap-0.5">
        <p id={nameId} className="font-semibold wrap-anywhere">
          <bdi>{name ?? MESSAGES.sender}</bdi>
        </p>
        <p className="text-sm wrap-anywhere">
          <a href={mailtoAddress(email)}>{email}</a>, {aboutWhat(questionId, userId)}
        </p>
        <p className="text-sm text-danger tabular-nums">
          {MESSAGES.since(waitedFor(Date.parse(markedAt), now), shortDateTime(markedAt))}
          {markedBy !== null && MESSAGES.saidBy(markedBy)}
        </p>
        <p className={`text-sm tabular-nums ${taken ? 'text-good' : 'font-semibold'}`}>
          {taken ? MESSAGES.takenBy(taken.by, shortDateTime(taken.at)) : MESSAGES.notTaken}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {taken ? (
          <>
            {button('done', 'primary')}
            {button('give-back', 'quiet')}
          </>
        ) : (
          button('take', 'primary')
        )}
      </div>
    </li>
  );
}

function aboutWhat(questionId: number | null, userId: string | null): string {
  if (questionId !== null) return MESSAGES.question(questionId);
  return userId === null ? MESSAGES.publicUpload : MESSAGES.photo;
}

interface MarkUrgentProps {
  what: UrgentSubject;
  describedBy: string;
}

/** Beside what a person answered or sent. What is marked already says so. */
export function MarkUrgent({ what, describedBy }: MarkUrgentProps) {
  const { data: urgent } = useUrgent();
  const { mutateAsync, isPending } = useMarkUrgent();
  const isMarked = urgent?.some((one) => isAbout(one, what)) ?? false;
  const said = useRef<HTMLParagraphElement>(null);
  // Words and a recording to one question are marked by one press.
  const [isPressed, setIsPressed] = useState(false);
  useKeptFocus(said, String(isMarked && isPressed));
  if (isMarked) {
    return (
      <p ref={said} tabIndex={-1} className="text-sm font-semibold text-danger">
        {MESSAGES.isMarked}
      </p>
    );
  }
  const mark = async () => {
    setIsPressed(true);
    try {
      await mutateAsync(what);
    } catch (error) {
      setIsPressed(false);
      tellFailure(error, MESSAGES.markFailed, MESSAGES.stepFailedHint);
    }
  };
  return (
    <Button
      variant="quiet"
      size="compact"
      aria-describedby={describedBy}
      pending={isPending}
      pendingLabel={MESSAGES.pending}
      onClick={() => void mark()}
    >
      <Siren size={18} aria-hidden />
      {MESSAGES.mark}
    </Button>
  );
}

function isAbout({ userId, questionId, photoId }: UrgentAnswer, what: UrgentSubject): boolean {
  return 'photoId' in what ? photoId === what.photoId : userId === what.userId && questionId === what.questionId;
}

/** The time of now, told anew with every minute. */
function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function waitedFor(since: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since) / MINUTE_MS));
  return MESSAGES.waited(Math.floor(minutes / 60), minutes % 60);
}
