import { ArchiveClient } from '../../testing/archive-client.js';
import { holdTransaction } from '../../testing/hold-transaction.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { StoriesRepository } from './stories.repository.js';
import { type ChangesRead, StoryChangesRepository } from './story-changes.repository.js';

/** The tables that a statement reads, as PostgreSQL plans it. */
function tablesIn(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const own = 'Relation Name' in plan ? [plan['Relation Name'] as string] : [];
  return [...own, ...Object.values(plan).flatMap(tablesIn)];
}

describe('whose public story may have changed', () => {
  let testApp: TestApp;
  let archive: ArchiveClient;
  let changes: StoryChangesRepository;
  let id: string;
  let before: ChangesRead;
  const query = (sql: string, values: unknown[] = []) => testApp.dataSource.query<unknown[]>(sql, values);
  /**
   * The moment of a reader. Transactions of other databases of this server hold it back, and what was noted before is told
   * again then: cases count from a transaction that is over.
   */
  const readAll = async (): Promise<ChangesRead> => {
    const { upTo } = await changes.findSince(null);
    const [{ oldest }] = (await query('SELECT pg_current_xact_id()::text AS oldest')) as [{ oldest: string }];
    return { ...upTo, oldest };
  };
  const changedSince = async (since: ChangesRead) => (await changes.findSince(since)).participantIds;

  beforeAll(async () => {
    testApp = await createTestApp();
    archive = await ArchiveClient.signIn(testApp);
    changes = testApp.app.get(StoryChangesRepository, { strict: false });
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    id = await archive.register('Anna');
    // Of a file that nobody has uploaded: nothing is made of it meanwhile.
    await query(
      `WITH file AS (
         INSERT INTO media_file (id, key, sha256, bytes, mime_type, created_at)
         VALUES (gen_random_uuid(), $1, '\\x01', 1, 'video/mp4', now()) RETURNING id
       )
       INSERT INTO showcase_video (id, participant_id, question_id, media_id, title, description, transcript, filename, created_at)
       SELECT gen_random_uuid(), $1::uuid, 1, id, 'An answer', '', 'I rest.', 'clip.mp4', now() FROM file`,
      [id],
    );
    before = await readAll();
  });

  it('is noted in every table of which publishing reads something', async () => {
    const statements: string[] = [];
    const asked = { query: (sql: string) => (statements.push(sql), Promise.resolve([])) };
    await new StoriesRepository(asked as never).findPublications(null);
    const read = new Set(tablesIn(await query(`EXPLAIN (FORMAT JSON) ${statements[0]}`)));
    expect([...read].toSorted()).toEqual(expect.arrayContaining(['cut_release', 'media_file', 'showcase_video']));
    const noted = await query(`SELECT DISTINCT event_object_table AS name FROM information_schema.triggers
                               WHERE trigger_name LIKE '%\\_changes\\_stor%'`);
    expect([...read].filter((name) => !noted.some((row) => (row as { name: string }).name === name))).toEqual([]);
  });

  it('is nobody’s when nothing has happened, also where people do something else', async () => {
    await archive.register('Cleo');
    await query(`UPDATE participant SET tag = true, first_name = first_name WHERE user_name = 'nobody'`);
    await query('UPDATE participant SET tag = true');
    expect(await changedSince(before)).toEqual([]);
  });

  it.each([
    ['a video', 'UPDATE showcase_video SET revision = revision + 1 WHERE participant_id = $1'],
    ['a video that goes', 'DELETE FROM showcase_video WHERE participant_id = $1'],
    ['a choice', `INSERT INTO story_choice (participant_id, hidden_at) VALUES ($1, now())`],
    ['a name', `UPDATE participant SET first_name = 'Anne' WHERE id = $1`],
    ['an address', `UPDATE participant SET user_name = 'anne' WHERE id = $1`],
    ['a former address', `INSERT INTO former_address (user_name, participant_id) VALUES ('anya', $1)`],
    ['a number', 'INSERT INTO story_publication (participant_id) VALUES ($1)'],
    ['a person who goes', 'DELETE FROM participant WHERE id = $1'],
    [
      'what was made of a video',
      `INSERT INTO video_preparation (media_id, line, waiting_since, state, changed_at)
       SELECT media_id, 'approved', now(), 'waiting', now() FROM showcase_video WHERE participant_id = $1
       ON CONFLICT (media_id) DO UPDATE SET changed_at = now()`,
    ],
    [
      'a picture from a host',
      'INSERT INTO hosted_thumbnail (video_id) SELECT id FROM showcase_video WHERE participant_id = $1',
    ],
    [
      'a film',
      `UPDATE media_file SET sha256 = '\\x00' FROM showcase_video v WHERE v.media_id = media_file.id AND v.participant_id = $1`,
    ],
  ])('is theirs: %s', async (_, sql) => {
    await query(sql, [id]);
    expect(await changedSince(before)).toEqual([id]);
  });

  it('is that of both, of a video that moves', async () => {
    const other = await archive.register('Dan');
    await query('UPDATE showcase_video SET participant_id = $2 WHERE participant_id = $1', [id, other]);
    expect((await changedSince(before))?.toSorted()).toEqual([id, other].toSorted());
  });

  it('is anybody’s once a question has changed', async () => {
    await query('UPDATE question SET sequence = sequence + 10 WHERE id = 1');
    expect(await changedSince(before)).toBeNull();
  });

  it('is told again of who began to change before and is done later', async () => {
    await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query('UPDATE showcase_video SET revision = revision + 1 WHERE participant_id = $1', [id]),
    );
    // Begun later, and done before.
    await archive.register('Eva');
    const meanwhile = await changes.findSince(before);
    expect(meanwhile.participantIds).not.toContain(id);
    const { upTo: after } = await changes.findSince(null);
    await commit();
    expect(await changedSince(meanwhile.upTo)).toContain(id);
    expect(await changedSince(after)).toContain(id);
  });

  it.each(['public_from', 'public_until'])('is theirs once the day has come that was set: %s', async (column) => {
    await query(
      `INSERT INTO cut_release (participant_id, film, cut_hash, decision, ${column})
       VALUES ($1, 'a film', 'a cut', 'yes', clock_timestamp() - interval '5 seconds')`,
      [id],
    );
    const after = await readAll();
    expect(await changedSince(after)).toEqual([]);
    expect(await changedSince({ ...after, at: new Date(after.at.getTime() - 60_000) })).toEqual([id]);
    await query(`UPDATE cut_release SET ${column} = now() + interval '1 hour' WHERE participant_id = $1`, [id]);
    const later = await readAll();
    expect(await changedSince({ ...later, at: new Date(later.at.getTime() - 60_000) })).toEqual([]);
  });

  it('is anybody’s for whoever has read too long ago, or before the database began', async () => {
    expect(await changedSince({ ...before, at: new Date(Date.now() - 25 * 60 * 60_000) })).toBeNull();
    expect(await changedSince({ ...before, server: '1.5' })).toBeNull();
    expect(await changedSince({ ...before, at: new Date(Date.now() + 60_000) })).toBeNull();
    expect(await changedSince({ ...before, oldest: '18446744073709551615' })).toBeNull();
  });

  it('is anybody’s where it is that of very many', async () => {
    await query('INSERT INTO story_change (participant_id) SELECT gen_random_uuid() FROM generate_series(1, 1000)');
    expect(await changedSince(before)).toHaveLength(1000);
    await query('INSERT INTO story_change (participant_id) VALUES (gen_random_uuid())');
    expect(await changedSince(before)).toBeNull();
    await query('DELETE FROM story_change');
  });

  it('is anybody’s once a newer version has changed what the database knows', async () => {
    await query(`INSERT INTO migrations (timestamp, name) VALUES (1, 'OfTomorrow')`);
    expect(await changedSince(before)).toBeNull();
    await query(`DELETE FROM migrations WHERE name = 'OfTomorrow'`);
    expect(await changedSince(before)).toEqual([]);
  });

  it('costs a change of what was made of a video no look through all videos', async () => {
    const indexed = await query(
      `SELECT FROM pg_indexes WHERE tablename = 'showcase_video' AND indexdef LIKE '%(media_id)'`,
    );
    expect(indexed).toHaveLength(1);
  });

  it('is not told of transactions of another database, once all was read', async () => {
    await query(`INSERT INTO story_change (participant_id, changed_in) VALUES ($1, '18446744073709551615')`, [id]);
    expect(await changedSince(before)).toEqual([id]);
    await changes.removeOld();
    expect(await changedSince(before)).toEqual([]);
  });

  it('is forgotten after two days', async () => {
    const noted = 'SELECT FROM story_change WHERE participant_id = $1';
    await query(`UPDATE story_change SET changed_at = now() - interval '47 hours' WHERE participant_id = $1`, [id]);
    await changes.removeOld();
    expect(await query(noted, [id])).not.toEqual([]);
    await query(`UPDATE story_change SET changed_at = now() - interval '49 hours' WHERE participant_id = $1`, [id]);
    await changes.removeOld();
    expect(await query(noted, [id])).toEqual([]);
  });
});
