import { Global, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from './health.controller.js';
import { MediaModule } from '../../media/media.module.js';
import { MediaHealth } from '../../media/store/media.health.js';
import { Readiness } from './readiness.js';

/** Global, because whoever publishes marks the readiness. */
@Global()
@Module({
  imports: [TerminusModule.forRoot({ logger: false }), MediaModule],
  controllers: [HealthController],
  providers: [MediaHealth, Readiness],
  exports: [Readiness],
})
export class HealthModule {}
