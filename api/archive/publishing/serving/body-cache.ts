const CACHE_MAX_BYTES = 32 * 1024 * 1024;
/** Larger files are read from the disk each time. */
const BODY_MAX_BYTES = 1024 * 1024;

/** The bodies that were asked for last, by a key that changes with their bytes. */
export class BodyCache {
  private readonly bodies = new Map<string, Buffer>();
  private bytes = 0;

  get(key: string): Buffer | undefined {
    const body = this.bodies.get(key);
    if (body) {
      this.bodies.delete(key);
      this.bodies.set(key, body);
    }
    return body;
  }

  set(key: string, body: Buffer): void {
    if (body.length > BODY_MAX_BYTES || this.bodies.has(key)) return;
    this.bodies.set(key, body);
    this.bytes += body.length;
    for (const [oldest, old] of this.bodies) {
      if (this.bytes <= CACHE_MAX_BYTES) return;
      this.bodies.delete(oldest);
      this.bytes -= old.length;
    }
  }
}
