import { AppError } from './app-error.js';

/** What of an error tells where it comes from. The database's own is inside of what TypeORM throws. */
interface Failure {
  code?: unknown;
  syscall?: unknown;
  message?: unknown;
  driverError?: unknown;
  errors?: unknown;
}

/** A kind of failure that is not the fault of a program, and what whoever meets it is told. */
interface KnownFailure {
  matches: (failure: { code: string; syscall: string; message: string }) => boolean;
  toRefusal: () => AppError;
}

/** Codes of the system and of PostgreSQL. */
const OUT_OF_SPACE = new Set(['ENOSPC', 'EDQUOT', '53100']);
const READ_ONLY = new Set(['EROFS', '25006']);
/** PostgreSQL has ended one of two transactions that waited for each other, or could not both be made. */
const CHANGES_MET = new Set(['40P01', '40001']);
/** PostgreSQL is going, coming, or full of connections; class 08 is every failure of a connection. */
const DATABASE_AWAY = /^(08...|57P01|57P02|57P03|57P05|53300)$/;
/** What pg and TypeORM say of a connection without a code. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout|Query runner already released|Database connection provided by a query runner was already released)/;
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);

const MET_RETRY_SECONDS = 1;
const AWAY_RETRY_SECONDS = 5;

/** In this order; a new kind is a new row. */
const KNOWN_FAILURES: KnownFailure[] = [
  {
    matches: ({ code }) => OUT_OF_SPACE.has(code),
    toRefusal: () =>
      new AppError(507, 'out_of_space', 'The server has no space left. Nothing was saved; please try again later.'),
  },
  {
    matches: ({ code }) => READ_ONLY.has(code),
    toRefusal: () =>
      new AppError(
        503,
        'read_only',
        'The server cannot save anything at the moment. Nothing was saved; please try again later.',
      ),
  },
  {
    matches: ({ code }) => CHANGES_MET.has(code),
    toRefusal: () =>
      new AppError(
        503,
        'busy',
        'Two changes met just now. Nothing of this one was saved; please try again.',
        MET_RETRY_SECONDS,
      ),
  },
  {
    matches: ({ code, syscall, message }) =>
      DATABASE_AWAY.test(code) ||
      UNREACHABLE.has(code) ||
      // The socket of a server on this machine that does not run.
      (code === 'ENOENT' && syscall === 'connect') ||
      CONNECTION_LOST.test(message),
    toRefusal: () =>
      new AppError(
        503,
        'away',
        'We are away for a moment. Nothing is lost; please try again shortly.',
        AWAY_RETRY_SECONDS,
      ),
  },
];

/** What to answer to a failure that was not thrown as an answer; null when it is none of those that are known. */
export function toKnownRefusal(error: unknown): AppError | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, syscall, message, driverError, errors } = error as Failure;
  const failure = { code: textOf(code), syscall: textOf(syscall), message: textOf(message) };
  const known = KNOWN_FAILURES.find(({ matches }) => matches(failure));
  if (known) return known.toRefusal();
  // A host name with several addresses fails with one error for each.
  const inner = Array.isArray(errors) ? (errors as unknown[]) : [];
  for (const cause of [driverError, ...inner]) {
    const refusal = toKnownRefusal(cause);
    if (refusal) return refusal;
  }
  return null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
