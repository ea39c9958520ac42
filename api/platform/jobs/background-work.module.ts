import { type DynamicModule, Module } from '@nestjs/common';
import { Signals } from '../database/signals.js';
import { BackgroundWork } from './background-work.js';

/** Makes known everywhere whether this process does queued work. */
@Module({})
export class BackgroundWorkModule {
  static register(isDoneHere: boolean): DynamicModule {
    const between = (signals: Signals): BackgroundWork => ({
      isDoneHere,
      // Who is not told finds it at the next look.
      tellDue: (queue) => void signals.tell(`due-${queue}`).catch(() => undefined),
      whenDue: (queue, look) => signals.on(`due-${queue}`, look),
    });
    return {
      module: BackgroundWorkModule,
      global: true,
      providers: [{ provide: BackgroundWork, useFactory: between, inject: [Signals] }],
      exports: [BackgroundWork],
    };
  }
}
