import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { HelpedThing } from '../../api/contract/people/helpers.js';
import { shortDateTime } from '../shared/text/format.js';
import { Button } from '../shared/ui/button.js';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { HELP_MESSAGES as TEXT } from './help.messages.js';
import { refusalText, useRemoval } from './use-help.js';

/** Only what came by this link. */
export function AddedThings({ added, isOpen }: { added: HelpedThing[]; isOpen: boolean }) {
  const removal = useRemoval();
  const [asked, setAsked] = useState<HelpedThing | null>(null);
  const { fallback, list, keepFocusAt } = useRowFocus<HTMLHeadingElement>();
  const removedAt = useRef(0);
  // Also where the response was lost: the row goes once that is read.
  const isGone = removal.variables !== undefined && !added.some(({ id }) => id === removal.variables);
  const onGone = useEffectEvent(() => keepFocusAt(removedAt.current));
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone]);
  const remove = () => {
    if (!asked) return;
    removedAt.current = added.findIndex(({ id }) => id === asked.id);
    removal.mutate(asked.id);
    setAsked(null);
  };
  return (
    <section className="grid gap-3">
      <h2 ref={fallback} tabIndex={-1} className="text-xl outline-none">
        {TEXT.added}
      </h2>
      {added.length === 0 && <p className="text-muted">{TEXT.addedNone}</p>}
      <ul ref={list} className="divide-y divide-line">
        {added.map((thing) => {
          const { id, kind, name, createdAt } = thing;
          return (
            <li
              key={id}
              tabIndex={-1}
              aria-label={name}
              className="flex min-h-14 items-center justify-between gap-4 py-1"
            >
              <p className="min-w-0 wrap-anywhere">
                <bdi>{name}</bdi>
                <span className="block text-sm text-muted">
                  {TEXT.kinds[kind]}, <time dateTime={createdAt}>{shortDateTime(createdAt)}</time>
                </span>
              </p>
              {isOpen && (
                <Button
                  variant="quiet"
                  pending={removal.isPending && removal.variables === id}
                  pendingLabel={TEXT.removing}
                  onClick={() => setAsked(thing)}
                >
                  {TEXT.remove}
                  <span className="sr-only">{TEXT.removeNamed(name)}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {removal.isError && (
        <p role="alert" className="text-danger">
          {refusalText(removal.error, TEXT.removeFailed, TEXT.maybeRemoved)}
        </p>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={TEXT.confirmRemove(asked?.name ?? '')}
        description={TEXT.removeForGood}
        confirmLabel={TEXT.remove}
        cancelLabel={TEXT.keep}
        danger
        onConfirm={remove}
      />
    </section>
  );
}
