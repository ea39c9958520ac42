import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { DraftNotice } from '../../shared/drafts/draft-notice.js';
import { useKeptDraft, useOfferedDraft } from '../../shared/drafts/use-form-draft.js';
import { Button } from '../../shared/ui/button.js';
import { toast } from '../../shared/ui/toast-store.js';
import {
  INTERRUPTED_MESSAGES,
  SINGLE_UPLOAD_MESSAGES as MESSAGES,
  UPLOAD_MESSAGES,
} from '../common/upload.messages.js';
import type { InterruptedUpload } from '../common/interrupted-uploads.js';
import { UploadCard, UploadProgress } from './upload-card.js';
import { useLeaveGuard } from '../../shared/ui/use-leave-guard.js';
import type { UploadOptions } from '../common/upload-options.js';
import { InterruptedList } from './interrupted-list.js';
import {
  EMPTY_FIELDS,
  holdsUnsent,
  keptFields,
  refusalOf,
  restoreFields,
  type SingleUploadFields,
  sourceOf,
  toUploadFields,
} from './single-upload-fields.js';
import { SingleUploadInputs } from './single-upload-inputs.js';
import { type SingleUploadState, useSingleUpload } from './use-single-upload.js';
import { StatusLine } from '../../shared/ui/status-line.js';

const DRAFT = 'upload:single';

/** The form for one video. */
export function SingleUpload({ options }: { options: UploadOptions }) {
  const { offered, settle } = useOfferedDraft(DRAFT, keptFields(EMPTY_FIELDS));
  const form = useForm<SingleUploadFields>({ defaultValues: { ...EMPTY_FIELDS, ...offered?.words } });
  const typed = useWatch({ control: form.control, compute: keptFields });
  useKeptDraft(DRAFT, typed, keptFields(EMPTY_FIELDS));
  const fillSelects = useEffectEvent(() => {
    if (!offered) return;
    form.setValue('userId', offered.words.userId);
    form.setValue('questionId', offered.words.questionId);
  });
  // A select cannot be given back a choice that it does not offer yet.
  useEffect(() => {
    if (options.isLoaded) fillSelects();
  }, [options.isLoaded]);
  const { upload, start, cancel } = useSingleUpload();
  const submitButton = useRef<HTMLButtonElement>(null);
  const [fileToChoose, setFileToChoose] = useState<string | null>(null);
  const isUploading = upload.state === 'uploading' || upload.state === 'adding';
  useLeaveGuard(isUploading);

  const goOn = ({ file, fields }: InterruptedUpload) => {
    form.reset(restoreFields(fields));
    setFileToChoose(file.name);
  };
  // Not at once: a form that was just filled in again knows its fields with the next drawing.
  useEffect(() => {
    if (fileToChoose !== null) form.setFocus('files');
  }, [fileToChoose, form]);
  const submit = async (fields: SingleUploadFields) => {
    setFileToChoose(null);
    const source = sourceOf(fields);
    const video = source && (await start(source, toUploadFields(fields)));
    // The next video is often of the same person, and comes from the same place.
    if (!video) return;
    form.reset({ ...EMPTY_FIELDS, userId: fields.userId, source: fields.source });
    settle();
  };
  const refuse = () => toast({ ...refusalOf(form.getValues()), variant: 'destructive' });

  return (
    <UploadCard heading={MESSAGES.heading} onSubmit={(event) => void form.handleSubmit(submit, refuse)(event)}>
      {options.isLoaded && (
        <InterruptedList isFormBusy={isUploading} holdsUnsent={() => holdsUnsent(form.getValues())} onGoOn={goOn} />
      )}
      {offered && (
        <DraftNotice
          keptAt={offered.keptAt}
          onDiscard={() => {
            form.reset(EMPTY_FIELDS);
            settle();
          }}
        >
          {MESSAGES.draftHint}
        </DraftNotice>
      )}
      <fieldset disabled={isUploading} className="grid gap-5">
        <SingleUploadInputs
          form={form}
          options={options}
          fileHint={fileToChoose ? INTERRUPTED_MESSAGES.chooseAgain(fileToChoose) : UPLOAD_MESSAGES.fileHint}
        />
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button ref={submitButton} type="submit" pending={isUploading} pendingLabel={UPLOAD_MESSAGES.underWay}>
          {MESSAGES.submit}
        </Button>
        {isUploading && (
          <Button
            variant="outline"
            onClick={() => {
              cancel();
              submitButton.current?.focus();
            }}
          >
            {MESSAGES.cancel}
          </Button>
        )}
        <div className="min-w-60 flex-1">
          <SingleUploadStatus upload={upload} />
        </div>
      </div>
    </UploadCard>
  );
}

/** What has become of the upload, always in the same place below the form. */
function SingleUploadStatus({ upload }: { upload: SingleUploadState }) {
  switch (upload.state) {
    case 'idle':
      return <StatusLine />;
    case 'uploading':
      return <UploadProgress filename={MESSAGES.file} percent={upload.percent} />;
    case 'adding':
      return <StatusLine>{MESSAGES.adding}</StatusLine>;
    case 'stopped':
      return <StatusLine>{MESSAGES.stopped}</StatusLine>;
    case 'failed':
      return <StatusLine isSaid tone="danger">{`${UPLOAD_MESSAGES.failed}: ${upload.reason}`}</StatusLine>;
    case 'done':
      return (
        <StatusLine isSaid tone="good">{`${upload.what}. ${MESSAGES.doneHint(upload.title, upload.note)}`}</StatusLine>
      );
  }
}
