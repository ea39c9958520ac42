import {
  type CallHandler,
  type ExecutionContext,
  HttpException,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { catchError, type Observable } from 'rxjs';
import { AppError } from '../../platform/http/app-error.js';
import { audienceOf } from '../../platform/http/declared-audience.guard.js';
import type { ParticipantRequest } from '../participants/signed-in-participant.js';
import { ParticipantSessions } from './browser-tokens.service.js';

/** What fails because its participant is deleted meanwhile is answered as to anyone who is not signed in. */
@Injectable()
export class DeletedParticipantInterceptor implements NestInterceptor {
  private readonly logger = new Logger('Participants');

  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: ParticipantSessions,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (audienceOf(this.reflector, context) !== 'participant') return next.handle();
    const request = context.switchToHttp().getRequest<ParticipantRequest>();
    return next.handle().pipe(catchError((error: unknown) => this.explain(error, request)));
  }

  private async explain(error: unknown, request: ParticipantRequest): Promise<never> {
    const isRefusal = error instanceof AppError || error instanceof HttpException;
    const wasSignedOut = error instanceof AppError && error.code === 'signed_out';
    if ((!isRefusal || wasSignedOut) && (await this.sessions.findByRequest(request)) === null) {
      // Whoever has just deleted everything about them is gone, too: it may be that not all of it went.
      if (!isRefusal) this.logger.error(error);
      throw await this.sessions.findRefusal(request);
    }
    throw error;
  }
}
