import type { TestApp } from './test-app.js';

const quiet = () => undefined;

/** What the application warns of from now on, in place of its log. */
export function collectWarnings({ app }: TestApp): unknown[] {
  const warnings: unknown[] = [];
  app.useLogger({ log: quiet, error: quiet, warn: (...words: unknown[]) => warnings.push(words) });
  return warnings;
}
