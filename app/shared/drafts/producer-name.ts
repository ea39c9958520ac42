const KEY = 'staff-name';

/** The name that was given at the gate in this browser the last time; empty when there is none. */
export function readProducerName(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function keepProducerName(name: string): void {
  try {
    if (name === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, name);
  } catch {
    // It is asked for again the next time.
  }
}
