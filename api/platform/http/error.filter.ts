import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Response } from 'express';
import type { ErrorBody } from '../../contract/common/errors.js';
import { AppError } from './app-error.js';
import { toKnownRefusal } from './known-failures.js';

/** Gives every failure the one shape `{message, code}`. What was not foreseen is logged and answered without detail. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const refusal = toRefusal(error);
    if (refusal.status >= 500 && refusal !== error) this.logger.error(error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (refusal.retryAfterSeconds) response.setHeader('Retry-After', refusal.retryAfterSeconds);
    const body: ErrorBody = { message: refusal.message, code: refusal.code };
    response.status(refusal.status).json({ ...refusal.details, ...body });
  }
}

function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HttpException) return fromHttpException(error);
  if (isClientError(error)) return fromStatus(error.status, error.message);
  const known = toKnownRefusal(error);
  if (known) return known;
  return fromStatus(500, 'Something went wrong on our side. Please try again.');
}

/** Nest's own refusals: an unknown route, an id that is no UUID, a body that fails validation (its first sentence). */
function fromHttpException(error: HttpException): AppError {
  const body = error.getResponse();
  const [message] = typeof body === 'object' && 'message' in body ? [body.message].flat() : [];
  return fromStatus(error.getStatus(), typeof message === 'string' ? message : error.message);
}

function fromStatus(status: number, message: string): AppError {
  const codes: Record<number, string> = {
    400: 'bad_request',
    401: 'unauthorized',
    403: 'forbidden',
    404: 'not_found',
    405: 'method_not_allowed',
    413: 'too_large',
    415: 'unsupported_media_type',
    429: 'too_many_requests',
    500: 'internal',
    503: 'away',
  };
  return new AppError(status, codes[status] ?? 'refused', message);
}

/** The errors of what stands before the routes, as of an address that cannot be decoded. */
function isClientError(error: unknown): error is { status: number; message: string } {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400 &&
    error.status < 500
  );
}
