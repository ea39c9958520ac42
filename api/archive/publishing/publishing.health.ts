import { Injectable } from '@nestjs/common';
import { HealthPart } from '../../platform/health/health-part.js';

/** Whether visitors can be served: not before the public tree has been published once since the start. */
@Injectable()
export class PublishingHealth extends HealthPart {
  readonly name = 'publishing';
  private isReady = false;

  markReady(): void {
    this.isReady = true;
  }

  async check(): Promise<Record<string, unknown>> {
    if (!this.isReady) throw new Error('Nothing has been published since the start.');
    return {};
  }
}
