import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { garbageCollector } from './garbage-collector.js';

const MiB = 1024 ** 2;
/** Less is not worth the pause. */
const WORTH_BYTES = 48 * MiB;
const POLL_INTERVAL_MS = 3_000;
/** The first time comes as soon as the start is over. */
const AGAIN_MS = 10 * 60_000;
/** What share of the time the process may have been at work. */
const QUIET = 0.05;

interface Settings {
  pollEveryMs?: number;
  againMs?: number;
  worthBytes?: number;
  held?: () => number;
  collect?: () => void;
}

/**
 * Gives what a start or a large piece of work has left in memory back to the system, once nothing is going on. By
 * itself V8 keeps it, as it collects only when it needs room.
 * @returns ends it
 */
export function giveMemoryBackWhenQuiet({
  pollEveryMs = POLL_INTERVAL_MS,
  againMs = AGAIN_MS,
  worthBytes = WORTH_BYTES,
  held = heldBytes,
  collect = collectAll,
}: Settings = {}): () => void {
  let seen = performance.eventLoopUtilization();
  let keptBytes = 0;
  let notBefore = 0;
  const look = () => {
    const before = seen;
    seen = performance.eventLoopUtilization();
    if (performance.eventLoopUtilization(seen, before).utilization > QUIET) return;
    if (performance.now() < notBefore || held() - keptBytes < worthBytes) return;
    collect();
    keptBytes = held();
    notBefore = performance.now() + againMs;
    seen = performance.eventLoopUtilization();
  };
  const timer = setInterval(look, pollEveryMs).unref();
  return () => clearInterval(timer);
}

function heldBytes(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}

const collectGarbage = garbageCollector();

/** Only the last resort also lets go of the room for what is new. It is a pause of some tens of milliseconds. */
export function collectAll(): void {
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
