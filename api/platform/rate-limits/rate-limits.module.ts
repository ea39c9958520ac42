import { Global, Module } from '@nestjs/common';
import { RateLimitsRepository } from './rate-limits.repository.js';
import { RateLimits } from './rate-limits.service.js';

/** Global: a guard asks for it in whatever module it stands. */
@Global()
@Module({ providers: [RateLimits, RateLimitsRepository], exports: [RateLimits] })
export class RateLimitsModule {}
