import { noteVisits, visits } from '../../people/sign-in/visits.js';
import type { Connection } from '../../platform/database/table-copies.js';

/** What an older database takes the place of. */
export interface Replaced {
  /** Its schema. */
  from: string;
  /** Since when it may know more. */
  since: string;
  /** Since when it may have mailed what is due: always, unless told. */
  mailedSince?: string;
  /** Until when it was told of who is signed in: all of that, unless told. */
  toldUntil?: string;
}

/**
 * In the transaction in which an older database takes the place of another one: whoever has signed out since stays signed
 * out, whoever has another e-mail since keeps that, and so do guardians their links. Links of helpers, mailed ones and those
 * to another e-mail end, those to one cut where they were answered since, and staff have to sign in anew.
 */
export async function carryOver(
  connection: Connection,
  { from, since, mailedSince = '-infinity', toldUntil = 'infinity' }: Replaced,
): Promise<void> {
  // What was there before a restore may have been nothing at all.
  if (!(await isThere(connection, 'participant'))) return;
  await connection.query('DELETE FROM staff_session');
  await connection.query('DELETE FROM sign_in_link');
  await endAccounts(connection, from, toldUntil);
  // Some may have been ended since.
  if (await isThere(connection, 'helper_link')) {
    await connection.query('UPDATE helper_link SET ended_at = now() WHERE ended_at IS NULL');
  }
  if (await isThere(connection, 'email_change')) await connection.query('DELETE FROM email_change');
  // What was due since may have been mailed.
  for (const table of await scheduledTables(connection)) {
    await connection.query(
      `UPDATE ${table} SET sent_at = now() WHERE sent_at IS NULL AND due_at <= now() AND due_at > $1`,
      [mailedSince],
    );
  }
  await carryVisits(connection, from);
  const corrected = await carryMailboxes(connection, from, since);
  await endBrowsers(connection, from, toldUntil, corrected);
  await endAnsweredLinks(connection, from);
  await carryGuardians(connection, from);
}

/**
 * No link or challenge of producers counts any more, and no account or passkey that was removed since comes back.
 * Where no account is known beside it, they are all there is; but who was added later than that was told stays.
 */
async function endAccounts(connection: Connection, from: string, toldUntil: string): Promise<void> {
  if (!(await isThere(connection, 'staff_account'))) return;
  await connection.query('DELETE FROM staff_link');
  await connection.query('DELETE FROM passkey_challenge');
  if (!(await isThere(connection, `${from}.staff_account`))) return;
  const { rows } = await connection.query<{ some: boolean }>(
    `SELECT EXISTS (SELECT FROM ${from}.staff_account) AS some`,
  );
  if (!rows[0]!.some) return;
  for (const table of ['staff_account', 'passkey']) {
    await connection.query(
      `DELETE FROM ${table} WHERE id NOT IN (SELECT id FROM ${from}.${table}) AND created_at <= $1`,
      [toldUntil],
    );
  }
}

/**
 * The tables of what waits for its time and must not be done again, such as mails: each of those says when that is, and when
 * it was sent.
 */
