import { jest } from '@jest/globals';
import type { StoryOverviewItem } from '../../contract/stories/stories.js';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { holdTransaction } from '../../testing/hold-transaction.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { Publisher } from '../publishing/publisher.js';
import { TellingSentencesRepository } from './telling-sentences.repository.js';
import { TellingSentencesService } from './telling-sentences.service.js';

const COMMON = 'Before all of this I loved to go out with my friends.';
const RARE = 'A blackbird at my window is my whole evening now.';
const TRANSCRIPT = `${COMMON}\n\n${RARE}`;

describe('the sentence that stands for a video', () => {
  let testApp: TestApp;
  let archive: ArchiveClient;
  beforeAll(async () => {
    testApp = await createTestApp();
    archive = await ArchiveClient.signIn(testApp);
    for (let times = 0; times < 5; times++) await publish(COMMON);
  });
  afterAll(() => testApp.close());

  const publish = async (transcript: string) =>
    archive.publish(await archive.register(), { questionId: 1, transcript });
  const shown = async ({ id }: ShowcaseVideo) => {
    const items = (await testApp.http.get('/api/stories-overview').expect(200)).body as StoryOverviewItem[];
    const video = items.flatMap(({ videos }) => videos).find((answer) => answer.id === id);
    return [video?.sentence, video?.isSentenceChosen];
  };
  const choose = ({ id }: { id: string }, sentence: unknown) =>
    testApp.http.put(`/api/admin/showcase-videos/${id}/sentence`).set('Cookie', archive.cookie).send({ sentence });

  it('is found by its words, and stays when others say the same', async () => {
    const video = await publish(TRANSCRIPT);
    expect(await shown(video)).toEqual([RARE, false]);
    await publish(RARE);
    await publish(RARE);
    expect(await shown(video)).toEqual([RARE, false]);
  });

  it('is found among the words alone that are public', async () => {
    const sentences = testApp.app.get(TellingSentencesRepository, { strict: false });
    const { id } = await publish(RARE);
    await archive.unapprove(id).expect(200);
    expect(await sentences.findWords([id])).toEqual([]);
    const other = 'Nobody else has ever said this.';
    await archive.unapprove((await publish(other)).id).expect(200);
    expect(await sentences.findTranscripts(0, 100)).not.toContain(other);
  });

  it('stands on the page that a press publishes, also of changed words', async () => {
    const video = await publish(TRANSCRIPT);
    const items = (await testApp.http.get('/api/stories-overview').expect(200)).body as StoryOverviewItem[];
    const { userName } = items.find(({ videos }) => videos.some(({ id }) => id === video.id))!.user;
    const page = async () => (await testApp.http.get(`/stories/${userName}`).expect(200)).text;
    expect(await page()).toContain(`"sentence":"${RARE}"`);
    await archive.edit(video.id, { transcript: COMMON }).expect(200);
    expect(await page()).toContain(`"sentence":"${COMMON}"`);
  });

  it('is the one that a producer has chosen, until the transcript does not say it any more', async () => {
    const video = await publish(TRANSCRIPT);
    expect(((await choose(video, COMMON).expect(200)).body as ShowcaseVideo).sentence).toBe(COMMON);
    expect(await shown(video)).toEqual([COMMON, true]);
    const { body } = await archive.edit(video.id, { transcript: RARE }).expect(200);
    expect((body as ShowcaseVideo).sentence).toBeNull();
    expect(await shown(video)).toEqual([RARE, false]);
    await archive.edit(video.id, { transcript: TRANSCRIPT }).expect(200);
    expect(await shown(video)).toEqual([COMMON, true]);
    await choose(video, null).expect(200);
    expect(await shown(video)).toEqual([RARE, false]);
  });

  it('is found anew when the words change', async () => {
    const video = await publish(TRANSCRIPT);
    await archive.edit(video.id, { transcript: COMMON }).expect(200);
    expect(await shown(video)).toEqual([COMMON, false]);
  });

  it('is shown as soon as it is found, also to who asked just before', async () => {
    const { id } = await publish(TRANSCRIPT);
    await testApp.dataSource.query('UPDATE showcase_video SET transcript = $2, revision = revision + 1 WHERE id = $1', [
      id,
      COMMON,
    ]);
    const video = { id } as ShowcaseVideo;
    expect(await shown(video)).toEqual([null, false]);
    await testApp.app.get(TellingSentencesService).findMissing();
    expect(await shown(video)).toEqual([COMMON, false]);
  });

  it('is found for every video, however many have none', async () => {
    const { id } = await publish(COMMON);
    await testApp.dataSource.query(
      `INSERT INTO showcase_video
       SELECT (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid()))).*
       FROM showcase_video v, generate_series(1, 600) WHERE v.id = $1`,
      [id],
    );
    await testApp.app.get(TellingSentencesService).findMissing();
    const without = await testApp.dataSource.query<unknown[]>(
      'SELECT FROM showcase_video v WHERE is_approved AND NOT EXISTS (SELECT FROM telling_sentence WHERE video_id = v.id)',
    );
    expect(without).toEqual([]);
  });

  it('is looked for among those alone who are named', async () => {
    const [named, other] = [await publish(TRANSCRIPT), await publish(TRANSCRIPT)];
    await testApp.dataSource.query(
      'UPDATE showcase_video SET transcript = $3, revision = revision + 1 WHERE id IN ($1, $2)',
      [named.id, other.id, COMMON],
    );
    await testApp.app.get(TellingSentencesService).findMissing([named.userId]);
    expect([await shown(named), await shown(other)]).toEqual([
      [COMMON, false],
      [null, false],
    ]);
  });

  it('is found also where somebody holds the video for a moment', async () => {
    const video = await publish(TRANSCRIPT);
    const { app, dataSource } = testApp;
    await dataSource.query('DELETE FROM telling_sentence WHERE video_id = $1', [video.id]);
    using saving = jest.spyOn(app.get(TellingSentencesRepository), 'save');
    await using letGo = await holdTransaction(dataSource, (transaction) =>
      transaction.query('SELECT FROM showcase_video WHERE id = $1 FOR UPDATE', [video.id]),
    );
    const finding = app.get(TellingSentencesService).findMissing([video.userId]);
    await until(async () => (await saving.mock.results[0]?.value) !== undefined);
    await letGo();
    await finding;
    expect(await shown(video)).toEqual([RARE, false]);
  });

  it('is looked for among all by the first run after a start', async () => {
    const video = await publish(TRANSCRIPT);
    await testApp.dataSource.query('DELETE FROM telling_sentence WHERE video_id = $1', [video.id]);
    await testApp.restart();
    await testApp.app.get(Publisher).bringUpToDate();
    expect(await shown(video)).toEqual([RARE, false]);
  });

  describe('refuses', () => {
    it.each([['Somebody else said this.'], [''], [undefined], [7], ['a'.repeat(241)]])('%j', async (sentence) => {
      const video = await publish(TRANSCRIPT);
      await choose(video, sentence).expect(400);
      expect(await shown(video)).toEqual([RARE, false]);
    });

    it('a video that does not exist, and whoever is no producer', async () => {
      await choose({ id: crypto.randomUUID() }, null).expect(404);
      await testApp.http
        .put(`/api/admin/showcase-videos/${crypto.randomUUID()}/sentence`)
        .send({ sentence: null })
        .expect(401);
    });
  });
});
