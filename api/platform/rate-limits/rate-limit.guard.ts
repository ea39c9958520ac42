import { Inject, Injectable } from '@nestjs/common';
import { Throttle, ThrottlerGuard, type ThrottlerModuleOptions, type ThrottlerRequest } from '@nestjs/throttler';
import type { Request } from 'express';
import { CALL_WINDOW_MS, CALLS_PER_HOUR } from '../../contract/common/limits.js';
import { AppConfig } from '../config/app-config.js';
import { AppError } from '../http/app-error.js';
import { clientAddress } from '../http/client-address.js';
import { isLoopback } from '../http/loopback.js';
import { writtenWait } from '../http/written-wait.js';
import { limitsOfAddress, type RateLimit, RateLimits } from './rate-limits.service.js';

/** Where a route says nothing else. */
export const RATE_LIMIT: ThrottlerModuleOptions = {
  throttlers: [{ ttl: CALL_WINDOW_MS, limit: CALLS_PER_HOUR, blockDuration: 0 }],
  setHeaders: false,
};

/** How often one address may call this route in an hour. */
export function CallsPerHour(limit: number): MethodDecorator {
  return Throttle({ default: { ttl: CALL_WINDOW_MS, limit } });
}

/** Limits how often one address calls a route. Outside production this machine itself is not limited. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  @Inject(AppConfig)
  private readonly config: AppConfig;

  @Inject(RateLimits)
  private readonly limits: RateLimits;

  /** Counts where all servers do. */
  protected override async handleRequest({ context, limit, ttl }: ThrottlerRequest): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!this.config.isProduction && isLoopback(clientAddress(request))) return true;
    const route = `${context.getClass().name}.${context.getHandler().name}`;
    const { waitSeconds } = await this.limits.take(await this.limitsOf(request, route, limit, ttl));
    if (waitSeconds === 0) return true;
    const message = `Too many requests from this address. Please try again in ${writtenWait(waitSeconds)}.`;
    throw new AppError(429, 'too_many_requests', message, waitSeconds);
  }

  /** Where a call counts. */
  protected limitsOf(request: Request, route: string, limit: number, windowMs: number): Promise<RateLimit[]> {
    return Promise.resolve(limitsOfAddress(clientAddress(request), route, limit, windowMs));
  }
}