async function scheduledTables(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT attrelid::regclass::text AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relkind = 'r' AND pg_table_is_visible(attrelid) AND attname IN ('due_at', 'sent_at')
     GROUP BY attrelid HAVING count(*) = 2`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Where it is known who was signed in, nobody else is; but whoever has come later than that was told.
 * @param corrected people whose e-mail is another since: of theirs nobody is, in any case
 */
async function endBrowsers(
  connection: Connection,
  from: string,
  toldUntil: string,
  corrected: string[],
): Promise<void> {
  const tables = ['participant_session', 'device_token'];
  for (const table of tables) if (!(await isThere(connection, `${from}.${table}`))) return;
  const { rows } = await connection.query<{ some: boolean }>(`SELECT EXISTS (SELECT FROM ${from}.participant) AS some`);
  if (!rows[0]!.some) return;
  for (const table of tables) {
    await connection.query(
      `DELETE FROM ${table} WHERE token_hash NOT IN (SELECT token_hash FROM ${from}.${table})
         AND (created_at <= $1 OR participant_id = ANY ($2::uuid[]))`,
      [toldUntil, corrected],
    );
  }
}

/** A mailed link to one cut shows that film to nobody any more once it was answered, wherever that was. */
async function endAnsweredLinks(connection: Connection, from: string): Promise<void> {
  for (const table of ['release_link', `${from}.release_link`]) if (!(await isThere(connection, table))) return;
  await connection.query(
    `UPDATE release_link l SET answered_at = later.answered_at FROM ${from}.release_link later
     WHERE later.token_hash = l.token_hash AND l.answered_at IS NULL`,
  );
}

/** Whoever came back was there, and nothing of anybody's goes before they were told anew. What staff keep for a time, they keep. */
async function carryVisits(connection: Connection, from: string): Promise<void> {
  if (!(await isThere(connection, 'due_removal'))) return;
  await connection.query('DELETE FROM due_removal WHERE kept_until IS NULL');
  for (const table of ['participant_visit', `${from}.participant_visit`]) {
    if (!(await isThere(connection, table))) return;
  }
  const seen = visits(`${from}.`);
  await connection.query(
    noteVisits(`SELECT * FROM (${seen}) AS visit WHERE participant_id IN (SELECT id FROM participant)`),
  );
}

const CORRECTED = 'mailbox_corrected_at';
const CORRECTIONS = `('participant_corrected', 'own_data_changed')`;

/**
 * An e-mail that was changed since stays the one that it was changed to. Who reads the mail of an earlier one, as somebody who
 * got it by a mistake in typing, is not let in by it again. Returns whose that is.
 */
async function carryMailboxes(connection: Connection, from: string, since: string): Promise<string[]> {
  const needed = [`${from}.participant`, `${from}.audit_entry`];
  for (const table of needed) if (!(await isThere(connection, table))) return [];
  const { rows } = await connection.query<{ id: string; key: string }>(
    `SELECT p.id, later.email_key AS key
     FROM participant p JOIN ${from}.participant later USING (id)
     WHERE (p.email, p.email_key) <> (later.email, later.email_key) AND EXISTS (
       SELECT FROM ${from}.audit_entry
       WHERE subject_id = p.id AND action IN ${CORRECTIONS} AND at > $1)`,
    [since],
  );
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  // Two may have swapped theirs, or have that of somebody who has left. With a blank in it, it is no key of any address.
  await connection.query(
    `UPDATE participant SET email_key = email_key || ' ' || id WHERE id = ANY($1::uuid[]) OR email_key = ANY($2)`,
    [ids, rows.map(({ key }) => key)],
  );
  await connection.query(
    `UPDATE participant p SET email = later.email, email_key = later.email_key
     FROM ${from}.participant later WHERE p.id = later.id AND p.id = ANY($1::uuid[])`,
    [ids],
  );
  const isCorrectionKept =
    (await isThere(connection, 'participant', CORRECTED)) &&
    (await isThere(connection, `${from}.participant`, CORRECTED));
  if (isCorrectionKept) {
    await connection.query(
      `UPDATE participant p SET ${CORRECTED} = later.${CORRECTED}
       FROM ${from}.participant later WHERE p.id = later.id AND p.id = ANY($1::uuid[])`,
      [ids],
    );
  }
  // The next restore finds what was changed since as this one did.
  await connection.query(
    `INSERT INTO audit_entry (actor, action, subject_type, subject_id, at)
     SELECT 'staff', 'participant_corrected', 'participant', subject_id, max(at) FROM ${from}.audit_entry
     WHERE subject_id = ANY($1::uuid[]) AND action IN ${CORRECTIONS} AND at > $2 GROUP BY subject_id`,
    [ids, since],
  );
  for (const table of ['former_email', `${from}.former_email`]) {
    if (!(await isThere(connection, table))) return ids;
  }
  await connection.query('DELETE FROM former_email WHERE participant_id = ANY($1::uuid[])', [ids]);
  await connection.query(
    `INSERT INTO former_email (participant_id, email_key, until)
     SELECT participant_id, email_key, until FROM ${from}.former_email WHERE participant_id = ANY($1::uuid[])`,
    [ids],
  );
  return ids;
}

const GUARDIANS = ['recording_consent', 'guardian_set_apart'];
const AGREED = 'guardian_agreed_hashes';
const ASKED_ANEW = 'asked_anew_at';
/** A yes to these ends, too, where somebody is asked anew. */
const ENDED_ANEW = ['may_transcribe', 'may_keep_words', 'may_keep_photos'];

/**
 * Whoever was asked last as a parent or guardian stays the one who is, by the links that they have; what they said the ledger
 * tells. Not where another browser has proven the e-mail in between: the one was asked about what was begun, the other by its
 * owner.
 */
async function carryGuardians(connection: Connection, from: string): Promise<void> {
  for (const table of GUARDIANS) {
    const isKnown =
      (await isThere(connection, table, AGREED)) && (await isThere(connection, `${from}.${table}`, AGREED));
    if (!isKnown) continue;
    const canTell =
      (await isThere(connection, table, ASKED_ANEW)) && (await isThere(connection, `${from}.${table}`, ASKED_ANEW));
    // What was said until then, and over which links, counts no more.
    const isAnew = canTell ? `later.${ASKED_ANEW} > coalesce(c.${ASKED_ANEW}, '-infinity')` : 'false';
    // A yes that somebody gave who has turned out to be under 18 is no guardian's.
    await connection.query(
      `UPDATE ${table} c SET guardian_email = later.guardian_email, guardian_token_hash = later.guardian_token_hash,
         ${AGREED} = CASE WHEN ${isAnew} THEN later.${AGREED}
           ELSE ARRAY(SELECT unnest(c.${AGREED}) UNION SELECT unnest(later.${AGREED})) END,
         ${canTell ? `${ASKED_ANEW} = greatest(c.${ASKED_ANEW}, later.${ASKED_ANEW}),` : ''}
         ${ENDED_ANEW.map((yes) => `${yes} = CASE WHEN ${isAnew} AND c.${yes} THEN NULL ELSE c.${yes} END,`).join('\n')}
         guardian_asked_at = later.guardian_asked_at, guardian_mails = later.guardian_mails, changed_at = later.changed_at,
         state = CASE WHEN ${isAnew} OR (c.guardian_email IS NULL AND c.state = 'given') THEN 'none' ELSE c.state END
       FROM ${from}.${table} later
       WHERE later.participant_id = c.participant_id AND later.guardian_email IS NOT NULL AND later.changed_at > c.changed_at
         AND EXISTS (SELECT FROM participant p JOIN ${from}.participant now USING (id)
                     WHERE id = c.participant_id AND (p.kept_under IS NULL) = (now.kept_under IS NULL))`,
    );
  }
}

/**
 * In the transaction of a restore, after `carryOver`: a guardian's link without a yes, of which nobody knows whether another one
 * has taken its place since the backup, ends.
 */
export async function endUnknownGuardians(connection: Connection, from: string): Promise<void> {
  for (const table of GUARDIANS) {
    if (!(await isThere(connection, table))) continue;
    const hasAgreed = await isThere(connection, table, AGREED);
    const unanswered = hasAgreed ? `guardian_token_hash <> ALL (${AGREED})` : `state NOT IN ('given', 'withdrawn')`;
    // One without a mailbox is what the ledger told of it.
    const unknown = `NOT EXISTS (
      SELECT FROM ${from}.${table} known WHERE known.participant_id = c.participant_id AND (
        known.changed_at < c.changed_at
        OR (known.changed_at = c.changed_at
          AND (known.guardian_token_hash = c.guardian_token_hash OR known.guardian_email = ''))))`;
    await connection.query(
      `UPDATE ${table} c SET guardian_token_hash = NULL
       WHERE state <> 'guardian_refused' AND ${unanswered}
         AND ${(await isThere(connection, `${from}.${table}`)) ? unknown : 'true'}`,
    );
  }
}

/** Whether the schema that is in use has that table, or the one that is named, and that column of it. */
async function isThere(connection: Connection, table: string, column?: string): Promise<boolean> {
  const { rows } = await connection.query<{ there: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_attribute
       WHERE attrelid = to_regclass($1) AND ($2::text IS NULL OR attname = $2)) AS there`,
    [table, column ?? null],
  );
  return rows[0]!.there;
}
