import { type UseFormReturn, useWatch } from 'react-hook-form';
import {
  DESCRIPTION_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  VIDEO_ADDRESS_MAX_LENGTH,
} from '../../../api/contract/common/limits.js';
import { TextArea, TextField } from '../../shared/ui/text-field.js';
import { SINGLE_UPLOAD_MESSAGES as MESSAGES, UPLOAD_MESSAGES } from '../common/upload.messages.js';
import { TranscriptField } from '../common/transcript-field.js';
import { FileField, OptionSelect } from '../common/upload-fields.js';
import type { UploadOptions } from '../common/upload-options.js';
import { checkAddress, checkFile } from '../common/video-files.js';
import type { SingleUploadFields } from './single-upload-fields.js';
import { Radio } from '../../shared/ui/radio.js';
import { toast } from '../../shared/ui/toast-store.js';

interface SingleUploadInputsProps {
  form: UseFormReturn<SingleUploadFields>;
  options: UploadOptions;
  fileHint: string;
}

export function SingleUploadInputs({ form, options, fileHint }: SingleUploadInputsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  const transcript = useWatch({ control: form.control, name: 'transcript' });
  return (
    <>
      <OptionSelect
        {...register('userId', { required: UPLOAD_MESSAGES.chooseUser })}
        label={UPLOAD_MESSAGES.user}
        placeholder={UPLOAD_MESSAGES.chooseUser}
        options={options.users}
        error={errors.userId?.message}
      />
      <OptionSelect
        {...register('questionId', { required: UPLOAD_MESSAGES.chooseQuestion })}
        label={UPLOAD_MESSAGES.question}
        placeholder={UPLOAD_MESSAGES.chooseQuestion}
        options={options.questions}
        error={errors.questionId?.message}
      />
      <SourceFields form={form} fileHint={fileHint} />
      <TextField {...register('title')} label={MESSAGES.title} hint={MESSAGES.titleHint} maxLength={TITLE_MAX_LENGTH} />
      <TextArea {...register('description')} label={MESSAGES.description} rows={2} maxLength={DESCRIPTION_MAX_LENGTH} />
      <TranscriptField
        {...register('transcript')}
        label={MESSAGES.transcript}
        hint={MESSAGES.transcriptHint}
        rows={5}
        text={transcript}
        onFile={(text) => form.setValue('transcript', text, { shouldDirty: true })}
      />
    </>
  );
}

interface SourceFieldsProps {
  form: UseFormReturn<SingleUploadFields>;
  fileHint: string;
}

/** Where the video comes from: a file that is uploaded, or a host where it stands already. */
function SourceFields({ form, fileHint }: SourceFieldsProps) {
  const { register, trigger, formState, control } = form;
  const { errors } = formState;
  const source = useWatch({ control, name: 'source' });
  const onFileChosen = async () => {
    await trigger('files');
    const files = form.getValues('files');
    const refusal = checkFile(files);
    if (refusal === true || files?.length === 0) return;
    toast({ title: UPLOAD_MESSAGES.invalidFile, description: refusal, variant: 'destructive' });
  };
  return (
    <div className="grid gap-3">
      <fieldset>
        <legend className="text-sm font-semibold">{MESSAGES.source}</legend>
        <div className="flex flex-wrap gap-x-6">
          <Radio {...register('source')} value="file" label={MESSAGES.aFile} />
          <Radio {...register('source')} value="address" label={MESSAGES.anAddress} />
        </div>
      </fieldset>
      {source === 'file' ? (
        <FileField
          {...register('files', { validate: checkFile, onChange: onFileChosen })}
          label={MESSAGES.file}
          hint={fileHint}
          error={errors.files?.message}
        />
      ) : (
        <TextField
          {...register('videoUrl', { validate: checkAddress })}
          type="url"
          label={MESSAGES.address}
          hint={MESSAGES.addressHint}
          maxLength={VIDEO_ADDRESS_MAX_LENGTH}
          error={errors.videoUrl?.message}
        />
      )}
    </div>
  );
}
