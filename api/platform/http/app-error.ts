/** A refusal with a stable code, an HTTP status and a message that may be shown to people. */
export class AppError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Seconds after which trying again makes sense, sent as Retry-After. */
    readonly retryAfterSeconds?: number,
    /** Further fields of the answer's body, for those who can act on them. */
    readonly details: object = {},
  ) {
    super(message);
    this.name = 'AppError';
  }
}

/** The refusal of a request that needs somebody to be signed in. */
export function signedOut(): AppError {
  return new AppError(401, 'signed_out', 'Unauthorized');
}
