import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from './app-error.js';

/**
 * Refuses a JSON body that is no object, or holds a field that is none of these, by its name. What is not known would
 * otherwise be left out in silence, and who sent it would think it done.
 */
export function OnlyFields(...known: string[]): MethodDecorator {
  return applyDecorators(UseInterceptors(new KnownFieldsInterceptor(new Set(known))));
}

class KnownFieldsInterceptor implements NestInterceptor {
  constructor(private readonly known: ReadonlySet<string>) {}

  intercept(context: ExecutionContext, next: CallHandler): ReturnType<CallHandler['handle']> {
    const body = context.switchToHttp().getRequest<Request>().body as unknown;
    if (body !== undefined) {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        throw new AppError(400, 'bad_request', 'The request must be a JSON object.');
      }
      const unknown = Object.keys(body).find((field) => !this.known.has(field));
      if (unknown !== undefined) throw new AppError(400, 'bad_request', `Unknown field: ${unknown.slice(0, 100)}.`);
    }
    return next.handle();
  }
}
