import { forget, keep, readKept } from '../local-storage.js';

const KEY = 'staff-name';

/** The name that was given at the gate in this browser the last time; empty when there is none. */
export function readProducerName(): string {
  return readKept(KEY) ?? '';
}

/** Where nothing can be kept, it is asked for again the next time. */
export function keepProducerName(name: string): void {
  if (name === '') forget(KEY);
  else keep(KEY, name);
}
