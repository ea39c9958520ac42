import { useId } from 'react';
import type { AddRedirectRequest } from '../../api/contract/interview/redirects.js';
import { toast } from '../shared/ui/toast-store.js';
import { FORM_MESSAGES as MESSAGES } from './admin2.messages.js';
import { EMPTY_FIELDS, questionLabel } from './redirect-fields.js';
import { RedirectEditor } from './redirect-editor.js';
import { useAddRedirect } from './use-redirects.js';

/** Adds one redirect. */
export function RedirectForm() {
  const headingId = useId();
  const { mutateAsync, isPending, data } = useAddRedirect();
  const add = async (redirect: AddRedirectRequest) => {
    const { question } = await mutateAsync(redirect);
    toast({ title: MESSAGES.added(questionLabel(question)) });
  };
  return (
    <div className="grid content-start gap-5 rounded-card bg-surface p-5 sm:p-6">
      <h2 id={headingId} className="text-xl">
        {MESSAGES.heading}
      </h2>
      <RedirectEditor
        labelledBy={headingId}
        draft="redirect:new"
        initial={EMPTY_FIELDS}
        texts={MESSAGES}
        save={add}
        isSaving={isPending}
      >
        {data && <p className="text-good">{MESSAGES.added(questionLabel(data.question))}</p>}
      </RedirectEditor>
    </div>
  );
}
