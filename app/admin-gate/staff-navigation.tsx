import { GATE_MESSAGES } from './admin-gate.messages.js';
import type { StaffPage } from './gate-texts.js';
import { STAFF_PAGES } from './staff-pages.js';

/** Leads from one staff page to the others; all four share one session. */
export function StaffNavigation({ current }: { current: StaffPage }) {
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
