import { VIDEO_KINDS } from '../../shared/files.js';
import { Select, type SelectProps } from '../../shared/ui/select.js';
import type { Option } from './upload-options.js';
import { TextField, type TextFieldProps } from '../../shared/ui/text-field.js';

interface OptionSelectProps extends Omit<SelectProps, 'children'> {
  options: readonly Option<string | number>[];
  /** Shown as long as nothing is chosen. */
  placeholder?: string;
}

/** A select of options; without a placeholder one of them is always chosen. */
export function OptionSelect({ options, placeholder, ...select }: OptionSelectProps) {
  return (
    <Select {...select}>
      {placeholder && <option value="">{placeholder}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}

export const FILE_BUTTON =
  'file:mr-3 file:min-h-8 file:rounded-control file:border-0 file:bg-raised file:px-3 file:font-semibold file:text-text';

/** The browser's own file input, for videos, in the product's clothes. */
export function FileField(props: Omit<TextFieldProps, 'type' | 'accept'>) {
  return <TextField {...props} type="file" accept={VIDEO_KINDS} className={`${FILE_BUTTON} text-muted`} />;
}
