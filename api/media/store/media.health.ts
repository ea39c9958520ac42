import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { HealthPart } from '../../platform/health/health-part.js';
import { MediaStore } from './media-store.js';

const PROBE_KEY = 'health-check';

/** Keeps a byte and removes it: that alone shows a full disk, a missing mount and wrong rights alike. */
@Injectable()
export class MediaHealth extends HealthPart {
  readonly name = 'media';

  constructor(private readonly store: MediaStore) {
    super();
  }

  async check(): Promise<Record<string, unknown>> {
    await this.store.put(PROBE_KEY, Readable.from([Buffer.from('.')]));
    await this.store.remove(PROBE_KEY);
    return {};
  }
}
