import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import {
  DESCRIPTION_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  VIDEO_ADDRESS_MAX_LENGTH,
  WRITTEN_ANSWER_MAX_LENGTH,
} from '../../../../api/contract/common/limits.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { DraftNotice } from '../../../shared/drafts/draft-notice.js';
import { LeaveChoice } from '../../../shared/drafts/leave-choice.js';
import type { DraftFormProps } from '../../../shared/drafts/use-draft-dialog.js';
import { settleDraft, useKeptDraft } from '../../../shared/drafts/use-form-draft.js';
import { Button } from '../../../shared/ui/button.js';
import { StatusLine } from '../../../shared/ui/status-line.js';
import { TextArea, TextField } from '../../../shared/ui/text-field.js';
import { EDIT_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';
import { noteTextsSeen } from '../../common/seen-videos.js';
import { TranscriptField } from '../../common/transcript-field.js';
import { transcriptWord } from '../../common/transcript-word.js';
import { checkAddress } from '../../common/video-files.js';
import { SINGLE_UPLOAD_MESSAGES } from '../../common/upload.messages.js';
import { withWhatFollows } from '../common/what-follows.js';
import { useSaveTexts } from '../common/use-save-texts.js';
import { editedDifferences, editedFields, type EditedFields, editRequest, mergeWords } from './edited-fields.js';
import { Differences, Overtaken } from '../common/difference.js';

interface EditFormProps extends DraftFormProps {
  video: ShowcaseVideo;
  /** The name of its form draft. */
  form: string;
  initial: EditedFields;
  onDone: (written: string) => void;
}

/** A failure keeps what was typed. Another plain text has no times: it says so before. */
export function EditForm({ video, form, initial, keptAt, isLeaving, onChanged, onBusy, ...on }: EditFormProps) {
  const isWritten = video.videoUrl === null;
  const isHosted = !isWritten && video.mimeType === null;
  const [base, setBase] = useState(() => editedFields(video));
  const [conflicts, setConflicts] = useState<(keyof EditedFields)[]>([]);
  const { register, handleSubmit, formState, control, setValue, getValues, reset } = useForm({
    defaultValues: initial,
  });
  const given = useWatch({ control });
  const typed: EditedFields = { ...initial, ...given };
  const isChanged = editedDifferences(base, typed).length > 0;
  useKeptDraft(form, typed, base);
  const { save, isPending, theirs, failure } = useSaveTexts(video, (now) => {
    const saved = editedFields(now);
    const merged = mergeWords(base, getValues(), saved);
    reset(merged.words);
    setConflicts(merged.conflicts);
    setBase(saved);
    noteTextsSeen(now);
  });
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  useEffect(() => onBusy(isPending), [isPending, onBusy]);

  const submit = async (fields: EditedFields) => {
    const saved = await save(editRequest(base, fields));
    if (!saved) return;
    settleDraft(form, typed);
    on.onDone(withWhatFollows(MESSAGES.saved(saved.title, saved.transcriptNote), theirs ?? video, saved));
  };
  const { cues } = theirs ?? video;
  const isPlainChange = typed.transcript.trim() !== base.transcript && !transcriptWord(typed.transcript);
  const quarrels = editedDifferences(base, typed).filter(({ field }) => conflicts.includes(field));
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(submit)(event)}>
      {keptAt && (
        <DraftNotice
          keptAt={keptAt}
          onDiscard={() => {
            reset(base);
            on.onDiscardDraft();
          }}
        />
      )}
      <TextField
        {...register('title', { validate: (text) => text.trim() !== '' || MESSAGES.titleMissing })}
        label={MESSAGES.title}
        maxLength={TITLE_MAX_LENGTH}
        error={formState.errors.title?.message}
      />
      {!isWritten && (
        <TextField
          {...register('videoUrl', { validate: (text) => (!isHosted && text.trim() === '') || checkAddress(text) })}
          type="url"
          label={isHosted ? MESSAGES.otherAddress : MESSAGES.address}
          hint={isHosted ? undefined : MESSAGES.addressHint}
          maxLength={VIDEO_ADDRESS_MAX_LENGTH}
          error={formState.errors.videoUrl?.message}
        />
      )}
      <TextArea {...register('description')} label={MESSAGES.description} rows={3} maxLength={DESCRIPTION_MAX_LENGTH} />
      {isWritten ? (
        <TextArea {...register('transcript')} label={MESSAGES.words} rows={10} maxLength={WRITTEN_ANSWER_MAX_LENGTH} />
      ) : (
        <TranscriptField
          {...register('transcript', { validate: (source) => transcriptWord(source)?.isRefused !== true })}
          label={MESSAGES.transcript}
          hint={SINGLE_UPLOAD_MESSAGES.transcriptHint}
          rows={10}
          text={typed.transcript}
          onFile={(content) => setValue('transcript', content, { shouldDirty: true })}
        />
      )}
      {cues && (
        <StatusLine tone={isPlainChange ? 'warn' : 'muted'} className="text-sm">
          {isPlainChange ? MESSAGES.timesLost(cues.length) : MESSAGES.timesKept(cues.length)}
        </StatusLine>
      )}
      {theirs && (
        <TheirWords
          key={theirs.textsVersion}
          videoId={video.id}
          quarrels={quarrels}
          onTaken={(field) => setValue(field, base[field], { shouldDirty: true })}
        />
      )}
      <StatusLine isSaid={failure?.isSaid} tone="danger">
        {failure?.text}
      </StatusLine>
      <div className="flex flex-wrap items-center justify-end gap-3">
        {isLeaving ? (
          <LeaveChoice onStay={on.onStay} onKeep={on.onKeep} onDiscard={on.onDiscard} />
        ) : (
          <>
            <Button variant="quiet" onClick={on.onClose}>
              {MESSAGES.cancel}
            </Button>
            <Button type="submit" pending={isPending} pendingLabel={MESSAGES.saving}>
              {quarrels.length > 0 ? MESSAGES.replace : MESSAGES.save}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}

interface TheirWordsProps {
  videoId: string;
  /** The fields that both have changed, from theirs to mine. */
  quarrels: { field: keyof EditedFields; before: string; after: string }[];
  onTaken: (field: keyof EditedFields) => void;
}

/** Somebody else has saved meanwhile: what of it is other than what was typed here, to be chosen field by field. */
function TheirWords({ videoId, quarrels, onTaken }: TheirWordsProps) {
  return (
    <Overtaken videoId={videoId} text={quarrels.length > 0 ? MESSAGES.overtaken : MESSAGES.putTogether}>
      {quarrels.map((quarrel) => (
        <div key={quarrel.field} className="grid justify-items-start gap-2">
          <Differences differences={[quarrel]} />
          <Button variant="outline" size="compact" onClick={() => onTaken(quarrel.field)}>
            {MESSAGES.takeTheirs}
          </Button>
        </div>
      ))}
    </Overtaken>
  );
}
