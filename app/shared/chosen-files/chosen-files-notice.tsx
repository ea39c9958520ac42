import { CHOSEN_FILES_MESSAGES as TEXT } from './chosen-files.messages.js';
import type { KeptFiles } from './use-chosen-files.js';

/** What this browser has kept of what was chosen, and what it does not keep. */
export function ChosenFilesNotice({ kept: { isBack, isElsewhere, unkept } }: { kept: KeptFiles }) {
  const said = [isBack && TEXT.back, isElsewhere && TEXT.elsewhere, unkept.length > 0 && TEXT.unkept(unkept)];
  return (
    <div aria-live="polite" className="grid gap-1 text-sm wrap-anywhere text-muted empty:hidden">
      {said
        .filter((line) => line !== false)
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
    </div>
  );
}
