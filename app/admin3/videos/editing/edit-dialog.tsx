import { useState } from 'react';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { DraftChoice } from '../../../shared/drafts/draft-notice.js';
import { useDraftDialog } from '../../../shared/drafts/use-draft-dialog.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { EDIT_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';
import { Differences, SavedBy } from '../common/difference.js';
import { draftName } from '../common/draft-names.js';
import { editedDifferences, editedFields, type EditedFields, mergeWords } from './edited-fields.js';
import { EditForm } from './edit-form.js';

interface EditDialogProps {
  video: ShowcaseVideo;
  onClose: () => void;
  onDone: (written: string) => void;
}

/** Title, address, description and transcript. What was typed outlives the dialog and the page until it is saved or given up. */
export function EditDialog({ video, onClose, onDone }: EditDialogProps) {
  const saved = editedFields(video);
  const form = draftName(video, 'edit');
  const { offered, settle, takeTheirs, onOpenChange, formProps } = useDraftDialog({ form, saved, onClose });
  const [chosen, setChosen] = useState<EditedFields | null>(null);

  const mine = offered && mergeWords(offered.base, offered.words, saved).words;
  const differences = mine ? editedDifferences(saved, mine) : [];
  if (offered?.isStale && differences.length > 0) {
    return (
      <Dialog open title={MESSAGES.heading} onOpenChange={(open) => !open && onClose()}>
        <DraftChoice
          keptAt={offered.keptAt}
          onMine={() => {
            setChosen(mine);
            settle();
          }}
          onTheirs={takeTheirs}
        >
          <SavedBy videoId={video.id} />
          <Differences differences={differences} />
        </DraftChoice>
      </Dialog>
    );
  }
  return (
    <Dialog open title={MESSAGES.heading} onOpenChange={onOpenChange}>
      <EditForm {...formProps} video={video} form={form} initial={chosen ?? mine ?? saved} onDone={onDone} />
    </Dialog>
  );
}
