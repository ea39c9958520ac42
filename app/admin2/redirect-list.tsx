import { useId, useState } from 'react';
import { tellFailure } from '../admin-gate/tell-failure.js';
import { toast } from '../shared/ui/toast-store.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { LIST_MESSAGES as MESSAGES } from './admin2.messages.js';
import { DeletedRedirect } from './deleted-redirect.js';
import { questionLabel } from './question-labels.js';
import { RedirectListState } from './redirect-list-state.js';
import { RedirectRow } from './redirect-row.js';
import { type RedirectRow as Row, toRedirectRows } from './redirect-rows.js';
import { useDeleteRedirect, useRedirects } from './use-redirects.js';

/** The redirects that are configured, each deletable. */
export function RedirectList() {
  const headingId = useId();
  const redirects = useRedirects();
  const { mutateAsync, isPending, variables } = useDeleteRedirect();
  const [deleted, setDeleted] = useState<{ row: Row; index: number } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { fallback, list, focusAt } = useRowFocus<HTMLHeadingElement>();
  const rows = toRedirectRows(redirects.data ?? []);

  const remove = async (row: Row, index: number) => {
    setFailure(null);
    try {
      await mutateAsync(row.redirect.id);
      toast({ title: MESSAGES.deleted(questionLabel(row.redirect.question)) });
      setDeleted({ row, index });
      focusAt(index);
    } catch (error) {
      setDeleted(null);
      setFailure(tellFailure(error, MESSAGES.failed, MESSAGES.failedHint));
    }
  };

  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} ref={fallback} tabIndex={-1} className="text-xl outline-none">
        {MESSAGES.heading}
      </h2>
      <div className="min-h-12 py-2">
        {failure && <p className="text-danger">{failure}</p>}
        {deleted && (
          <DeletedRedirect
            key={deleted.row.redirect.id}
            row={deleted.row}
            // In use again, it stands where it stood.
            onUndone={() => focusAt(deleted.index)}
          />
        )}
      </div>
      {rows.length === 0 && <RedirectListState query={redirects} />}
      <ul ref={list}>
        {rows.map((row, index) => (
          <RedirectRow
            key={row.redirect.id}
            row={row}
            isDeleting={isPending && variables === row.redirect.id}
            onDelete={() => void remove(row, index)}
          />
        ))}
      </ul>
    </section>
  );
}
