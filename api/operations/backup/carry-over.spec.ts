import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { LocalMediaStore } from '../../media/store/local-media-store.js';
import { dataSourceOptions } from '../../platform/database/data-source.js';
import { newState, type TestState } from '../../testing/test-app.js';
import { restoreBackup, undoRestore } from './restore-backup.js';
import { Seal } from './seal.js';
import { takeBackup } from './take-backup.js';

let state: Awaited<ReturnType<typeof newState>>;
let dataSource: DataSource;
let folder: string;
beforeEach(async () => {
  state = await newState();
  folder = await mkdtemp(path.join(os.tmpdir(), 'stories-carried-'));
  dataSource = await new DataSource(dataSourceOptions(state.connection)).initialize();
});
afterEach(async () => {
  await dataSource.destroy();
  await state.dispose();
  await rm(folder, { recursive: true });
});

const query = <Row>(sql: string, parameters: unknown[] = []) => dataSource.query<Row[]>(sql, parameters);
const place = () => new LocalMediaStore(path.join(folder, 'backup'));
const store = () => new LocalMediaStore(path.join(state.stateDir, 'media'));
const say = () => {};

async function backUp(): Promise<string> {
  const request = { ...state, store: store(), place: place(), seal: Seal.none, keep: { count: 9, days: 9 } };
  return (await takeBackup({ ...request, version: '1.0.0', say })).manifest.id;
}

function restore(id?: string, to: TestState = state) {
  const files = new LocalMediaStore(path.join(to.stateDir, 'media'));
  const request = { ...to, store: files, place: place(), seal: Seal.none, id, say };
  return restoreBackup({ ...request, keepNoes: async () => {}, checkHealth: async () => {} });
}

const undo = (keepNoes = async () => {}) => undoRestore(state.connection, keepNoes);

