import { executionAsyncResource } from 'node:async_hooks';

/** Alive as long as the process is. */
const kept: object[] = [];

/**
 * Keeps one of the objects that `process.nextTick` makes. V8 knows their shape, and forgets it in a collection at which
 * none of them is alive: from then on each costs six times as much to make, for as long as the process lives.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}
