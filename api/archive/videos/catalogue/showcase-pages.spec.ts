import { SHOWCASE_PAGE_SIZE_MAX } from '../../../contract/common/limits.js';
import type { ShowcaseVideoPage } from '../../../contract/videos/showcase.js';
import { ArchiveClient } from '../../../testing/archive-client.js';
import { swapQuestions } from '../../../testing/question-order.js';
import { createTestApp, type TestApp } from '../../../testing/test-app.js';

const PATH = '/api/admin/showcase-videos/page';

describe('pages of showcase videos', () => {
  let testApp: TestApp;
  let staff: ArchiveClient;
  let zoe: string;
  let ben: string;

  beforeAll(async () => {
    testApp = await createTestApp();
    staff = await ArchiveClient.signIn(testApp);
    zoe = await staff.register('Zoë', 'Adams');
    await staff.add(zoe, { questionId: 1, transcript: 'I miss the MOUNTAINS, 100 %.' });
    await staff.add(zoe, { questionId: 0, title: 'A quiet day', description: 'Cut by Maria' });
    ben = await staff.register('Ben');
    await staff.publish(ben, { questionId: 1, transcript: 'Mountains' });
  });
  afterAll(() => testApp.close());

  const read = async (query: Record<string, string>) =>
    (await staff.get(`${PATH}?${new URLSearchParams(query)}`).expect(200)).body as ShowcaseVideoPage;
  const found = async (q: string) => (await read({ list: 'waiting', q })).videos.map(({ title }) => title);

  it('hold one list in the order of the questions, and count it', async () => {
    const waiting = await read({ list: 'waiting' });
    expect(waiting).toMatchObject({ found: 2, total: 2, people: [{ userId: zoe, videos: 2 }] });
    expect(waiting.videos.map(({ title }) => title)).toEqual(['A quiet day', 'Life before ME/CFS']);
    expect(await read({ list: 'approved' })).toMatchObject({ found: 1, total: 1, videos: [{ isShown: true }] });
  });

  it('are searched by every word, in whatever text and case', async () => {
    expect(await found('mountains')).toEqual(['Life before ME/CFS']);
    expect(await found(' ADAMS  zoë ')).toHaveLength(2);
    expect(await found('story overview')).toEqual(['A quiet day']);
    expect(await found('maria zoë quiet')).toEqual(['A quiet day']);
    expect(await found('maria mountains')).toEqual([]);
    expect(await read({ list: 'waiting', q: 'sea' })).toEqual({ videos: [], people: [], found: 0, total: 2 });
  });

  it('take the words as text, not as a pattern', async () => {
    expect(await found('100 %')).toEqual(['Life before ME/CFS']);
    expect(await found('m_untains')).toEqual([]);
    expect(await found("'; --\0")).toEqual([]);
  });

  it('keep the videos of a person together, the person of the newest first', async () => {
    await staff.add(ben, { questionId: 3 });
    await staff.add(zoe, { questionId: 2 });
    const { videos, people } = await read({ list: 'waiting' });
    expect(videos.map(({ userId }) => userId)).toEqual([zoe, zoe, zoe, ben]);
    expect(videos.map(({ questionId }) => questionId)).toEqual([null, 1, 2, 3]);
    await swapQuestions(testApp.dataSource, [1, 2], async () => {
      const swapped = await read({ list: 'waiting' });
      expect(swapped.videos.map(({ questionId }) => questionId)).toEqual([null, 2, 1, 3]);
    });
    expect(people).toEqual([
      { userId: zoe, videos: 3 },
      { userId: ben, videos: 1 },
    ]);
  });

  it('are of one person, and as many as asked for; who is on the page is counted whole', async () => {
    const ofBen = await read({ list: 'waiting', userId: ben });
    expect(ofBen.videos.map(({ userId }) => userId)).toEqual([ben]);
    const second = await read({ list: 'waiting', size: '1', offset: '1', q: 'adams' });
    expect(second).toMatchObject({ found: 3, total: 4, people: [{ userId: zoe, videos: 3 }] });
    expect(second.videos.map(({ questionId }) => questionId)).toEqual([1]);
  });

  it('go on where the one before ended', async () => {
    await testApp.dataSource.query(
      `INSERT INTO showcase_video (id, participant_id, media_id, title, description, transcript, filename, is_approved,
                                   created_at, revision)
       SELECT gen_random_uuid(), participant_id, media_id, title, description, transcript, filename, false, created_at, 1
       FROM showcase_video, generate_series(1, $1) WHERE title = 'A quiet day'`,
      [SHOWCASE_PAGE_SIZE_MAX],
    );
    const pages = [
      await read({ list: 'waiting' }),
      await read({ list: 'waiting', offset: String(SHOWCASE_PAGE_SIZE_MAX) }),
    ];
    expect(pages.map(({ videos }) => videos.length)).toEqual([SHOWCASE_PAGE_SIZE_MAX, 4]);
    expect(new Set(pages.flatMap(({ videos }) => videos.map(({ id }) => id))).size).toBe(SHOWCASE_PAGE_SIZE_MAX + 4);
  });

  describe('refuses', () => {
    it('everyone but staff', () => testApp.http.get(`${PATH}?list=waiting`).expect(401));

    it.each([
      '',
      '?list=all',
      '?list=waiting&offset=-1',
      '?list=waiting&size=0',
      '?list=waiting&size=49',
      '?list=waiting&userId=ben',
      '?list=waiting&q=a&q=b',
      `?list=waiting&q=${'a'.repeat(201)}`,
    ])('the query %.40j', (query) => staff.get(PATH + query).expect(400));
  });
});
