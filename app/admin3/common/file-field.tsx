import { TextField, type TextFieldProps } from '../../shared/ui/text-field.js';

export const FILE_BUTTON =
  'file:mr-3 file:min-h-8 file:rounded-control file:border-0 file:bg-raised file:px-3 file:font-semibold file:text-text';

/** The browser's own file input, for videos, in the product's clothes. */
export function FileField(props: Omit<TextFieldProps, 'type' | 'accept'>) {
  return <TextField {...props} type="file" accept="video/*" className={`${FILE_BUTTON} text-muted`} />;
}
