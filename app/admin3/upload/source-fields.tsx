import { type UseFormReturn, useWatch } from 'react-hook-form';
import { VIDEO_ADDRESS_MAX_LENGTH } from '../../../api/contract/limits.js';
import { Radio } from '../../shared/ui/radio.js';
import { TextField } from '../../shared/ui/text-field.js';
import { toast } from '../../shared/ui/toast-store.js';
import { SINGLE_UPLOAD_MESSAGES as MESSAGES, UPLOAD_MESSAGES } from '../common/upload.messages.js';
import { FileField } from '../common/file-field.js';
import { checkAddress, checkFile, type SingleUploadFields } from '../common/single-upload-fields.js';

interface SourceFieldsProps {
  form: UseFormReturn<SingleUploadFields>;
  fileHint: string;
}

/** Where the video comes from: a file that is uploaded, or a host where it stands already. */
export function SourceFields({ form, fileHint }: SourceFieldsProps) {
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
