import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../shared/ui/button.js';
import { LIST_MESSAGES as MESSAGES } from './admin-redirects.messages.js';
import { questionLabel } from './question-labels.js';
import type { RedirectRow as Row } from './redirect-rows.js';

interface RedirectRowProps {
  row: Row;
  isDeleting: boolean;
  onDelete: () => void;
}

/** One redirect. It can take the focus when the row before it has gone. */
export function RedirectRow({ row: { redirect, isInUse }, isDeleting, onDelete }: RedirectRowProps) {
  const questionId = useId();
  const { question, redirectUrl, description } = redirect;
  return (
    <li
      tabIndex={-1}
      aria-labelledby={questionId}
      className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2 border-t border-line py-4"
    >
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <h3 id={questionId} className="font-sans text-base font-semibold">
          {questionLabel(question)}
        </h3>
        <p className="wrap-anywhere">
          <a href={redirectUrl} target="_blank" rel="noreferrer" className="text-accent underline">
            {redirectUrl}
            <span className="sr-only">{MESSAGES.inNewTab}</span>
          </a>
        </p>
        <p className="text-sm wrap-anywhere text-muted">{description}</p>
        {!isInUse && <p className="text-sm text-warn">{MESSAGES.isReplaced}</p>}
      </div>
      <Button
        variant="quiet"
        size="compact"
        className="-mr-3.5 pointer-coarse:min-h-12"
        aria-describedby={questionId}
        pending={isDeleting}
        pendingLabel={MESSAGES.deleting}
        onClick={onDelete}
      >
        <Trash2 size={18} aria-hidden />
        {MESSAGES.delete}
      </Button>
    </li>
  );
}
