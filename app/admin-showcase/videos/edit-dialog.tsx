import { useForm } from 'react-hook-form';
import { DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH, TRANSCRIPT_MAX_LENGTH } from '../../../api/contract/limits.js';
import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { TextArea } from '../../shared/ui/text-area.js';
import { TextField } from '../../shared/ui/text-field.js';
import { EDIT_MESSAGES as MESSAGES } from '../admin-showcase.messages.js';
import { tellFailure } from '../../admin-gate/tell-failure.js';
import { useEditVideo } from '../showcase-mutations.js';

interface EditDialogProps {
  video: ShowcaseVideo;
  onClose: () => void;
  onDone: (written: string) => void;
}

/** Title, description and transcript. A failure keeps what was typed. */
export function EditDialog({ video, onClose, onDone }: EditDialogProps) {
  const { title, description, transcript } = video;
  const { register, handleSubmit, formState } = useForm({ defaultValues: { title, description, transcript } });
  const { mutateAsync, isPending } = useEditVideo();

  const save = async (changes: { title: string; description: string; transcript: string }) => {
    try {
      await mutateAsync({ videoId: video.id, changes });
      onDone(MESSAGES.saved(changes.title));
    } catch (error) {
      tellFailure(error, MESSAGES.failed, MESSAGES.failedHint);
    }
  };
  return (
    <Dialog open title={MESSAGES.heading} onOpenChange={(open) => !open && !isPending && onClose()}>
      <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(save)(event)}>
        <TextField
          {...register('title', { validate: (text) => text.trim() !== '' || MESSAGES.titleMissing })}
          label={MESSAGES.title}
          maxLength={TITLE_MAX_LENGTH}
          error={formState.errors.title?.message}
        />
        <TextArea
          {...register('description')}
          label={MESSAGES.description}
          rows={3}
          maxLength={DESCRIPTION_MAX_LENGTH}
        />
        <TextArea {...register('transcript')} label={MESSAGES.transcript} rows={10} maxLength={TRANSCRIPT_MAX_LENGTH} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {MESSAGES.cancel}
          </Button>
          <Button type="submit" pending={isPending} pendingLabel={MESSAGES.saving}>
            {MESSAGES.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
