import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '../http/app-error.js';
import { ErrorFilter } from '../http/error.filter.js';
import { KEPT_NOWHERE } from '../http/security-headers.js';
import { StaffGate } from './staff-gate.service.js';

/** What the gate itself refuses with. */
const COUNTED = new Set(['wrong_password', 'too_many_tries']);

/** Shuts out whoever has used up their tries before anything of the request's body is read. */
@Injectable()
export class GateTryGuard implements CanActivate {
  constructor(private readonly gate: StaffGate) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    http.getResponse<Response>().setHeader('Cache-Control', KEPT_NOWHERE);
    await this.gate.refuseSpent(http.getRequest<Request>());
    return true;
  }
}

/**
 * Counts the tries that never came as far as a comparison: whatever was wrong with their body, and wherever on its way
 * it was found out, it was a try.
 */
@Catch()
@Injectable()
export class GateTryFilter implements ExceptionFilter {
  private readonly answers = new ErrorFilter();

  constructor(private readonly gate: StaffGate) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const refusal = await this.count(error, host.switchToHttp().getRequest<Request>());
    // oxlint-disable-next-line promise/valid-params, promise/no-promise-in-callback -- the method of a filter, of no promise
    this.answers.catch(refusal, host);
  }

  private async count(error: unknown, request: Request): Promise<unknown> {
    if (!isUncountedTry(error)) return error;
    try {
      await this.gate.countUncompared(error.status, request);
      return error;
    } catch (failure) {
      return failure;
    }
  }
}

/** Whether it was a try that nobody has counted yet: what goes wrong on our side is none. */
export function isUncountedTry(error: unknown): error is Error & { status: number } {
  if (error instanceof AppError && COUNTED.has(error.code)) return false;
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;
}
