import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerModuleOptions, type ThrottlerRequest } from '@nestjs/throttler';
import type { Request } from 'express';
import { AppConfig } from '../config/app-config.js';
import { AppError } from '../http/app-error.js';
import { clientAddress } from '../http/client-address.js';
import { isLoopback } from '../http/loopback.js';
import { writtenWait } from '../http/written-wait.js';
import { limitsOfAddress, RateLimits } from './rate-limits.service.js';

/** Of one address, in any hour: enough for a clinic behind one router, too few to try out a list of e-mails. */
export const RATE_LIMIT: ThrottlerModuleOptions = {
  throttlers: [{ ttl: 3_600_000, limit: 30, blockDuration: 0 }],
  setHeaders: false,
};

/** Limits how often one address calls a route. Outside production this machine itself is not limited. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  @Inject(AppConfig)
  private readonly config: AppConfig;

  @Inject(RateLimits)
  private readonly limits: RateLimits;

  /** Counts where all servers do. */
  protected override async handleRequest({ context, limit, ttl }: ThrottlerRequest): Promise<boolean> {
    const address = clientAddress(context.switchToHttp().getRequest<Request>());
    if (!this.config.isProduction && isLoopback(address)) return true;
    const route = `${context.getClass().name}.${context.getHandler().name}`;
    const { waitSeconds } = await this.limits.take(limitsOfAddress(address, route, limit, ttl));
    if (waitSeconds === 0) return true;
    const message = `Too many requests from this address. Please try again in ${writtenWait(waitSeconds)}.`;
    throw new AppError(429, 'too_many_requests', message, waitSeconds);
  }
}
