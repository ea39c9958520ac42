import type { ErrorBody } from '../../../api/contract/common/errors.js';

/** In place of what the server says to that, which is a word for programs. Also of whose page another has signed in since. */
export const TRY_AGAIN = 'That did not work just now. Please try again.';
export const SIGNED_OUT = 'You have been signed out. Sign in again in another tab, then go on here.';

/**
 * A response that is not OK. The message is generic: status code, a colon, and the response text
 * (the status text when the body is empty). `serverMessage` may be shown to people; `code` is stable.
 */
export class HttpError extends Error {
  readonly serverMessage: string | null;
  readonly code: string | null;

  constructor(
    readonly status: number,
    statusText: string,
    readonly body: string,
  ) {
    super(`${status}: ${body || statusText}`);
    this.name = 'HttpError';
    const { message, code } = parseErrorBody(body);
    this.serverMessage = (code === 'signed_out' ? SIGNED_OUT : message) ?? null;
    this.code = code ?? null;
  }
}

/** What the server says of it to people, where it says anything. */
export function saidBy(error: unknown, otherwise: string): string {
  return (error instanceof HttpError && error.serverMessage) || otherwise;
}

function parseErrorBody(body: string): Partial<ErrorBody> {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null) return {};
    const { message, code } = parsed as Record<string, unknown>;
    return {
      message: typeof message === 'string' ? message : undefined,
      code: typeof code === 'string' ? code : undefined,
    };
  } catch {
    return {};
  }
}

/** Someone else is signed in here by now: what was to be sent is not theirs. */
export class SomeoneElseError extends Error {
  constructor() {
    super('This belongs to someone who is not signed in');
    this.name = 'SomeoneElseError';
  }
}

/** Whose it is has to sign in again, however the error was put into words since. */
export function isSignedOut(error: unknown): boolean {
  if (error instanceof SomeoneElseError) return true;
  if (error instanceof HttpError) return error.status === 401;
  return error instanceof Error && error.cause !== undefined && isSignedOut(error.cause);
}

/** A mailed link is used up, too old (410), or not whole (400): another try leads nowhere either. */
export function isDeadLink(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 410 || error.status === 400);
}

/** No response arrived: the connection failed (`network`) or took too long (`timeout`). */
export class NetworkFailure extends Error {
  constructor(
    readonly reason: 'network' | 'timeout',
    options?: ErrorOptions,
  ) {
    super(reason === 'network' ? 'Network error' : 'Timeout', options);
    this.name = 'NetworkFailure';
  }
}

/** Whether the same request may succeed later: the network failed, or the server is briefly unable. */
export function isTransient(error: unknown): boolean {
  if (error instanceof HttpError) return TRANSIENT_STATUSES.has(error.status) && !LASTING_LIMITS.has(error.code);
  return error instanceof NetworkFailure;
}

/** The server has no room left: what has arrived is kept. */
export const OUT_OF_SPACE = 507;

/** A server that fails (500) or is full (507) would fail again: its person is told at once. */
const TRANSIENT_STATUSES = new Set([408, 425, 429, 502, 503, 504]);

/** The server says until when, which may be the next day: its person is told at once. */
const LASTING_LIMITS = new Set<string | null>(['daily_quota', 'too_many_uploads', 'too_many_requests']);

/** What was asked for is done; only the public pages could not follow yet, which the server tries until they do. */
export function isPublishedLater(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'publishing_failed';
}

/** The server is there, but what it needs is away for a moment (503), however the error was put into words since. */
export function isAway(error: unknown): boolean {
  if (error instanceof HttpError) return error.status === 503 && !isPublishedLater(error);
  return error instanceof Error && error.cause !== undefined && isAway(error.cause);
}
