import type { ErrorBody } from '../../../api/contract/errors.js';

/**
 * A response that is not OK. The message is SPEC's generic one: status code, a colon, and the response text
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
    this.serverMessage = message ?? null;
    this.code = code ?? null;
  }
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
