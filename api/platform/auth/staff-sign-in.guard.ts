import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimitGuard } from '../rate-limits/rate-limit.guard.js';
import type { RateLimit } from '../rate-limits/rate-limits.service.js';
import { StaffBrowsers } from './staff-sessions.service.js';

/** A browser in which a producer has signed in counts by itself: nobody behind the same address keeps it out. */
@Injectable()
export class StaffSignInGuard extends RateLimitGuard {
  @Inject(StaffBrowsers)
  private readonly browsers: StaffBrowsers;

  protected override async limitsOf(
    request: Request,
    route: string,
    limit: number,
    windowMs: number,
  ): Promise<RateLimit[]> {
    const browser = await this.browsers.find(request);
    if (browser === null) return super.limitsOf(request, route, limit, windowMs);
    return [{ subject: `${route} ${browser}`, limit, windowMs }];
  }
}
