import { Button } from '../../shared/ui/button.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { EDIT_MESSAGES as MESSAGES } from '../common/admin3.messages.js';
import { Differences } from './difference.js';
import { SavedBy } from './saved-by.js';
import type { EditedFields } from './edited-fields.js';

interface TheirWordsProps {
  videoId: string;
  /** The fields that both have changed, from theirs to mine. */
  quarrels: { field: keyof EditedFields; before: string; after: string }[];
  onTaken: (field: keyof EditedFields) => void;
}

/** Somebody else has saved meanwhile: what of it is other than what was typed here, to be chosen field by field. */
export function TheirWords({ videoId, quarrels, onTaken }: TheirWordsProps) {
  return (
    <div className="grid gap-3 rounded-control border border-line p-4">
      <StatusLine tone="warn">{quarrels.length > 0 ? MESSAGES.overtaken : MESSAGES.putTogether}</StatusLine>
      <SavedBy videoId={videoId} />
      {quarrels.map((quarrel) => (
        <div key={quarrel.field} className="grid justify-items-start gap-2">
          <Differences differences={[quarrel]} />
          <Button variant="outline" size="compact" onClick={() => onTaken(quarrel.field)}>
            {MESSAGES.takeTheirs}
          </Button>
        </div>
      ))}
    </div>
  );
}
