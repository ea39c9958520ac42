import { isDeepStrictEqual } from 'node:util';
import type { LedgerEntry, LedgerEvent, WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { subjectOf } from './ledger-subjects.js';
import { findKnownIn, type KnownNo } from './unwritten-noes.repository.js';

/** Each of these takes back what there was until then: a later one is written also where the same was said before. */
const EACH_COUNTS = new Set<KnownNo['event']['kind']>([
  'withdrawn',
  'named',
  'handles',
  'answers_ended',
  'moved',
  'asked_anew',
  'emptied',
]);

/**
 * Before another database takes the place of this one: what people took back, as far as it stands here alone, is in the
 * ledger, too. Of a database that cannot tell it, `say` tells that.
 */
export async function keepNoes(
  connection: DatabaseConnection,
  ledger: WithdrawalLedger,
  say: (line: string) => void,
): Promise<void> {
  await ledger.exchange();
  const known = await findKnownIn(connection).catch((error: Error) => {
    say(
      `The database that is there does not tell what people took back (${error.message}). The ledger alone tells it.`,
    );
    return [];
  });
  await writeMissing(ledger, known);
}

/** Writes down what of these the ledger does not know. Returns how many lines that were; doing it twice writes nothing. */
export async function writeMissing(ledger: WithdrawalLedger, known: KnownNo[]): Promise<number> {
  if (known.length === 0) return 0;
  const { entries } = await ledger.read();
  const written = Map.groupBy(entries, subjectOf);
  const missing = known.filter((no) => isMissing(no, written.get(subjectOf(no.event)) ?? []));
  for (const { event, at } of missing) await ledger.append(event, at);
  return missing.length;
}

/**
 * What is written of the same subject later, or says the same last, is newer than this database or equal to it. Nobody
 * leaves more than once.
 */
function isMissing({ event, at }: KnownNo, written: LedgerEntry[]): boolean {
  if (written.some((entry) => entry.kind === 'left' || Date.parse(entry.at) >= at.getTime())) return false;
  if (EACH_COUNTS.has(event.kind)) return true;
  const last = written.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).at(-1);
  return last === undefined || !saysTheSame(last, event);
}

function saysTheSame({ at: _at, ...entry }: LedgerEntry, event: LedgerEvent): boolean {
  return isDeepStrictEqual(entry, event);
}
