import { PHOTO_TOASTS } from '../photos/photos.messages.js';
import { FINISH_MESSAGES } from './interview.messages.js';

/** Where a person is led when the story cannot be handed in yet, and what is said to that. */
export interface Missing {
  step: 'question' | 'finish';
  toast: { title: string; description: string };
}

/** Reads a refusal of Submit by its code. All but missing answers is mended at the last step itself. */
export function whatIsMissing({ code, message }: { code: string | null; message: string | null }): Missing {
  if (code === 'photo_required') return { step: 'finish', toast: PHOTO_TOASTS.required };
  const { title, description } = FINISH_MESSAGES.refused;
  return {
    step: code === 'questions_missing' ? 'question' : 'finish',
    toast: { title, description: message ?? description },
  };
}
