import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail, type ThrottlerModuleOptions } from '@nestjs/throttler';
import type { Request } from 'express';
import { AppConfig } from '../config/app-config.js';
import { AppError } from '../http/app-error.js';
import { isLoopback } from '../http/loopback.js';
import { writtenWait } from '../http/written-wait.js';

/** Of one address, in any hour: enough for a clinic behind one router, too few to try out a list of e-mails. */
export const RATE_LIMIT: ThrottlerModuleOptions = {
  throttlers: [{ ttl: 3_600_000, limit: 30, blockDuration: 0 }],
  setHeaders: false,
};

/**
 * Limits how often one address calls a route. Each server counts for itself, in memory: this brakes a
 * flood and guards no secret. Outside production this machine itself is not limited.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  @Inject(AppConfig)
  private readonly config: AppConfig;

  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    return !this.config.isProduction && isLoopback(context.switchToHttp().getRequest<Request>().ip);
  }

  protected override async throwThrottlingException(
    _context: ExecutionContext,
    { timeToBlockExpire: seconds }: ThrottlerLimitDetail,
  ): Promise<void> {
    const message = `Too many requests from this address. Please try again in ${writtenWait(seconds)}.`;
    throw new AppError(429, 'too_many_requests', message, seconds);
  }
}
