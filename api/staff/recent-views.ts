import { currentProducerName } from '../platform/http/current-producer.js';

const ONE_VIEW_MS = 30 * 60_000;

/**
 * At what, by its id (a person, an answer, a photo), which producers are looking. A player asks for one video in many parts:
 * all of them within half an hour are one view of one producer, or of all who gave no name. It is noted for each server by
 * itself; so a view may be recorded twice, but none is missed.
 */
export class RecentViews {
  private readonly beganAt = new Map<string, number>();

  isGoingOn(id: string, now = Date.now()): boolean {
    return this.isRecent(keyOf(id), now);
  }

  begin(id: string, now = Date.now()): void {
    for (const key of this.beganAt.keys()) if (!this.isRecent(key, now)) this.beganAt.delete(key);
    this.beganAt.set(keyOf(id), now);
  }

  private isRecent(key: string, now: number): boolean {
    const beganAt = this.beganAt.get(key);
    // A clock that is put back makes no view last until it has come so far again.
    return beganAt !== undefined && beganAt <= now && now - beganAt < ONE_VIEW_MS;
  }
}

function keyOf(id: string): string {
  return `${id} ${currentProducerName() ?? ''}`;
}
