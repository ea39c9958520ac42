import { appendFile } from 'node:fs/promises';
import { CANARY, expectStoryGone, readMyStory, sendAnswer, sendPhoto, tellStory } from '../../testing/my-story.js';
import { provenPerson } from '../../testing/proven-person.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';
import { filesContaining } from '../../testing/site-files.js';
import { until } from '../../testing/until.js';
import { LedgerReplay } from './ledger-replay.js';

const PATH = '/api/my-story';

describe('my story', () => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  afterAll(() => site.testApp.close());

  /** Undoes in the database what the ledger knows. */
  const forget = async (id: string) => {
    for (const table of ['story_choice', 'cut_release']) {
      await site.testApp.dataSource.query(`DELETE FROM ${table} WHERE participant_id = $1`, [id]);
    }
  };

  /** As a backup has it. */
  const backdate = async (table: string, column: string, id: string) => {
    const times = table === 'written_answer' ? ['created_at', 'changed_at'] : ['created_at'];
    const earlier = times.map((at) => `${at} = ${at} - interval '1 day'`).join();
    await site.testApp.dataSource.query(`UPDATE ${table} SET ${earlier} WHERE ${column} = $1`, [id]);
  };

  it.each([
    ['no tagging', { tag: false }],
    ['no tagging, of somebody without a handle', { tag: false }, { tag: true }],
    ['one handle less', { tiktok: '' }],
    ['another handle', { instagram: '@anne' }],
  ])(
    'has no handle in an older database that was taken back since: %s',
    async (_, change, first: object = { tag: true, instagram: '@anna', tiktok: '@a' }) => {
      const { browser, id } = await provenPerson(site.testApp);
      const replay = () => site.testApp.app.get(LedgerReplay).apply();
      const { dataSource } = site.testApp;
      await browser.patch(PATH).send(first).expect(204);
      expect(await replay()).toBe(0);
      const [before] = await dataSource.query('SELECT tag, instagram, tiktok FROM participant WHERE id = $1', [id]);
      await browser.patch(PATH).send(change).expect(204);
      const now = await readMyStory(browser);
      expect(await replay()).toBe(0);
      expect(await readMyStory(browser)).toEqual(now);
      await dataSource.query('DELETE FROM story_choice WHERE participant_id = $1', [id]);
      const goBack = 'UPDATE participant SET tag = $2, instagram = $3, tiktok = $4 WHERE id = $1';
      await dataSource.query(goBack, [id, ...Object.values(before as object)]);
      expect(await replay()).toBe(1);
      expect(await readMyStory(browser)).toMatchObject({ tag: false, instagram: null, tiktok: null });
      await browser.patch(PATH).send({ tag: true, instagram: '@anna' }).expect(204);
      expect(await replay()).toBe(0);
      expect(await readMyStory(browser)).toMatchObject({ tag: true, instagram: '@anna' });
    },
  );

  describe('in an older database that was restored', () => {
    it('is hidden again before the first request', async () => {
      const { browser, id, video } = await tellStory(site);
      await browser.post(`${PATH}/hide`).expect(204);
      await forget(id);
      await site.testApp.restart();
      await site.bringUpToDate();
      await expectStoryGone(site, video);
    });

    it('stays public where it was shown again', async () => {
      const { browser, video } = await tellStory(site);
      await browser.post(`${PATH}/hide`).expect(204);
      await browser.post(`${PATH}/show`).expect(204);
      expect(await site.testApp.app.get(LedgerReplay).apply()).toBe(0);
      await site.bringUpToDate();
      await site.get(storyOf(video)).expect(200);
    });

    it('is gone again, but for what came after the withdrawal', async () => {
      const { browser, id } = await tellStory(site);
      await browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200);
      await forget(id);
      // Of each kind what the backup has, and what came later.
      const tables = ['answer', 'photo', 'written_answer', 'upload_session'];
      for (const [index, colour] of ['#112233', '#445566'].entries()) {
        await sendAnswer(browser, 1 + index);
        await sendPhoto(browser, colour);
        const written = `/api/written-answers/${3 + index}`;
        await browser.put(written).send({ text: CANARY, revision: 0 }).expect(200);
        const draft = { questionId: 5 + index, filename: 'story.webm', mimeType: 'video/webm' };
        await browser.post('/api/recording-drafts').send(draft).expect(201);
        if (index > 0) continue;
        for (const table of tables) await backdate(table, 'participant_id', id);
      }
      const restored = await site.archive.publish(id, { questionId: 1, transcript: CANARY });
      const later = await site.archive.add(id, { questionId: 2, transcript: CANARY });
      await backdate('showcase_video', 'id', restored.id);
      expect(await site.testApp.app.get(LedgerReplay).apply()).toBe(1);
      expect(await site.testApp.app.get(LedgerReplay).apply()).toBe(0);
      for (const table of tables) {
        const kept = await site.testApp.dataSource.query<object[]>(
          `SELECT created_at > now() - interval '1 hour' AS "isLater" FROM ${table} WHERE participant_id = $1`,
          [id],
        );
        expect([table, kept]).toEqual([table, [{ isLater: true }]]);
      }
      await site.bringUpToDate();
      await expectStoryGone(site, restored);
      await site.archive.get(`/api/admin/showcase-videos/${later.id}`).expect(200);
    });

    it('names nobody who has left', async () => {
      const { browser, id } = await tellStory(site, 'Ophelia');
      const [row] = await site.testApp.dataSource.query('SELECT * FROM participant WHERE id = $1', [id]);
      await browser.post(`${PATH}/leave`).expect(200);
      const columns = Object.keys(row);
      await site.testApp.dataSource.query(
        `INSERT INTO participant (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
        Object.values(row),
      );
      await site.testApp.restart();
      await until(async () => {
        const rows = await site.testApp.dataSource.query('SELECT 1 FROM participant WHERE id = $1', [id]);
        return rows.length === 0;
      });
      expect(await filesContaining(site.inState('ledger'), 'Ophelia')).toEqual([]);
    });

    it('is read past a line that a power cut left unfinished', async () => {
      const { browser, id } = await tellStory(site);
      await appendFile(site.inState('ledger/withdrawals.jsonl'), '{"at":"2026-');
      await browser.post(`${PATH}/hide`).expect(204);
      await forget(id);
      expect(await site.testApp.app.get(LedgerReplay).apply()).toBe(1);
    });
  });
});
