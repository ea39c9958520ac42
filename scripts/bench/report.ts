import { writeFile } from 'node:fs/promises';
import os from 'node:os';

/** One benchmark beside its peer, measured in the same run. */
export interface Result {
  what: string;
  ours: string;
  peer: string;
  /** How the two compare, or the figure itself where there is no peer. */
  ratio: number;
  goal: { atLeast: number } | { atMost: number };
}

const results: (Result & { isMet: boolean })[] = [];

export function show(result: Result): void {
  const { what, ours, peer, ratio, goal } = result;
  const isMet = 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
  results.push({ ...result, isMet });
  console.log(`${isMet ? 'met   ' : 'MISSED'}  ${what}`);
  console.log(`        ours ${ours} · peer ${peer} · ratio ${Number(ratio.toPrecision(3))} (goal ${inWords(goal)})`);
}

/** The last line: how many goals were met. */
export function showSum(): void {
  const met = results.filter(({ isMet }) => isMet).length;
  console.log(`${met} met, ${results.length - met} missed`);
}

/** What was shown, for programs and for comparing runs. */
export async function writeResults(file: string): Promise<void> {
  const machine = {
    cores: os.cpus().length,
    load: os.loadavg()[0],
    node: process.version,
    at: new Date().toISOString(),
  };
  await writeFile(file, `${JSON.stringify({ machine, results }, null, 2)}\n`);
}

const inWords = (goal: Result['goal']) => ('atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`);
export const seconds = (value: number) => (value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(1)} s`);
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0)} MB`;
export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
