import { Circle, CircleCheck } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { shortDateTime } from '../../shared/text/format.js';
import { FIELD_MESSAGES as MESSAGES } from '../common/admin.messages.js';

interface StepMarkProps {
  /** The step's column. */
  heading: string;
  /** Null while it is open. */
  iso: string | null;
  /** Id of the person's name. */
  describedBy: string;
  /** Tab comes to this one of the person's marks; the arrow keys go on from it. */
  isEntry: boolean;
}

const PLACE =
  'flex size-full min-h-11 items-center justify-center rounded-control compact:min-h-8 pointer-coarse:min-h-11';

/** Whether a step is done, as a mark; when, for whoever rests the pointer on it, comes to it or presses it. */
export function StepMark({ heading, iso, describedBy, isEntry }: StepMarkProps) {
  const [isOpen, setOpen] = useState(false);
  const mark = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = () => setOpen(false);
    const closeAtEscape = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && close();
    addEventListener('scroll', close, { capture: true, passive: true });
    addEventListener('keydown', closeAtEscape);
    return () => {
      removeEventListener('scroll', close, { capture: true });
      removeEventListener('keydown', closeAtEscape);
    };
  }, [isOpen]);
  if (iso === null) {
    return (
      <span className={PLACE}>
        <Circle size={18} aria-hidden className="text-edge" />
        <span className="sr-only">{MESSAGES.notYet}</span>
      </span>
    );
  }
  const date = shortDateTime(iso);
  return (
    <span onPointerLeave={() => setOpen(false)}>
      <button
        ref={mark}
        type="button"
        data-step-mark
        tabIndex={isEntry ? 0 : -1}
        aria-label={MESSAGES.stepDone(heading, date)}
        aria-describedby={describedBy}
        className={`${PLACE} text-good hover:bg-raised`}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        onKeyDown={goAlong}
      >
        <CircleCheck size={18} aria-hidden />
      </button>
      {isOpen && <DateAbove anchor={mark} heading={heading} iso={iso} date={date} />}
    </span>
  );
}

const STEPS_OF_KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** The arrow keys go along the marks of a person: eight stops of the Tab key in every row would be too many. */
function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS_OF_KEYS[event.key];
  if (step === undefined) return;
  const marks = Array.from(event.currentTarget.closest('tr, li')?.querySelectorAll('[data-step-mark]') ?? []);
  const next = marks[marks.indexOf(event.currentTarget) + step];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

interface DateAboveProps {
  anchor: RefObject<HTMLElement | null>;
  heading: string;
  iso: string;
  date: string;
}

const EDGE_PX = 8;

/** Over the mark, within the window. The mark's own name says the same. */
function DateAbove({ anchor, heading, iso, date }: DateAboveProps) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const place = anchor.current?.getBoundingClientRect();
    if (!place || !box.current) return;
    const { width, height } = box.current.getBoundingClientRect();
    const middle = place.left + place.width / 2 - width / 2;
    const left = Math.max(EDGE_PX, Math.min(middle, document.documentElement.clientWidth - width - EDGE_PX));
    const top = place.top >= height + EDGE_PX ? place.top - height : place.bottom;
    Object.assign(box.current.style, { left: `${left}px`, top: `${top}px` });
  }, [anchor]);
  return (
    <span ref={box} aria-hidden className="tooltip pointer-events-none fixed text-left whitespace-nowrap">
      <span className="block text-muted">{heading}</span>
      <time dateTime={iso} className="tabular-nums">
        {date}
      </time>
    </span>
  );
}
