import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** At the top of the page: something that is not as on an ordinary day. */
export function NoticeCard({ heading, children }: { heading: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="grid gap-3 rounded-card border border-line bg-surface p-4 sm:p-6">
      <h2 id={headingId} className="flex items-center gap-3 text-xl">
        <CircleAlert size={24} strokeWidth={1.75} aria-hidden className="flex-none text-warn" />
        {heading}
      </h2>
      {children}
    </section>
  );
}
