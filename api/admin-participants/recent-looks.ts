const LOOK_MS = 30 * 60_000;

/**
 * At which videos staff are looking. A player asks for one in many parts: all of them within half an hour are one look. It
 * is noted for each server by itself; so a look may be recorded twice, but none is missed.
 */
export class RecentLooks {
  private readonly beganAt = new Map<string, number>();

  isGoingOn(videoId: string, now = Date.now()): boolean {
    const beganAt = this.beganAt.get(videoId);
    return beganAt !== undefined && now - beganAt < LOOK_MS;
  }

  begin(videoId: string, now = Date.now()): void {
    for (const id of this.beganAt.keys()) if (!this.isGoingOn(id, now)) this.beganAt.delete(id);
    this.beganAt.set(videoId, now);
  }
}
