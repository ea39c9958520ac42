import { LIST_LINK_MESSAGES as MESSAGES } from '../common/admin3.messages.js';

interface ListLinksProps {
  /** Undefined until they are counted. */
  waiting: number | undefined;
  approved: number | undefined;
}

/** How much is in the two lists, and the way to them past the forms. */
export function ListLinks({ waiting, approved }: ListLinksProps) {
  return (
    <nav aria-label={MESSAGES.label} className="flex min-h-12 flex-wrap gap-x-6 tabular-nums">
      {waiting !== undefined && <ListLink href="#waiting">{MESSAGES.waiting(waiting)}</ListLink>}
      {approved !== undefined && <ListLink href="#approved">{MESSAGES.approved(approved)}</ListLink>}
    </nav>
  );
}

function ListLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="inline-flex min-h-12 items-center text-muted underline hover:text-text">
      {children}
    </a>
  );
}
