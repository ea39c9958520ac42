import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { HealthPart } from '../../platform/health/health-part.js';
import { HEALTH_FOLDER, MediaStore } from './media-store.js';

/** Whoever asks within this time of a look is told what came of it: anybody may ask, and each look writes. */
const HOLDS_FOR_MS = 1_000;

/** Keeps a byte and removes it: that alone shows a full disk, a missing mount and wrong rights alike. */
@Injectable()
export class MediaHealth extends HealthPart {
  readonly name = 'media';
  /** Of this process alone: servers that share a bucket would take each other's away. */
  private readonly key = `${HEALTH_FOLDER}/${randomUUID()}`;
  private last: { look: Promise<void>; holdsUntil: number } | null = null;

  constructor(private readonly mediaStore: MediaStore) {
    super();
  }

  async check(): Promise<Record<string, unknown>> {
    if (this.last === null || this.last.holdsUntil <= performance.now()) this.last = this.start();
    await this.last.look;
    return {};
  }

  /** While it goes on, everybody waits for this one. */
  private start() {
    const last = { look: this.look(), holdsUntil: Infinity };
    const end = () => {
      last.holdsUntil = performance.now() + HOLDS_FOR_MS;
    };
    last.look.then(end, end);
    return last;
  }

  private async look(): Promise<void> {
    await this.mediaStore.put(this.key, Readable.from([Buffer.from('.')]));
    await this.mediaStore.remove(this.key);
  }
}
