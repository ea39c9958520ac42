import { AppError } from './app-error.js';

/** Codes of the system and of PostgreSQL. */
const OUT_OF_SPACE = new Set(['ENOSPC', 'EDQUOT', '53100']);
const READ_ONLY = new Set(['EROFS', '25006']);

/** What to tell people when the disk or the database takes nothing in; null for any other failure. */
export function storageFailure(error: unknown): AppError | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (OUT_OF_SPACE.has(code)) {
    return new AppError(
      507,
      'out_of_space',
      'The server has no space left. Nothing was saved; please try again later.',
    );
  }
  if (READ_ONLY.has(code)) {
    return new AppError(
      503,
      'read_only',
      'The server cannot save anything at the moment. Nothing was saved; please try again later.',
    );
  }
  return null;
}
