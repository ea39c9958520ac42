import { Injectable } from '@nestjs/common';
import { HealthPart } from '../../platform/health/health-part.js';
import { MediaSandbox } from './media-sandbox.js';

/** Visitors are served without decoders: what fails of them is for operators alone. */
@Injectable()
export class DecodersHealth extends HealthPart {
  readonly name = 'decoders';

  constructor(private readonly sandbox: MediaSandbox) {
    super();
  }

  async check(): Promise<Record<string, unknown>> {
    return { failing: await this.sandbox.failing() };
  }
}
