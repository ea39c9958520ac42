import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import express, { type Request, type Response } from 'express';

const JSON_BODY_LIMIT = '1mb';

/** Marks a handler that reads the request's stream itself (files, base64 recordings). */
export const StreamedBody = Reflector.createDecorator<true>({ transform: () => true });

/**
 * Parses JSON bodies, except where the handler reads the stream itself.
 * As an interceptor it runs after the guards: the body of a caller who is refused is never read.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  private readonly parse = express.json({ limit: JSON_BODY_LIMIT });

  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<ReturnType<CallHandler['handle']>> {
    if (!this.reflector.get(StreamedBody, context.getHandler())) {
      const http = context.switchToHttp();
      await this.read(http.getRequest<Request>(), http.getResponse<Response>());
    }
    return next.handle();
  }

  private read(request: Request, response: Response): Promise<void> {
    return new Promise((resolve, reject) => {
      this.parse(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
    });
  }
}
