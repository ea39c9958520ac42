import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { Button } from '../button.js';
import { LoadFailure } from '../load-failure.js';
import { StatusLine } from '../status-line.js';
import { toast } from '../toast-store.js';
import { useFocusOnLeaving } from '../use-focus-on-leaving.js';
import { useIsNarrow } from '../use-is-narrow.js';
import { useRowFocus } from '../use-row-focus.js';

interface EmptyTexts {
  empty: string;
  emptyHint: string;
}

interface ListSectionProps {
  headingId: string;
  texts: EmptyTexts & { heading: string };
  /** How much is in it, read out when it changes; empty for nothing to count. */
  count?: string;
  isEmpty: boolean;
  /** Takes the focus when no row is left. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  /** What was done last in the section; null until something was. */
  written?: { tone: 'good' | 'danger'; text: string } | null;
  /** Is seldom needed: on a phone its heading opens it. */
  isSeldom?: boolean;
  children: ReactNode;
}

/** A list of the staff side: its heading, what happened in it, and its rows or what will appear there. */
export function ListSection(props: ListSectionProps) {
  const { headingId, texts, count, isEmpty, headingRef, written, isSeldom = false, children } = props;
  const isNarrow = useIsNarrow();
  const canShut = isNarrow && isSeldom;
  // What stood there stays as a phone is turned.
  const [isOpen, setOpen] = useState(!isNarrow);
  const isShut = canShut && !isOpen;
  const [wasOpen, setWasOpen] = useState(!isShut);
  if (!isShut && !wasOpen) setWasOpen(true);
  return (
    <section aria-labelledby={headingId}>
      <div className={`flex flex-wrap items-baseline gap-x-4 gap-y-1 ${isShut ? '' : 'mb-4'}`}>
        <h2
          id={headingId}
          ref={headingRef}
          tabIndex={-1}
          className={`outline-none ${canShut ? 'w-full border-t border-line text-lg' : 'text-xl'}`}
        >
          {canShut ? (
            <button
              type="button"
              aria-expanded={isOpen}
              className="flex min-h-14 w-full items-center justify-between gap-3 text-left"
              onClick={() => setOpen(!isOpen)}
            >
              {texts.heading}
              <ChevronDown size={18} aria-hidden className={`flex-none text-muted ${isOpen ? 'rotate-180' : ''}`} />
            </button>
          ) : (
            texts.heading
          )}
        </h2>
        <StatusLine className={canShut && !count ? 'sr-only' : 'tabular-nums'}>{count}</StatusLine>
        {/* Not read out: the toast has said it already. */}
        {written && <p className={written.tone === 'good' ? 'text-good' : 'text-danger'}>{written.text}</p>}
      </div>
      {/* Nothing that is typed in it is lost where it is shut. */}
      {wasOpen && <div hidden={isShut}>{isEmpty ? <EmptyList texts={texts} /> : children}</div>}
    </section>
  );
}

/** What a list section is drawn with, and how it tells of a change: written above the rows, and once as a toast. */
export function useListSection() {
  const headingId = useId();
  const [written, setWritten] = useState<ListSectionProps['written']>(null);
  const { fallback, list, focusAt } = useRowFocus<HTMLHeadingElement>();
  return {
    section: { headingId, headingRef: fallback, written },
    list,
    focusAt,
    /** @param freedIndex where a row has gone: the focus moves to the one that stands there now */
    tellDone: (text: string, freedIndex?: number) => {
      setWritten({ tone: 'good', text });
      toast({ title: text });
      if (freedIndex !== undefined) focusAt(freedIndex);
    },
    /** @param text null: the gate says it */
    tellFailed: (text: string | null) => setWritten(text === null ? null : { tone: 'danger', text }),
  };
}

interface ListStateProps {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'refetch'>;
  texts: EmptyTexts & { loading: string; loadFailed: string };
}

/** In the place of a list without rows: its shape while loading, a failure, or what will appear here. */
export function ListState({ query, texts }: ListStateProps) {
  if (query.isPending) {
    return (
      <div className="border-t border-line py-5">
        <StatusLine className="sr-only">{texts.loading}</StatusLine>
        <div aria-hidden className="grid gap-3">
          <div className="h-5 w-1/3 rounded-control bg-raised" />
          <div className="h-4 w-1/2 rounded-control bg-raised" />
          <div className="h-4 w-2/3 rounded-control bg-raised" />
        </div>
      </div>
    );
  }
  if (query.isError) {
    return (
      <div className="border-t border-line py-5">
        <LoadFailure text={texts.loadFailed} onTryAgain={() => void query.refetch()} />
      </div>
    );
  }
  return <EmptyList texts={texts} />;
}

function EmptyList({ texts: { empty, emptyHint } }: { texts: EmptyTexts }) {
  return (
    <div className="border-t border-line py-5">
      <p>{empty}</p>
      <p className="text-muted">{emptyHint}</p>
    </div>
  );
}

interface NoneFoundProps {
  texts: { noneFound: string; showAll: string };
  onShowAll: () => void;
}

/** In the place of rows of which none is what was searched for. */
export function NoneFound({ texts, onShowAll }: NoneFoundProps) {
  const box = useFocusOnLeaving();
  return (
    <div ref={box} className="grid justify-items-start gap-3 border-t border-line py-5">
      <StatusLine>{texts.noneFound}</StatusLine>
      <Button variant="outline" onClick={onShowAll}>
        {texts.showAll}
      </Button>
    </div>
  );
}

const SKELETON_ROWS = ['w-2/3', 'w-1/2', 'w-3/4', 'w-3/5'];

/** The shape of a table that is still being read. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div>
      <StatusLine className="sr-only">{label}</StatusLine>
      <div aria-hidden className="rounded-card border border-line">
        {SKELETON_ROWS.map((width) => (
          <div key={width} className="border-b border-line px-4 py-5 last:border-b-0">
            <div className={`h-5 rounded-control bg-raised ${width}`} />
          </div>
        ))}
      </div>
    </div>
  );
}
