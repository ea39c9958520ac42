import { type DynamicModule, Module, type ModuleMetadata, type Type } from '@nestjs/common';
import { TerminusModule, TypeOrmHealthIndicator } from '@nestjs/terminus';
import { DataSource } from 'typeorm';
import { JobsModule } from '../jobs/jobs.module.js';
import { HealthController } from './health.controller.js';
import { DATABASE_PING, HEALTH_PARTS, type HealthPart } from './health-part.js';
import { Metrics } from './metrics.js';

@Module({})
export class HealthModule {
  /** @param parts what `imports` export, told in this order */
  static register(parts: Type<HealthPart>[], imports: ModuleMetadata['imports'] = []): DynamicModule {
    return {
      module: HealthModule,
      imports: [TerminusModule.forRoot({ logger: false }), JobsModule, ...imports],
      controllers: [HealthController],
      providers: [
        { provide: HEALTH_PARTS, useFactory: (...all: HealthPart[]) => all, inject: parts },
        {
          provide: DATABASE_PING,
          useFactory: (indicator: TypeOrmHealthIndicator, connection: DataSource) => () =>
            indicator.pingCheck('database', { connection }),
          inject: [TypeOrmHealthIndicator, DataSource],
        },
        Metrics,
      ],
    };
  }
}
