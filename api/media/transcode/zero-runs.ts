import { open } from 'node:fs/promises';

/** More than any encoder of pictures writes one after the other. */
const RUN_BYTES = 256;
const WINDOW_BYTES = 1024 * 1024;
/** Of a file that holds more, the first ones say enough. */
const RUNS_MAX = 10_000;

const ZEROS = Buffer.alloc(RUN_BYTES);

/** From the first byte up to the last, which is not among them. */
export interface ByteRun {
  from: number;
  to: number;
}

/** Where a file holds nothing but zeros for a while, in their order: what a disk leaves of what it lost. */
export async function findZeroRuns(path: string): Promise<ByteRun[]> {
  await using file = await open(path);
  const { size } = await file.stat();
  const runs: ByteRun[] = [];
  const window = Buffer.allocUnsafe(WINDOW_BYTES);
  // Each window begins with the end of the one before, so that no run is cut in two.
  for (let at = 0; at < size && runs.length < RUNS_MAX; at += WINDOW_BYTES - RUN_BYTES) {
    const { bytesRead } = await file.read(window, 0, WINDOW_BYTES, at);
    note(runs, window.subarray(0, bytesRead), at);
    if (at + bytesRead >= size) break;
  }
  return runs;
}

function note(runs: ByteRun[], window: Buffer, windowAt: number): void {
  let from = window.indexOf(ZEROS);
  while (from !== -1 && runs.length < RUNS_MAX) {
    let to = from + RUN_BYTES;
    while (to < window.length && window[to] === 0) to++;
    const last = runs.at(-1);
    if (last && last.to >= windowAt + from) last.to = Math.max(last.to, windowAt + to);
    else runs.push({ from: windowAt + from, to: windowAt + to });
    from = window.indexOf(ZEROS, to);
  }
}
