import type { Product } from './product.ts';
import type { Random } from './random.ts';

/** One figure of a row beside what it may be. */
export interface Figure {
  what: string;
  value: number;
  /** None where a crowded machine would decide: it is told alone. */
  threshold?: { atMost: number } | { atLeast: number };
  unit?: string;
}

/** What a row has found. `notes` tell of what missed, a line each, and how to see it again. */
export interface Outcome {
  /** How much was tried, in words. */
  tried: string;
  figures: Figure[];
  notes?: string[];
}

export interface Context {
  /** Repeats for the same seed and row, whichever other rows run. */
  random: Random;
  seed: number;
  /** How often, in the row's own unit. */
  count: number;
  isQuick: boolean;
  /** A product of this row's own; it is stopped and removed after the row. */
  product(settings?: Record<string, string>): Promise<Product>;
  /** One that runs. In the quick form rows that share have the same, one after the other. */
  running(settings?: Record<string, string>): Promise<Product>;
  say(line: string): void;
}

export interface Row {
  number: number;
  name: string;
  /** How often it is tried: in full, and in the quick form. */
  counts: { full: number; quick: number };
  /** Asks for `running` alone, ends nothing there, and counts nothing but its own. */
  shares?: true;
  run(context: Context): Promise<Outcome>;
}

/** This machine lacks what a row needs: it is told, and never counted as passed. */
export class NotRun extends Error {}

/** Something that may happen so often at most, most of the time never. */
export function atMost(what: string, value: number, most = 0, unit?: string): Figure {
  return { what, value, threshold: { atMost: most }, unit };
}

/** Nothing is what Linux did not show of it: it misses. Elsewhere none can be seen, and none is judged. */
export function memoryAtMost(what: string, bytes: number, mostMb: number, platform = process.platform): Figure {
  const seen = platform === 'linux' ? bytes || Number.NaN : 0;
  return atMost(what, seen / 1e6, mostMb, 'MB');
}

/** A time or an amount of memory: a full run, which is one row alone, says how much it may be, a quick one tells it. */
export function ifAlone(isQuick: boolean, what: string, value: number, most: number, unit: string): Figure {
  return isQuick ? { what, value, unit } : atMost(what, value, most, unit);
}

export function atLeast(what: string, value: number, least: number, unit?: string): Figure {
  return { what, value, threshold: { atLeast: least }, unit };
}
