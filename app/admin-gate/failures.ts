import { toast } from '../shared/ui/toast-store.js';
import { HttpError, isPublishedLater, isSignedOut } from '../shared/http/http-error.js';
import { UploadError } from '../shared/http/upload-error.js';
import { GATE_MESSAGES, type GateTexts } from './gate.messages.js';
/**
 * Shows the toast of a failed change, or of one that is made though the public pages do not follow yet.
 * @returns what may stay written of it; null when the session has ended, which the gate says
 */
export function tellFailure(error: unknown, title: string, generic: string): string | null {
  if (isSignedOut(error)) return null;
  const description = failureText(error, generic);
  if (isPublishedLater(error)) {
    toast({ title: GATE_MESSAGES.publishedLater, description });
    return description;
  }
  toast({ title, description, variant: 'destructive' });
  return `${title}: ${description}`;
}

/** What is said of a failed call: the server's own sentence, the failed stage of an upload, or the generic text. */
export function failureText(error: unknown, generic: string): string {
  if (error instanceof HttpError) return error.serverMessage ?? generic;
  if (error instanceof UploadError) return error.serverMessage ?? error.message;
  return generic;
}

/** What follows a failed sign-in. */
interface Refusal {
  /** The server refused: the page's wrong-password toast is shown. */
  isRefused: boolean;
  /** Stays written at the field; for too many tries it is the server's sentence, which says how long to wait. */
  written: string;
}

/** Tells a refusal of any kind (4xx) from a server that could not be asked. */
export function toRefusal(error: unknown, { wrongPassword }: GateTexts): Refusal {
  if (!(error instanceof HttpError)) return { isRefused: false, written: GATE_MESSAGES.unreachable };
  if (error.status >= 500) {
    return { isRefused: false, written: error.serverMessage ?? GATE_MESSAGES.unreachable };
  }
  const ownWords = wrongPassword.description ?? wrongPassword.title;
  const isWrongPassword = error.status === 401;
  return { isRefused: true, written: isWrongPassword ? ownWords : (error.serverMessage ?? ownWords) };
}
