import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import {
  HealthCheck,
  type HealthCheckResult,
  HealthCheckService,
  HealthIndicatorService,
  TypeOrmHealthIndicator,
} from '@nestjs/terminus';
import { AppError } from '../http/app-error.js';
import { Audience } from '../http/audience.decorator.js';
import { MediaSandbox } from '../../media/sandbox/media-sandbox.js';
import { MediaHealth } from '../../media/store/media.health.js';
import { Readiness } from './readiness.js';
import { countStrayRejections } from './stray-rejections.js';

const RETRY_SECONDS = 5;

@Controller('api/health')
@Audience('public')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly database: TypeOrmHealthIndicator,
    private readonly media: MediaHealth,
    private readonly sandbox: MediaSandbox,
    private readonly readiness: Readiness,
  ) {}

  /** 200 when visitors can be served, else 503 with the names of the parts that fail. */
  @Get()
  @HealthCheck()
  async check(): Promise<HealthCheckResult> {
    const parts = [
      () => this.database.pingCheck('database'),
      () => this.indicators.check('media').attempt(() => this.media.check()),
      () => this.decoders(),
      () => this.publishing(),
      () => this.indicators.check('process').up({ strayRejections: countStrayRejections() }),
    ];
    try {
      return await this.health.check(parts);
    } catch (error) {
      throw error instanceof ServiceUnavailableException ? notReady(error) : error;
    }
  }

  /** Visitors are served without: it tells operators alone. */
  private async decoders() {
    return this.indicators.check('decoders').up({ failing: await this.sandbox.failing() });
  }

  private publishing() {
    const indicator = this.indicators.check('publishing');
    return this.readiness.isPublished ? indicator.up() : indicator.down();
  }
}

/** Names the parts only: their own messages may hold addresses. */
function notReady(error: ServiceUnavailableException): AppError {
  const { error: failing } = error.getResponse() as HealthCheckResult;
  const parts = Object.keys(failing ?? {}).join(', ');
  return new AppError(503, 'not_ready', `Not ready: ${parts}.`, RETRY_SECONDS);
}