async function person(email: string): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO participant (id, first_name, last_name, email, email_key, user_name, created_at)
     VALUES ($1::uuid, 'Anna', 'A', $2, $2, $1::uuid::text, now())`,
    [id, email],
  );
  return id;
}

async function correct(id: string, email: string, action = 'participant_corrected'): Promise<void> {
  await query('UPDATE participant SET email = $2, email_key = $2 WHERE id = $1', [id, email]);
  await query(
    `INSERT INTO audit_entry (actor, action, subject_type, subject_id)
     VALUES ('staff', $2, 'participant', $1)`,
    [id, action],
  );
}

/** A browser that is known, or signed in. */
async function browser(table: 'device_token' | 'participant_session', id: string, token: string): Promise<void> {
  await query(
    `INSERT INTO ${table} (token_hash, participant_id, created_at, last_seen_at) VALUES (sha256($2), $1, now(), now())`,
    [id, token],
  );
}

const mailboxes = async () => {
  const rows = await query<{ id: string; key: string }>('SELECT id, email_key AS key FROM participant');
  return Object.fromEntries(rows.map(({ id, key }) => [id, key]));
};

describe('an e-mail in a restore', () => {
  it('stays the one that it was corrected to since, with those before it', async () => {
    const id = await person('w@example.org');
    await backUp();
    await correct(id, 'anna@example.org');
    await query(`INSERT INTO former_email (participant_id, email_key) VALUES ($1, 'before@example.org')`, [id]);
    await restore();
    expect(await query('SELECT email, email_key AS key FROM participant')).toEqual([
      { email: 'anna@example.org', key: 'anna@example.org' },
    ]);
    expect(await query('SELECT email_key AS key FROM former_email')).toEqual([{ key: 'before@example.org' }]);
  });

  it('is unproven where it was corrected since to one that nobody has proven', async () => {
    const id = await person('w@example.org');
    await backUp();
    await correct(id, 'anna@example.org');
    await query(`UPDATE participant SET mailbox_corrected_at = '2026-01-01T00:00:00Z'`);
    await restore();
    expect(await query('SELECT email, mailbox_corrected_at AS at FROM participant')).toEqual([
      { email: 'anna@example.org', at: new Date('2026-01-01T00:00:00Z') },
    ]);
  });

  it('stays the one that its person changed it to, however often that backup is restored', async () => {
    const id = await person('w@example.org');
    await backUp();
    await correct(id, 'anna@example.org', 'own_data_changed');
    for (const time of ['once', 'again']) {
      await restore();
      expect([time, await mailboxes()]).toEqual([time, { [id]: 'anna@example.org' }]);
    }
  });

  it('has those before it that it has now, where it had some in the backup', async () => {
    const id = await person('w@example.org');
    const before = (email: string) =>
      query('INSERT INTO former_email (participant_id, email_key) VALUES ($1, $2)', [id, email]);
    await before('first@example.org');
    await before('forgotten@example.org');
    await backUp();
    await correct(id, 'anna@example.org');
    await query(`DELETE FROM former_email WHERE email_key = 'forgotten@example.org'`);
    await before('w@example.org');
    await restore();
    expect(await query('SELECT email_key AS key FROM former_email ORDER BY key')).toEqual([
      { key: 'first@example.org' },
      { key: 'w@example.org' },
    ]);
  });

  it('is that of a later backup, although an earlier one was restored in between', async () => {
    const id = await person('w@example.org');
    const earlier = await backUp();
    await correct(id, 'ana@example.org');
    const between = await backUp();
    await correct(id, 'anna@example.org');
    const later = await backUp();
    await restore(between);
    await restore(earlier);
    await query(`UPDATE participant SET email = 'ana@example.org', email_key = 'ana@example.org'`);
    await restore(later);
    expect(await mailboxes()).toEqual({ [id]: 'anna@example.org' });
  });

  it('stays so however often that backup is restored', async () => {
    const id = await person('w@example.org');
    await backUp();
    await correct(id, 'anna@example.org');
    await restore();
    await restore();
    expect(await mailboxes()).toEqual({ [id]: 'anna@example.org' });
  });

  it('is whose it is since, also where others had it until then', async () => {
    const [first, second, left] = [await person('a@x.org'), await person('b@x.org'), await person('c@x.org')];
    const third = await person('d@x.org');
    await backUp();
    await correct(first, 'on its way');
    await correct(second, 'a@x.org');
    await correct(first, 'b@x.org');
    await query('DELETE FROM participant WHERE id = $1', [left]);
    await correct(third, 'c@x.org');
    await restore();
    expect(await mailboxes()).toEqual({
      [first]: 'b@x.org',
      [second]: 'a@x.org',
      [third]: 'c@x.org',
      [left]: `c@x.org ${left}`,
    });
  });

  it('is that of the backup, where that is the later one', async () => {
    const id = await person('w@example.org');
    const earlier = await backUp();
    await correct(id, 'anna@example.org');
    const later = await backUp();
    await query(`UPDATE participant SET email = 'w@example.org', email_key = 'w@example.org'`);
    await restore(later);
    expect(await mailboxes()).toEqual({ [id]: 'anna@example.org' });
    await restore(earlier);
    expect(await mailboxes()).toEqual({ [id]: 'anna@example.org' });
  });
});

describe('a browser in a restore', () => {
  it('stays unknown that was forgotten since', async () => {
    const id = await person('a@x.org');
    for (const token of ['known', 'forgotten']) await browser('device_token', id, token);
    await backUp();
    await query(`DELETE FROM device_token WHERE token_hash = sha256('forgotten')`);
    await restore();
    expect(await query(`SELECT token_hash = sha256('known') AS known FROM device_token`)).toEqual([{ known: true }]);
  });

  it('stays signed in on a new machine, on which a server has started already', async () => {
    const id = await person('a@x.org');
    await browser('participant_session', id, 'signed in');
    await backUp();
    const machine = await newState();
    try {
      await restore(undefined, machine);
      const client = new pg.Client(machine.connection);
      await client.connect();
      const { rows } = await client.query('SELECT participant_id AS id FROM participant_session');
      await client.end();
      expect(rows).toEqual([{ id }]);
    } finally {
      await machine.dispose();
    }
  });
});

/** When links were answered, by their tokens, which are bare here. */
const answered = async () => {
  const rows = await query<{ token: string; at: Date | null }>(
    `SELECT convert_from(token_hash, 'UTF8') AS token, answered_at AS at FROM release_link`,
  );
  return Object.fromEntries(rows.map(({ token, at }) => [token, at?.toISOString() ?? null]));
};

describe('a mailed link to one cut in a restore', () => {
  const ANSWER = '2026-03-03T00:00:00.000Z';
  const answer = (token: string) =>
    query('UPDATE release_link SET answered_at = $2 WHERE token_hash = $1', [Buffer.from(token), ANSWER]);
  beforeEach(async () => {
    const id = await person('w@example.org');
    const videoId = randomUUID();
    await query(
      `INSERT INTO showcase_video (id, participant_id, video_url, title, created_at)
       VALUES ($1, $2, 'https://vimeo.com/1', 'Life', now())`,
      [videoId, id],
    );
    for (const token of ['answered', 'open', 'before']) {
      await query(
        `INSERT INTO release_link (token_hash, video_id, participant_id, email) VALUES ($1, $2, $3, 'w@example.org')`,
        [Buffer.from(token), videoId, id],
      );
    }
    await answer('before');
  });

  it('stays ended that was answered since, however often that backup is restored, and no other', async () => {
    await backUp();
    await answer('answered');
    for (const time of ['once', 'again']) {
      await restore();
      expect([time, await answered()]).toEqual([time, { before: ANSWER, answered: ANSWER, open: null }]);
    }
  });

  it('stays ended that was answered in between, where the restore is undone', async () => {
    await backUp();
    await query(`DELETE FROM release_link WHERE token_hash = 'before'`);
    await restore();
    await answer('answered');
    await undo();
    expect(await answered()).toEqual({ answered: ANSWER, open: null });
  });

  it('works on where nobody knows of an answer', async () => {
    await backUp();
    const machine = await newState();
    try {
      await restore(undefined, machine);
      const client = new pg.Client(machine.connection);
      await client.connect();
      const { rows } = await client.query('SELECT FROM release_link WHERE answered_at IS NULL');
      await client.end();
      expect(rows).toHaveLength(2);
    } finally {
      await machine.dispose();
    }
  });
});

describe('who came back since', () => {
  it('is told again before anything goes, as everybody is, and was there when they were', async () => {
    const [came, stayed, kept] = [await person('a@x.org'), await person('b@x.org'), await person('c@x.org')];
    const [known, signedOut] = [await person('d@x.org'), await person('e@x.org')];
    const due = (id: string, until: string | null) =>
      query(
        `INSERT INTO due_removal (kind, participant_id, active_at, mailed_at, mailed_nights, kept_until)
         VALUES ('unsubmitted', $1, '2025-01-01', '2026-01-01', 20, $2)`,
        [id, until],
      );
    await due(came, null);
    await due(kept, '2099-01-01');
    const visit = (id: string, at: string) => query('INSERT INTO participant_visit VALUES ($1, $2)', [id, at]);
    await visit(came, '2025-01-01');
    await visit(stayed, '2026-02-02T00:00:00Z');
    await backUp();
    await query('DELETE FROM due_removal');
    await query('DELETE FROM participant_visit');
    const seen = (table: string, id: string, at: string) =>
      query(
        `INSERT INTO ${table} (token_hash, participant_id, created_at, last_seen_at, is_proven)
         VALUES ('x', $1, now(), $2, true)`,
        [id, at],
      );
    await seen('participant_session', came, '2026-03-03T00:00:00Z');
    await seen('device_token', known, '2026-04-04T00:00:00Z');
    await visit(signedOut, '2026-05-05T00:00:00Z');
    await visit(stayed, '2026-01-01');
    const since = await person('new@x.org');
    await visit(since, '2026-01-01');
    await restore();
    expect(await query('SELECT participant_id AS id FROM due_removal')).toEqual([{ id: kept }]);
    expect(await query('SELECT participant_id AS id, at FROM participant_visit ORDER BY at')).toEqual([
      { id: stayed, at: new Date('2026-02-02T00:00:00Z') },
      { id: came, at: new Date('2026-03-03T00:00:00Z') },
      { id: known, at: new Date('2026-04-04T00:00:00Z') },
      { id: signedOut, at: new Date('2026-05-05T00:00:00Z') },
    ]);
  });
});

/** What was said of somebody, by links of which each is one letter here. */
interface Said {
  at: string;
  state: string;
  email: string | null;
  link?: string;
  agreed?: string[];
}

const hashOf = (link?: string) => (link === undefined ? null : Buffer.from(link));

async function said(id: string, { at, state: now, email, link, agreed = [] }: Said): Promise<void> {
  await query(
    `INSERT INTO recording_consent (participant_id, state, version, changed_at, guardian_email, guardian_token_hash,
       guardian_agreed_hashes, guardian_asked_at, guardian_mails)
     VALUES ($1, $2, '1', $3, $4, $5, $6::bytea[], $3, 1)
     ON CONFLICT (participant_id) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at,
       guardian_email = excluded.guardian_email, guardian_token_hash = excluded.guardian_token_hash,
       guardian_agreed_hashes = excluded.guardian_agreed_hashes`,
    [id, now, at, email, hashOf(link), agreed.map(hashOf)],
  );
}

const guardians = async () => {
  const rows = await query<{ id: string; state: string; email: string; link: Buffer | null; agreed: Buffer[] }>(
    `SELECT participant_id AS id, state, guardian_email AS email, guardian_token_hash AS link, guardian_agreed_hashes AS agreed
     FROM recording_consent`,
  );
  return Object.fromEntries(
    rows.map(({ id, link, agreed, ...row }) => [
      id,
      { ...row, link: link?.toString() ?? null, agreed: agreed.map(String) },
    ]),
  );
};

describe("a guardian's link in a restore", () => {
  const WRONG = { at: '2026-01-01', state: 'guardian_asked', email: 'wrong@x.org', link: 'w' };
  const MOTHER = { at: '2026-01-02', state: 'given', email: 'mother@x.org', link: 'm', agreed: ['m'] };

  it('is that of whoever was asked last, however often that backup is restored', async () => {
    const [replaced, asked, own] = [await person('a@x.org'), await person('b@x.org'), await person('c@x.org')];
    await said(replaced, WRONG);
    await said(asked, { ...WRONG, link: 'v' });
    await said(own, { at: '2026-01-01', state: 'given', email: null });
    await backUp();
    await said(replaced, MOTHER);
    await said(own, { ...MOTHER, link: 'n', agreed: ['n'] });
    for (const time of ['once', 'again']) {
      await restore();
      expect([time, await guardians()]).toEqual([
        time,
        {
          [replaced]: { state: 'guardian_asked', email: 'mother@x.org', link: 'm', agreed: ['m'] },
          [asked]: { state: 'guardian_asked', email: 'wrong@x.org', link: 'v', agreed: [] },
          // The ledger makes of it that a guardian is asked.
          [own]: { state: 'none', email: 'mother@x.org', link: 'n', agreed: ['n'] },
        },
      ]);
    }
  });

  it('ends where nobody knows whether another was asked since, unless they have said yes', async () => {
    const [asked, agreed] = [await person('a@x.org'), await person('b@x.org')];
    await said(asked, WRONG);
    await said(agreed, MOTHER);
    await backUp();
    await query('DELETE FROM recording_consent');
    for (const time of ['once', 'again']) {
      await restore();
      const links = Object.entries(await guardians()).map(([id, { link }]) => [id, link]);
      expect([time, Object.fromEntries(links)]).toEqual([time, { [asked]: null, [agreed]: 'm' }]);
    }
  });

  it('is of what somebody began alone, where the owner of the e-mail has come since and asked another', async () => {
    const [asked, agreed] = [await person('a@x.org'), await person('b@x.org')];
    await said(asked, WRONG);
    await said(agreed, { ...WRONG, state: 'given', link: 'v', agreed: ['v'] });
    await backUp();
    await query(`UPDATE participant SET email_proven_at = now(), kept_under = jsonb_build_array(gen_random_uuid())`);
    await said(asked, MOTHER);
    await said(agreed, { ...MOTHER, link: 'n', agreed: ['n'] });
    for (const time of ['once', 'again']) {
      await restore();
      expect([time, await guardians()]).toEqual([
        time,
        {
          [asked]: { state: 'guardian_asked', email: 'wrong@x.org', link: null, agreed: [] },
          [agreed]: { state: 'given', email: 'wrong@x.org', link: 'v', agreed: ['v'] },
        },
      ]);
    }
  });

  it('is none of those before staff had the person asked anew', async () => {
    const id = await person('a@x.org');
    await said(id, { ...WRONG, state: 'guardian_refused', agreed: ['w'] });
    await query('UPDATE recording_consent SET may_transcribe = true, may_keep_words = true, may_keep_photos = false');
    await backUp();
    await said(id, MOTHER);
    await query('UPDATE recording_consent SET asked_anew_at = $1', ['2026-01-01T12:00:00Z']);
    for (const time of ['once', 'again']) {
      await restore();
      expect([time, await guardians()]).toEqual([
        time,
        // The ledger makes of it that a guardian is asked.
        { [id]: { state: 'none', email: 'mother@x.org', link: 'm', agreed: ['m'] } },
      ]);
      const may = 'may_transcribe AS transcribe, may_keep_words AS words, may_keep_photos AS photos';
      expect(await query(`SELECT asked_anew_at AS at, ${may} FROM recording_consent`)).toEqual([
        { at: new Date('2026-01-01T12:00:00Z'), transcribe: null, words: null, photos: false },
      ]);
    }
  });

  it('is that of a later backup, although an earlier one was restored in between', async () => {
    const id = await person('a@x.org');
    await said(id, WRONG);
    const earlier = await backUp();
    await said(id, MOTHER);
    const later = await backUp();
    await query('UPDATE recording_consent SET changed_at = $1, guardian_email = $2', [WRONG.at, WRONG.email]);
    await restore(earlier);
    await restore(later);
    expect(await guardians()).toMatchObject({ [id]: { state: 'given', email: 'mother@x.org', link: 'm' } });
  });
});

describe('what was there before a restore, once that was used and is undone', () => {
  it('knows who came back, whose e-mail is another, which browsers and links have ended, and who is asked', async () => {
    const id = await person('w@example.org');
    for (const token of ['known', 'forgotten']) await browser('device_token', id, token);
    await said(id, { at: '2026-01-01', state: 'guardian_asked', email: 'wrong@x.org', link: 'w' });
    await query(
      `INSERT INTO helper_link (id, participant_id, token_hash, is_proven, created_at, ends_at)
       VALUES (gen_random_uuid(), $1, 'z', true, now(), now() + interval '7 days')`,
      [id],
    );
    await backUp();
    await query(
      `INSERT INTO due_removal (kind, participant_id, active_at, mailed_at, mailed_nights, listed_at, listed_nights)
       VALUES ('unsubmitted', $1, '2025-01-01', '2026-01-01', 20, '2026-02-01', 20)`,
      [id],
    );
    const asked = await person('b@x.org');
    await said(asked, { at: '2026-01-01', state: 'guardian_asked', email: 'father@x.org', link: 'f' });
    await browser('device_token', asked, 'came since');
    await browser('device_token', id, 'reads the wrong mailbox');
    const due = `INSERT INTO reminder (participant_id, kind, due_at) VALUES ($1, 'asked', now() - interval '1 hour')`;
    await query(due, [asked]);
    await restore();
    await query('UPDATE participant_visit SET at = $1', ['2099-01-01T00:00:00Z']);
    await query(`DELETE FROM device_token WHERE token_hash = sha256('forgotten')`);
    await said(id, { at: '2026-01-02', state: 'guardian_asked', email: 'mother@x.org', link: 'm' });
    await correct(id, 'anna@example.org');
    await undo();
    expect(await query('SELECT FROM due_removal')).toEqual([]);
    expect(await query('SELECT max(at) AS at FROM participant_visit')).toEqual([
      { at: new Date('2099-01-01T00:00:00Z') },
    ]);
    expect(await mailboxes()).toEqual({ [id]: 'anna@example.org', [asked]: 'b@x.org' });
    const known = (token: string) => query('SELECT FROM device_token WHERE token_hash = sha256($1)', [token]);
    expect(await Promise.all(['known', 'came since', 'forgotten', 'reads the wrong mailbox'].map(known))).toMatchObject(
      [[{}], [{}], [], []],
    );
    expect(await query('SELECT FROM reminder WHERE sent_at IS NULL')).toHaveLength(1);
    expect(await query('SELECT FROM helper_link WHERE ended_at IS NULL')).toEqual([]);
    const { [id]: replaced, [asked]: mailed } = await guardians();
    expect(replaced).toMatchObject({ email: 'mother@x.org', link: 'm' });
    expect(mailed).toMatchObject({ email: 'father@x.org', link: 'f' });
  });

  it('knows what people took back, before anything of it changes', async () => {
    const id = await person('w@example.org');
    await backUp();
    await query('DELETE FROM participant');
    await restore();
    await expect(undo(() => Promise.reject(new Error('the disk is full')))).rejects.toThrow('the disk is full');
    expect(await mailboxes()).toEqual({ [id]: 'w@example.org' });
    let kept: object | undefined;
    await undo(async () => {
      kept = await mailboxes();
    });
    expect(kept).toEqual({ [id]: 'w@example.org' });
    expect(await mailboxes()).toEqual({});
  });
});
