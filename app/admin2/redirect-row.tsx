import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { DRAFTS_MESSAGES } from '../shared/drafts/drafts.messages.js';
import { hasDraft } from '../shared/drafts/form-drafts.js';
import { HttpError } from '../shared/http/http-error.js';
import { Button } from '../shared/ui/button.js';
import { EDIT_MESSAGES, LIST_MESSAGES as MESSAGES } from './admin2.messages.js';
import {
  asRead,
  type ListedRedirect,
  questionLabel,
  redirectDraft,
  toRedirectChanges,
  toRedirectFields,
} from './redirect-fields.js';
import type { AddRedirectRequest, Redirect } from '../../api/contract/interview/redirects.js';
import { toast } from '../shared/ui/toast-store.js';
import { RedirectEditor } from './redirect-editor.js';
import { useChangeRedirect } from './use-redirects.js';

interface RedirectRowProps {
  row: ListedRedirect;
  isDeleting: boolean;
  onDelete: () => void;
  /** Its form is open. */
  isEditing: boolean;
  onEdit: (isOpen: boolean) => void;
}

/** One redirect, or the form that changes it. It can take the focus when the row before it has gone. */
export function RedirectRow({ row, isDeleting, onDelete, isEditing, onEdit }: RedirectRowProps) {
  const questionId = useId();
  const edit = useRef<HTMLButtonElement>(null);
  const { redirect } = row;
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <li
      tabIndex={-1}
      aria-label={questionLabel(redirect.question)}
      className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2 border-t border-line py-4"
    >
      {isEditing ? (
        <EditRedirect redirect={redirect} onClose={() => onEdit(false)} />
      ) : (
        <>
          <RedirectText row={row} questionId={questionId} />
          <div className="-mx-3.5 flex flex-wrap">
            <Button
              ref={edit}
              variant="quiet"
              size="compact"
              aria-describedby={questionId}
              onClick={() => onEdit(true)}
            >
              <Pencil size={18} aria-hidden />
              {EDIT_MESSAGES.edit}
            </Button>
            <Button
              variant="quiet"
              size="compact"
              aria-describedby={questionId}
              pending={isDeleting}
              pendingLabel={MESSAGES.deleting}
              onClick={onDelete}
            >
              <Trash2 size={18} aria-hidden />
              {MESSAGES.delete}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

function RedirectText({ row: { redirect, isInUse }, questionId }: { row: ListedRedirect; questionId: string }) {
  const { question, redirectUrl, description } = redirect;
  return (
    <div className="grid min-w-0 flex-1 basis-60 gap-1">
      <h3 id={questionId} className="font-sans text-base font-semibold">
        {questionLabel(question)}
      </h3>
      <p className="wrap-anywhere">
        <a
          href={redirectUrl}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 flex-wrap items-center text-accent underline"
        >
          {redirectUrl}
          <span className="sr-only">{MESSAGES.inNewTab}</span>
        </a>
      </p>
      <p className="text-sm wrap-anywhere text-muted">{description}</p>
      {hasDraft(redirectDraft(redirect)) && <p className="text-sm text-warn">{DRAFTS_MESSAGES.kept}</p>}
      {!isInUse && <p className="text-sm text-warn">{MESSAGES.isReplaced}</p>}
    </div>
  );
}

interface EditRedirectProps {
  redirect: Redirect;
  onClose: () => void;
}

/** Changes one redirect where it stands in the list, as it was when this was opened: never over somebody else's change unseen. */
function EditRedirect({ redirect: now, onClose }: EditRedirectProps) {
  const headingId = useId();
  const [redirect] = useState(now);
  const [isOvertaken, setOvertaken] = useState(false);
  const { mutateAsync, isPending } = useChangeRedirect(redirect.id);
  const change = async (given: AddRedirectRequest) => {
    const changes = toRedirectChanges(given, redirect);
    if (!changes) return onClose();
    try {
      const { question } = await mutateAsync({ ...changes, was: isOvertaken ? undefined : asRead(redirect) });
      toast({ title: EDIT_MESSAGES.changed(questionLabel(question)) });
      onClose();
    } catch (error) {
      if (error instanceof HttpError && error.code === 'redirect_changed') setOvertaken(true);
      throw error;
    }
  };
  return (
    <div className="grid flex-1 gap-5">
      <h3 id={headingId} className="font-sans text-base font-semibold">
        {EDIT_MESSAGES.heading(questionLabel(redirect.question))}
      </h3>
      <RedirectEditor
        labelledBy={headingId}
        draft={redirectDraft(redirect)}
        initial={toRedirectFields(redirect)}
        texts={isOvertaken ? { ...EDIT_MESSAGES, submit: EDIT_MESSAGES.saveOver } : EDIT_MESSAGES}
        save={change}
        isSaving={isPending}
        isSecondary
        takesFocus
      >
        {isOvertaken && <p className="text-warn">{EDIT_MESSAGES.overtaken}</p>}
        <Button variant="quiet" onClick={onClose}>
          {EDIT_MESSAGES.cancel}
        </Button>
      </RedirectEditor>
    </div>
  );
}
