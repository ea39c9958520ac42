import { useForm, useWatch } from 'react-hook-form';
import { DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH, VIDEO_ADDRESS_MAX_LENGTH } from '../../../api/contract/limits.js';
import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { TextArea } from '../../shared/ui/text-area.js';
import { TextField } from '../../shared/ui/text-field.js';
import { EDIT_MESSAGES as MESSAGES } from '../admin-showcase.messages.js';
import { SINGLE_UPLOAD_MESSAGES } from '../upload/upload.messages.js';
import { TranscriptField } from '../transcript/transcript-field.js';
import { checkAddress } from '../upload/single/single-upload-fields.js';
import { transcriptWord } from '../transcript/transcript-word.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { useSaveTexts } from '../use-save-texts.js';

interface EditDialogProps {
  video: ShowcaseVideo;
  onClose: () => void;
  onDone: (written: string) => void;
}

type EditedFields = Record<'title' | 'description' | 'transcript' | 'videoUrl', string>;

/** Title, address, description and transcript. A failure keeps what was typed. Another plain text has no times: it says so before. */
export function EditDialog({ video, onClose, onDone }: EditDialogProps) {
  const { title, description, transcript, cues, mimeType } = video;
  const isHosted = mimeType === null;
  const address = isHosted ? video.videoUrl : '';
  const { register, handleSubmit, formState, control, setValue } = useForm({
    defaultValues: { title, description, transcript, videoUrl: address },
  });
  const { save, isPending, isOvertaken } = useSaveTexts(video);

  const submit = async ({ videoUrl, ...texts }: EditedFields) => {
    const saved = await save({ ...texts, ...(videoUrl.trim() !== address && { videoUrl }) });
    if (saved) onDone(MESSAGES.saved(texts.title, saved.transcriptNote));
  };
  const given = useWatch({ control, name: 'transcript' });
  const isPlainChange = given.trim() !== transcript && !transcriptWord(given);
  return (
    <Dialog open title={MESSAGES.heading} onOpenChange={(open) => !open && !isPending && onClose()}>
      <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(submit)(event)}>
        <TextField
          {...register('title', { validate: (text) => text.trim() !== '' || MESSAGES.titleMissing })}
          label={MESSAGES.title}
          maxLength={TITLE_MAX_LENGTH}
          error={formState.errors.title?.message}
        />
        <TextField
          {...register('videoUrl', { validate: (text) => (!isHosted && text.trim() === '') || checkAddress(text) })}
          type="url"
          label={isHosted ? MESSAGES.otherAddress : MESSAGES.address}
          hint={isHosted ? undefined : MESSAGES.addressHint}
          maxLength={VIDEO_ADDRESS_MAX_LENGTH}
          error={formState.errors.videoUrl?.message}
        />
        <TextArea
          {...register('description')}
          label={MESSAGES.description}
          rows={3}
          maxLength={DESCRIPTION_MAX_LENGTH}
        />
        <TranscriptField
          {...register('transcript', { validate: (source) => transcriptWord(source)?.isRefused !== true })}
          label={MESSAGES.transcript}
          hint={SINGLE_UPLOAD_MESSAGES.transcriptHint}
          rows={10}
          text={given}
          onFile={(content) => setValue('transcript', content, { shouldDirty: true })}
        />
        {cues && (
          <StatusLine tone={isPlainChange ? 'warn' : 'muted'} className="text-sm">
            {isPlainChange ? MESSAGES.timesLost(cues.length) : MESSAGES.timesKept(cues.length)}
          </StatusLine>
        )}
        {isOvertaken && <StatusLine tone="warn">{MESSAGES.overtaken}</StatusLine>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {MESSAGES.cancel}
          </Button>
          <Button type="submit" pending={isPending} pendingLabel={MESSAGES.saving}>
            {isOvertaken ? MESSAGES.replace : MESSAGES.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
