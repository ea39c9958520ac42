import { type UseFormReturn, useWatch } from 'react-hook-form';
import { DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from '../../../../api/contract/limits.js';
import { TextArea } from '../../../shared/ui/text-area.js';
import { TextField } from '../../../shared/ui/text-field.js';
import { toast } from '../../../shared/ui/toast-store.js';
import { SINGLE_UPLOAD_MESSAGES as MESSAGES, UPLOAD_MESSAGES } from '../../admin-showcase.messages.js';
import { TranscriptField } from '../../transcript/transcript-field.js';
import { FileField } from '../file-field.js';
import { OptionSelect } from '../option-select.js';
import type { UploadOptions } from '../use-upload-options.js';
import { checkFile, type SingleUploadFields } from './single-upload-fields.js';

interface SingleUploadInputsProps {
  form: UseFormReturn<SingleUploadFields>;
  options: UploadOptions;
  fileHint: string;
}

export function SingleUploadInputs({ form, options, fileHint }: SingleUploadInputsProps) {
  const { register, trigger, formState } = form;
  const { errors } = formState;
  const transcript = useWatch({ control: form.control, name: 'transcript' });
  const onFileChosen = async () => {
    const isVideo = await trigger('files');
    if (isVideo || form.getValues('files')?.length === 0) return;
    toast({ title: UPLOAD_MESSAGES.invalidFile, description: UPLOAD_MESSAGES.notAVideo, variant: 'destructive' });
  };
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
      <FileField
        {...register('files', { validate: checkFile, onChange: onFileChosen })}
        label={MESSAGES.file}
        hint={fileHint}
        error={errors.files?.message}
      />
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
