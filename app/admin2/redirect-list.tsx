import { useId, useState } from 'react';
import { Undo2 } from 'lucide-react';
import { tellFailure } from '../admin-gate/failures.js';
import { toast } from '../shared/ui/toast-store.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { FORM_MESSAGES, LIST_MESSAGES as MESSAGES } from './admin2.messages.js';
import { type ListedRedirect, questionLabel, toRedirectRows } from './redirect-fields.js';
import { ListState } from '../shared/ui/table/list-section.js';
import { Pager, usePageSize } from '../shared/ui/table/pager.js';
import { pageOf } from '../shared/ui/table/paging.js';
import { RedirectRow } from './redirect-row.js';
import { useAddRedirect, useDeleteRedirect, useRedirects } from './use-redirects.js';
import { Button } from '../shared/ui/button.js';

/** The redirects that are configured, each deletable. */
export function RedirectList() {
  const headingId = useId();
  const redirects = useRedirects();
  const { mutateAsync, isPending, variables } = useDeleteRedirect();
  const [deleted, setDeleted] = useState<{ row: ListedRedirect; index: number } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { fallback, list, focusAt } = useRowFocus<HTMLHeadingElement>();
  const rows = toRedirectRows(redirects.data ?? []);
  const [edited, setEdited] = useState<readonly ListedRedirect[]>([]);
  // Somebody else has deleted them: what was typed stays.
  const gone = edited.filter((row) => !rows.some(isRowOf(row)));
  const edit = (row: ListedRedirect, isOpen: boolean) => {
    setEdited((now) => {
      const others = now.filter((other) => !isRowOf(row)(other));
      return isOpen ? [...others, row] : others;
    });
  };
  const [page, setPage] = useState(0);
  const paged = pageOf(rows, page, usePageSize());
  const turnTo = (next: number) => {
    setPage(next);
    focusAt(0);
  };

  const remove = async (row: ListedRedirect, index: number) => {
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
      {rows.length === 0 && <ListState query={redirects} texts={MESSAGES} />}
      <ul ref={list}>
        {[...paged.rows, ...gone].map((row, index) => (
          <RedirectRow
            key={row.redirect.id}
            row={row}
            isDeleting={isPending && variables === row.redirect.id}
            onDelete={() => void remove(row, index)}
            isEditing={edited.some(isRowOf(row))}
            onEdit={(isOpen) => edit(row, isOpen)}
          />
        ))}
      </ul>
      <Pager heading={MESSAGES.heading} place={paged} onPage={turnTo} />
    </section>
  );
}

const isRowOf =
  ({ redirect: { id } }: ListedRedirect) =>
  ({ redirect }: ListedRedirect) =>
    redirect.id === id;

interface DeletedRedirectProps {
  row: ListedRedirect;
  onUndone: () => void;
}

/**
 * Says which redirect is gone and offers to take that back. One that was not in use stays gone:
 * added again it would be the newest of its question, and count.
 */
function DeletedRedirect({ row: { redirect, isInUse }, onUndone }: DeletedRedirectProps) {
  const { mutateAsync, isPending, isSuccess } = useAddRedirect();
  const { question, redirectUrl, description } = redirect;
  const label = questionLabel(question);

  const undo = async () => {
    try {
      await mutateAsync({ question, redirectUrl, description });
      toast({ title: MESSAGES.undone(label) });
      onUndone();
    } catch (error) {
      tellFailure(error, FORM_MESSAGES.failed, MESSAGES.undoFailedHint);
    }
  };
  if (isSuccess) return <p className="text-good">{MESSAGES.undone(label)}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <p className="text-good">{MESSAGES.deleted(label)}</p>
      {isInUse && (
        <Button variant="quiet" size="compact" pending={isPending} onClick={() => void undo()}>
          <Undo2 size={18} aria-hidden />
          {MESSAGES.undo}
        </Button>
      )}
    </div>
  );
}
