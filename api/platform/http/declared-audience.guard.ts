import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from './app-error.js';
import { Audience } from './audience.decorator.js';

/** Denies by default: a route that declares no audience serves nobody. */
@Injectable()
export class DeclaredAudienceGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (audienceOf(this.reflector, context)) return true;
    throw new AppError(403, 'undeclared_audience', 'This route is closed.');
  }
}

/** The audience that the handler, or else its controller, declares. */
export function audienceOf(reflector: Reflector, context: ExecutionContext): Audience | undefined {
  return reflector.getAllAndOverride(Audience, [context.getHandler(), context.getClass()]);
}
