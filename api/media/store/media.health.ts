import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { MediaStore } from './media-store.js';

const PROBE_KEY = 'health-check';

/** Keeps a byte and removes it: that alone shows a full disk, a missing mount and wrong rights alike. */
@Injectable()
export class MediaHealth {
  constructor(private readonly store: MediaStore) {}

  async check(): Promise<void> {
    await this.store.put(PROBE_KEY, Readable.from([Buffer.from('.')]));
    await this.store.remove(PROBE_KEY);
  }
}
