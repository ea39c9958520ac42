import { currentProducerName } from '../platform/http/current-producer.js';

const LOOK_MS = 30 * 60_000;

/**
 * At which videos which producers are looking. A player asks for one in many parts: all of them within half an hour are one
 * look of one producer. It is noted for each server by itself; so a look may be recorded twice, but none is missed.
 */
export class RecentLooks {
  private readonly beganAt = new Map<string, number>();

  isGoingOn(videoId: string, now = Date.now()): boolean {
    return this.isRecent(keyOf(videoId), now);
  }

  begin(videoId: string, now = Date.now()): void {
    for (const key of this.beganAt.keys()) if (!this.isRecent(key, now)) this.beganAt.delete(key);
    this.beganAt.set(keyOf(videoId), now);
  }

  private isRecent(key: string, now: number): boolean {
    const beganAt = this.beganAt.get(key);
    return beganAt !== undefined && now - beganAt < LOOK_MS;
  }
}

function keyOf(videoId: string): string {
  return `${videoId} ${currentProducerName() ?? ''}`;
}
