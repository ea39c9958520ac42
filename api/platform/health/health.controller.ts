import { Controller, Get, Inject, ServiceUnavailableException } from '@nestjs/common';
import {
  HealthCheck,
  type HealthCheckResult,
  HealthCheckService,
  type HealthIndicatorFunction,
  HealthIndicatorService,
} from '@nestjs/terminus';
import { AppError } from '../http/app-error.js';
import { Audience } from '../http/audience.decorator.js';
import { DATABASE_PING, HEALTH_PARTS, type HealthPart } from './health-part.js';
import { countStrayRejections } from './stray-rejections.js';

const RETRY_SECONDS = 5;

@Controller('api/health')
@Audience('public')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    @Inject(DATABASE_PING) private readonly pingDatabase: HealthIndicatorFunction,
    @Inject(HEALTH_PARTS) private readonly parts: HealthPart[],
  ) {}

  /** 200 when visitors can be served, else 503 with the names of the parts that fail. */
  @Get()
  @HealthCheck()
  async check(): Promise<HealthCheckResult> {
    const indicators = [
      this.pingDatabase,
      ...this.parts.map((part) => () => this.ask(part)),
      () => this.indicators.check('process').up({ strayRejections: countStrayRejections() }),
    ];
    try {
      return await this.health.check(indicators);
    } catch (error) {
      throw error instanceof ServiceUnavailableException ? notReady(error) : error;
    }
  }

  private async ask(part: HealthPart) {
    const indicator = this.indicators.check(part.name);
    try {
      return indicator.up(await part.check());
    } catch {
      return indicator.down();
    }
  }
}

/** Names the parts only: their own messages may hold addresses. */
function notReady(error: ServiceUnavailableException): AppError {
  const { error: failing } = error.getResponse() as HealthCheckResult;
  const parts = Object.keys(failing ?? {}).join(', ');
  return new AppError(503, 'not_ready', `Not ready: ${parts}.`, RETRY_SECONDS);
}
