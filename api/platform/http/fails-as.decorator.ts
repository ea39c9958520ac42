import {
  type CallHandler,
  type ExecutionContext,
  HttpException,
  Logger,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { catchError, type Observable } from 'rxjs';
import { AppError } from './app-error.js';
import { toKnownRefusal } from './known-failures.js';

/** The words for a failure of a route that was not foreseen, in place of the general ones. */
export const FailsAs = (message: string) => UseInterceptors(new FailureWords(message));

class FailureWords implements NestInterceptor {
  private readonly logger = new Logger('Errors');

  constructor(private readonly message: string) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (error instanceof AppError || error instanceof HttpException || toKnownRefusal(error)) throw error;
        this.logger.error(error);
        throw new AppError(500, 'internal', this.message);
      }),
    );
  }
}
