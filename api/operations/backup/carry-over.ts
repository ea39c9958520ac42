import { noteVisits, visits } from '../../people/sign-in/visits.js';
import { RESTORE_POINT } from '../../platform/database/restore-points.js';
import type { Connection } from '../../platform/database/table-copies.js';

/**
 * In the transaction of a restore: whoever came back since the backup was there, and nothing of anybody's goes before they
 * were told anew. What staff keep for a time, they keep.
 */
export async function carryVisits(connection: Connection): Promise<void> {
  if (!(await isThere(connection, 'due_removal'))) return;
  await connection.query('DELETE FROM due_removal WHERE kept_until IS NULL');
  if (!(await isThere(connection, `${RESTORE_POINT}.participant_visit`))) return;
  const seen = visits(`${RESTORE_POINT}.`);
  await connection.query(
    noteVisits(`SELECT * FROM (${seen}) AS visit WHERE participant_id IN (SELECT id FROM participant)`),
  );
}

const CORRECTIONS = `('participant_corrected', 'own_data_changed')`;

/**
 * In the transaction of a restore: an e-mail that was changed since the backup stays the one that it was changed to. Who
 * reads the mail of an earlier one, as somebody who got it by a mistake in typing, is not let in by it again.
 * @param snapshotAt what the backup is of
 */
export async function carryMailboxes(connection: Connection, snapshotAt: string): Promise<void> {
  const needed = [`${RESTORE_POINT}.participant`, `${RESTORE_POINT}.audit_entry`];
  for (const table of needed) if (!(await isThere(connection, table))) return;
  const { rows } = await connection.query<{ id: string; key: string }>(
    `SELECT p.id, since.email_key AS key
     FROM participant p JOIN ${RESTORE_POINT}.participant since USING (id)
     WHERE (p.email, p.email_key) <> (since.email, since.email_key) AND EXISTS (
       SELECT FROM ${RESTORE_POINT}.audit_entry
       WHERE subject_id = p.id AND action IN ${CORRECTIONS} AND at > $1)`,
    [snapshotAt],
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  // Two may have swapped theirs, or have that of somebody who has left. With a blank in it, it is no key of any address.
  await connection.query(
    `UPDATE participant SET email_key = email_key || ' ' || id WHERE id = ANY($1::uuid[]) OR email_key = ANY($2)`,
    [ids, rows.map(({ key }) => key)],
  );
  await connection.query(
    `UPDATE participant p SET email = since.email, email_key = since.email_key
     FROM ${RESTORE_POINT}.participant since WHERE p.id = since.id AND p.id = ANY($1::uuid[])`,
    [ids],
  );
  // The next restore finds what was changed since its backup as this one did.
  await connection.query(
    `INSERT INTO audit_entry (actor, action, subject_type, subject_id, at)
     SELECT 'staff', 'participant_corrected', 'participant', subject_id, max(at) FROM ${RESTORE_POINT}.audit_entry
     WHERE subject_id = ANY($1::uuid[]) AND action IN ${CORRECTIONS} AND at > $2 GROUP BY subject_id`,
    [ids, snapshotAt],
  );
  for (const table of ['former_email', `${RESTORE_POINT}.former_email`]) {
    if (!(await isThere(connection, table))) return;
  }
  await connection.query('DELETE FROM former_email WHERE participant_id = ANY($1::uuid[])', [ids]);
  await connection.query(
    `INSERT INTO former_email (participant_id, email_key, until)
     SELECT participant_id, email_key, until FROM ${RESTORE_POINT}.former_email WHERE participant_id = ANY($1::uuid[])`,
    [ids],
  );
}

/** Whether the backup's schema has that table, or that of the restore point, where it is named. */
export async function isThere(connection: Connection, table: string): Promise<boolean> {
  const { rows } = await connection.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [table]);
  return rows[0]!.there;
}
