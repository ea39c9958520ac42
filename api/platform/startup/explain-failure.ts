import { ConfigError } from '../config/config-error.js';

/** What to print when the start fails: sentences where the cause is known, else all that helps to find it. */
export function explainFailure(error: unknown): string {
  if (error instanceof ConfigError) {
    return ['These settings are wrong (see .env.example):', ...error.problems].join('\n  ');
  }
  const isWrittenForPeople = error instanceof Error && error.constructor === Error;
  return isWrittenForPeople ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
}
