import { Select, type SelectProps } from '../../shared/ui/select.js';
import type { Option } from './upload-options.js';

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
