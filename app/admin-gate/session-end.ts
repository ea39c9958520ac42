import { STAFF_LOCK_WARNING_MS } from '../../api/contract/screen-numbers.js';

/** Under which all tabs of a browser find when their session ends. */
export const SESSION_END_KEY = 'staff-session-ends-at';

export type SessionPhase = 'open' | 'ending' | 'over';

/** @param endsAt null: it has ended */
export function sessionPhase(endsAt: number | null, now: number): SessionPhase {
  if (endsAt === null || now >= endsAt) return 'over';
  return endsAt - now <= STAFF_LOCK_WARNING_MS ? 'ending' : 'open';
}

/**
 * When the session ends, as far as any tab knows: what one tab is told, or ends, holds in all of them. In a browser that
 * keeps nothing each tab knows its own.
 */
export class SessionEnd {
  private own: number | null = null;

  constructor(private readonly storage: () => Storage) {}

  read(): number | null {
    try {
      const kept = this.storage().getItem(SESSION_END_KEY);
      return kept === null ? null : Number(kept);
    } catch {
      return this.own;
    }
  }

  /** @param endsAt null: it has ended */
  write(endsAt: number | null): void {
    this.own = endsAt;
    try {
      if (endsAt === null) this.storage().removeItem(SESSION_END_KEY);
      else this.storage().setItem(SESSION_END_KEY, String(endsAt));
    } catch {
      // This tab alone knows it, then.
    }
  }
}
