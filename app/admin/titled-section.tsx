import type { ReactNode, RefObject } from 'react';
import { StatusLine } from '../shared/ui/status-line.js';

/** What happened last in a section. */
export interface Written {
  tone: 'good' | 'danger';
  text: string;
}

interface TitledSectionProps {
  headingId: string;
  texts: { heading: string; empty: string; emptyHint: string };
  /** How much is in it, read out when it changes; empty for nothing to count. */
  count?: string;
  isEmpty: boolean;
  /** Takes the focus when no row is left. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  written?: Written | null;
  children: ReactNode;
}

/** A part of the dashboard: its heading, what happened in it, and its rows or what will appear there. */
export function TitledSection({ headingId, texts, count, isEmpty, headingRef, written, children }: TitledSectionProps) {
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={headingId} ref={headingRef} tabIndex={-1} className="text-xl outline-none">
          {texts.heading}
        </h2>
        <StatusLine className="tabular-nums">{count}</StatusLine>
        {/* Not read out: the toast has said it already. */}
        {written && <p className={written.tone === 'good' ? 'text-good' : 'text-danger'}>{written.text}</p>}
      </div>
      {isEmpty ? <Empty texts={texts} /> : children}
    </section>
  );
}

function Empty({ texts: { empty, emptyHint } }: Pick<TitledSectionProps, 'texts'>) {
  return (
    <div className="border-t border-line py-5">
      <p>{empty}</p>
      <p className="text-muted">{emptyHint}</p>
    </div>
  );
}
