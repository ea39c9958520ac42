import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { RATE_LIMIT } from './rate-limit.guard.js';
import { RateLimitsRepository } from './rate-limits.repository.js';
import { RateLimits } from './rate-limits.service.js';

/** Global: a guard asks for it in whatever module it stands. */
@Global()
@Module({
  imports: [ThrottlerModule.forRoot(RATE_LIMIT)],
  providers: [RateLimits, RateLimitsRepository],
  exports: [RateLimits],
})
export class RateLimitsModule {}
