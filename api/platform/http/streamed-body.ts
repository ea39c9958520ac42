import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError } from './app-error.js';
import { allowLongBody } from './body-pace.js';
import { hasBody, JsonBody, readJsonBody } from './json-body.js';

/** Marks a handler that reads the request's stream itself (files, base64 recordings). */
export const StreamedBody = Reflector.createDecorator<true>({ transform: () => true });

const WITHOUT_BODY = new Set(['GET', 'HEAD']);

/**
 * Parses JSON bodies, except where the handler reads the stream itself. No body is inflated: a kilobyte may hold a gigabyte.
 * As an interceptor it runs after the guards: the body of a caller who is refused is never read.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<ReturnType<CallHandler['handle']>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!WITHOUT_BODY.has(request.method) && hasBody(request)) await this.receive(request, context.getHandler());
    return next.handle();
  }

  private async receive(request: Request, handler: ReturnType<ExecutionContext['getHandler']>): Promise<void> {
    if (request.headers['content-encoding'] !== undefined) {
      throw new AppError(415, 'encoded_body', 'Send the request as it is, without a Content-Encoding.');
    }
    const { orForm, ...limits } = this.reflector.get(JsonBody, handler) ?? {};
    if (this.reflector.get(StreamedBody, handler) || (orForm && request.is('multipart/form-data'))) {
      allowLongBody(request);
    } else request.body = await readJsonBody(request, limits);
  }
}
