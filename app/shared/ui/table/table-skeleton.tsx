import { StatusLine } from '../status-line.js';

const ROWS = ['w-2/3', 'w-1/2', 'w-3/4', 'w-3/5'];

/** The shape of a table that is still being read. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div>
      <StatusLine className="sr-only">{label}</StatusLine>
      <div aria-hidden className="rounded-card border border-line">
        {ROWS.map((width) => (
          <div key={width} className="border-b border-line px-4 py-5 last:border-b-0">
            <div className={`h-5 rounded-control bg-raised ${width}`} />
          </div>
        ))}
      </div>
    </div>
  );
}
