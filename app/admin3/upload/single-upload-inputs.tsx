import { type UseFormReturn, useWatch } from 'react-hook-form';
import { DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from '../../../api/contract/limits.js';
import { TextArea } from '../../shared/ui/text-area.js';
import { TextField } from '../../shared/ui/text-field.js';
import { SINGLE_UPLOAD_MESSAGES as MESSAGES, UPLOAD_MESSAGES } from '../common/upload.messages.js';
import { TranscriptField } from '../common/transcript-field.js';
import { OptionSelect } from '../common/option-select.js';
import type { UploadOptions } from '../common/use-upload-options.js';
import type { SingleUploadFields } from '../common/single-upload-fields.js';
import { SourceFields } from './source-fields.js';

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
