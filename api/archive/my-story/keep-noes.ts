import type { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { migrationNames, withSchemaOf } from '../../platform/database/migrate-to.js';
import { writeMissing } from './missing-noes.js';
import { type KnownNo, NOES } from './unwritten-noes.repository.js';

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
  const known = await readNoes(connection).catch((error: Error) => {
    say(
      `The database that is there does not tell what people took back (${error.message}). The ledger alone tells it.`,
    );
    return [];
  });
  await writeMissing(ledger, known);
}

/** Also of a database that an earlier version has left; it stays as it is. */
function readNoes(connection: DatabaseConnection): Promise<KnownNo[]> {
  const schema = { names: migrationNames(), applicationName: 'stories noes', isKept: false };
  return withSchemaOf(connection, schema, async (client, makeSchema) => {
    const { rows: found } = await client.query<{ isEmpty: boolean }>(
      `SELECT to_regclass('participant') IS NULL AS "isEmpty"`,
    );
    if (found[0]!.isEmpty) return [];
    await makeSchema();
    return (await client.query<KnownNo>(NOES)).rows;
  });
}
