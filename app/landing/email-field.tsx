import { EMAIL_MAX_LENGTH } from '../../api/contract/common/limits.js';
import { looksLikeEmail } from '../shared/text/email.js';
import { TextField, type TextFieldProps } from '../shared/ui/text-field.js';
import { EMAIL_MESSAGES as messages } from './landing.messages.js';

/** What react-hook-form checks of an e-mail field. */
export const EMAIL_RULES = {
  validate: {
    filled: (value: string) => value.trim() !== '' || messages.missing,
    formed: (value: string) => looksLikeEmail(value) || messages.invalid,
  },
};

/** The e-mail that an interview belongs to. */
export function EmailField(props: Omit<TextFieldProps, 'label' | 'type'>) {
  return (
    <TextField
      {...props}
      label={messages.label}
      type="email"
      autoComplete="email"
      maxLength={EMAIL_MAX_LENGTH}
      required
    />
  );
}
