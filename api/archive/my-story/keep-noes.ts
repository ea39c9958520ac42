import type { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { writeMissing } from './missing-noes.js';
import { findKnownIn } from './unwritten-noes.repository.js';

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
