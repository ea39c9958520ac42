import { type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimitGuard } from '../../platform/rate-limits/rate-limit.guard.js';

/** Limits searches for whole stories: a letter is in all of them. A page of rows, and everything, cost no more than a page. */
@Injectable()
export class StorySearchGuard extends RateLimitGuard {
  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    const { q, from } = context.switchToHttp().getRequest<Request>().query;
    return q === undefined || from !== undefined;
  }
}
