// What this browser keeps for its next page. Where storage is blocked or full it keeps nothing, and every page works all the same.

/** Null where nothing is kept under this key, or nothing can be. */
export function readKept(key: string): string | null {
  return attempt(() => localStorage.getItem(key)) ?? null;
}

/** As `readKept`, of what JSON can hold; null, too, where it is no JSON. */
export function readKeptJson(key: string): unknown {
  return attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown) ?? null;
}

/** Returns whether the browser keeps it. */
export function keep(key: string, value: string): boolean {
  return hasDone(() => localStorage.setItem(key, value));
}

/** Returns whether nothing is kept under this key any more. */
export function forget(key: string): boolean {
  return hasDone(() => localStorage.removeItem(key));
}

export function keysWith(prefix: string): string[] {
  const keys = attempt(() => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? ''));
  return keys?.filter((key) => key.startsWith(prefix)) ?? [];
}

function hasDone(act: () => void): boolean {
  return attempt(() => (act(), true)) ?? false;
}

/** Undefined in a browser that keeps nothing, or has no room left. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
