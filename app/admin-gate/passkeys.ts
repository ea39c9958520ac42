import { HttpError, NetworkFailure } from '../shared/http/http-error.js';
import { GATE_MESSAGES } from './gate.messages.js';

const GIVEN_UP = new Set(['NotAllowedError', 'AbortError']);

interface PasskeyTexts {
  /** Its person went back, or let the time run out. */
  givenUp: string;
  /** The browser refused for a reason of its own. */
  otherwise: string;
}

/** What is said when a passkey was not used or not made. */
export function passkeyFailure(error: unknown, { givenUp, otherwise }: PasskeyTexts): string {
  if (error instanceof HttpError) return error.serverMessage ?? GATE_MESSAGES.unreachable;
  if (error instanceof NetworkFailure) return GATE_MESSAGES.unreachable;
  if (error instanceof Error && GIVEN_UP.has(error.name)) return givenUp;
  return otherwise;
}
