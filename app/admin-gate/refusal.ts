import { HttpError } from '../shared/http/http-error.js';
import { GATE_MESSAGES } from './admin-gate.messages.js';
import type { GateTexts } from './gate-texts.js';

/** What follows a failed sign-in. */
export interface Refusal {
  /** The server refused: the page's wrong-password toast is shown. */
  isRefused: boolean;
  /** Stays written at the field; for too many tries it is the server's sentence, which says how long to wait. */
  written: string;
}

/** Tells a refusal of any kind (4xx) from a server that could not answer. */
export function toRefusal(error: unknown, { wrongPassword }: GateTexts): Refusal {
  if (!(error instanceof HttpError)) return { isRefused: false, written: GATE_MESSAGES.unreachable };
  if (error.status >= 500) {
    return { isRefused: false, written: error.serverMessage ?? GATE_MESSAGES.unreachable };
  }
  const ownWords = wrongPassword.description ?? wrongPassword.title;
  const isWrongPassword = error.status === 401;
  return { isRefused: true, written: isWrongPassword ? ownWords : (error.serverMessage ?? ownWords) };
}
