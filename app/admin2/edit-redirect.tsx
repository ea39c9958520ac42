import { useId } from 'react';
import type { AddRedirectRequest, Redirect } from '../../api/contract/redirects.js';
import { Button } from '../shared/ui/button.js';
import { toast } from '../shared/ui/toast-store.js';
import { EDIT_MESSAGES as MESSAGES } from './admin2.messages.js';
import { questionLabel } from './question-labels.js';
import { RedirectEditor } from './redirect-editor.js';
import { redirectDraft, toRedirectFields } from './redirect-fields.js';
import { useChangeRedirect } from './use-redirects.js';

interface EditRedirectProps {
  redirect: Redirect;
  onClose: () => void;
}

/** Changes one redirect where it stands in the list. */
export function EditRedirect({ redirect, onClose }: EditRedirectProps) {
  const headingId = useId();
  const { mutateAsync, isPending } = useChangeRedirect(redirect.id);
  const change = async (changed: AddRedirectRequest) => {
    const { question } = await mutateAsync(changed);
    toast({ title: MESSAGES.changed(questionLabel(question)) });
    onClose();
  };
  return (
    <div className="grid flex-1 gap-5">
      <h3 id={headingId} className="font-sans text-base font-semibold">
        {MESSAGES.heading(questionLabel(redirect.question))}
      </h3>
      <RedirectEditor
        labelledBy={headingId}
        draft={redirectDraft(redirect)}
        initial={toRedirectFields(redirect)}
        texts={MESSAGES}
        save={change}
        isSaving={isPending}
        isSecondary
        takesFocus
      >
        <Button variant="quiet" onClick={onClose}>
          {MESSAGES.cancel}
        </Button>
      </RedirectEditor>
    </div>
  );
}
