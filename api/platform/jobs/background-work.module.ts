import { type DynamicModule, Module } from '@nestjs/common';
import { BackgroundWork } from './background-work.js';

/** Makes known everywhere whether this process does queued work. */
@Module({})
export class BackgroundWorkModule {
  static register(isWanted: boolean): DynamicModule {
    return {
      module: BackgroundWorkModule,
      global: true,
      providers: [{ provide: BackgroundWork, useValue: { isWanted } }],
      exports: [BackgroundWork],
    };
  }
}
