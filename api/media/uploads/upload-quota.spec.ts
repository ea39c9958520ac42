import { jest } from '@jest/globals';
import type { MadeHelperLink } from '../../contract/people/helpers.js';
import {
  PARTICIPANT_UPLOAD_BYTES_PER_DAY,
  PHOTO_MAX_BYTES,
  RECORDING_QUOTA_BYTES,
  UPLOAD_CHUNK_BYTES,
  VIDEO_MAX_BYTES,
} from '../../contract/common/limits.js';
import { provenPerson } from '../../testing/proven-person.js';
import { sampleJpeg, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { sendUnmeasured } from '../../testing/unmeasured-request.js';
import { FreeSpace } from './free-space.js';

const HOME = '203.0.113.30';
const ELSEWHERE = '203.0.113.31';
const ANSWERS = 6;

type Browser = ReturnType<TestApp['browser']>;

describe('what participants may send in a day', () => {
  let testApp: TestApp;
  let space: FreeSpace;
  let people = 0;
  beforeAll(async () => {
    testApp = await createTestApp({ TRUST_PROXY: '1' });
    space = testApp.app.get(FreeSpace, { strict: false });
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    await testApp.dataSource.query('DELETE FROM upload_session');
    await testApp.dataSource.query('DELETE FROM public_upload_quota');
    jest.spyOn(space, 'availableBytes').mockResolvedValue(Number.MAX_SAFE_INTEGER);
  });
  afterEach(() => jest.restoreAllMocks());

  const register = async () => {
    const browser = testApp.browser();
    const person = { firstName: 'Anna', lastName: 'Example', email: `quota-${++people}@example.org` };
    await browser.post('/api/register').send(person).expect(201);
    return browser;
  };
  const file = {
    filename: 'take.webm',
    mimeType: 'video/webm',
    totalSize: VIDEO_MAX_BYTES,
    totalChunks: VIDEO_MAX_BYTES / UPLOAD_CHUNK_BYTES,
  };
  const start = (browser: Browser, address = HOME, fields: object = file) =>
    browser.post('/api/uploads/start').set('X-Forwarded-For', address).send(fields);
  const spend = (bytes: number) => testApp.dataSource.query('UPDATE public_upload_quota SET bytes = $1', [bytes]);
  const counted = async () => {
    const rows = await testApp.dataSource.query<{ bytes: string }[]>('SELECT bytes FROM public_upload_quota');
    return rows.map(({ bytes }) => Number(bytes));
  };

  it('holds the longest answers of a family at one address, several times', async () => {
    const family = [await register(), await register(), await register()];
    for (const browser of family) for (let nth = 0; nth < ANSWERS; nth++) await start(browser).expect(201);
    expect(await counted()).toEqual([family.length * ANSWERS * VIDEO_MAX_BYTES]);
    expect(2 * family.length * ANSWERS * VIDEO_MAX_BYTES).toBeLessThan(PARTICIPANT_UPLOAD_BYTES_PER_DAY);
  });

  it('holds what a group at one address records and sends meanwhile, each answer several times', async () => {
    const recording = { questionId: 2, filename: 'story.webm', mimeType: 'video/webm' };
    await (await register()).post('/api/recording-drafts').set('X-Forwarded-For', HOME).send(recording).expect(201);
    expect(await counted()).toEqual([RECORDING_QUOTA_BYTES]);
    const group = 20;
    expect(4 * group * ANSWERS * RECORDING_QUOTA_BYTES).toBeLessThanOrEqual(PARTICIPANT_UPLOAD_BYTES_PER_DAY);
  });

  it('counts a small file in chunks as a whole chunk, so that nobody begins without end', async () => {
    await start(await register(), HOME, { ...file, totalSize: 1, totalChunks: 1 }).expect(201);
    expect(await counted()).toEqual([UPLOAD_CHUNK_BYTES]);
  });

  it('is shared by all who have only registered at one address, however it is sent', async () => {
    const [first, second] = [await register(), await register()];
    await start(first).expect(201);
    await spend(PARTICIPANT_UPLOAD_BYTES_PER_DAY - VIDEO_MAX_BYTES);
    await start(second).expect(201);
    const { body } = await start(second).expect(429);
    expect(body).toMatchObject({ code: 'daily_quota' });
    const post = (path: string, fields: object, address = HOME) =>
      second.post(path).set('X-Forwarded-For', address).send(fields);
    const recording = { questionId: 2, filename: 'story.webm', mimeType: 'video/webm' };
    await post('/api/recording-drafts', recording).expect(429);
    const photo = { originalName: 'a.jpg', imageData: toDataUrl(await sampleJpeg({ width: 20 }), 'image/jpeg') };
    await post('/api/photos', photo).expect(429);
    const videoData = toDataUrl(sampleWebm(), 'video/webm');
    await post('/api/videos/upload-cloud', { questionId: 1, title: 'Before', videoData }).expect(429);
    await start(second, ELSEWHERE).expect(201);
    await post('/api/photos', photo, ELSEWHERE).expect(201);
  });

  it('is each own of who has shown whose mail they read', async () => {
    await start(await register()).expect(201);
    await spend(PARTICIPANT_UPLOAD_BYTES_PER_DAY);
    const [first, second] = [await provenPerson(testApp), await provenPerson(testApp)];
    await start(first.browser).expect(201);
    await spend(PARTICIPANT_UPLOAD_BYTES_PER_DAY);
    await start(first.browser, ELSEWHERE).expect(429);
    await start(second.browser).expect(201);
  });

  it.each([
    ['only registered', register, 429],
    ['shown whose mail they read', async () => (await provenPerson(testApp)).browser, 201],
  ])('is for a helper what it is for whoever asked for help, who has %s', async (_, becoming, told) => {
    const owner = await becoming();
    const { body } = await owner.post('/api/helpers').send({ name: 'Agnes' }).expect(201);
    const token = (body as MadeHelperLink).url.split('#')[1];
    const helper = testApp.browser();
    await helper.post('/api/help/session').send({ token }).expect(200);
    await start(await register()).expect(201);
    await spend(PARTICIPANT_UPLOAD_BYTES_PER_DAY);
    await helper.post('/api/help/uploads/start').set('X-Forwarded-For', HOME).send(file).expect(told);
  });

  it('counts a file that comes as text for what it may have at most', async () => {
    const imageData = toDataUrl(Buffer.alloc(PHOTO_MAX_BYTES - 1), 'image/jpeg');
    const photo = { originalName: 'a.jpg', imageData };
    await (await register()).post('/api/photos').set('X-Forwarded-For', HOME).send(photo).expect(415);
    expect(await counted()).toEqual([PHOTO_MAX_BYTES]);
  });

  it('counts for no less what does not say how much it is, and refuses it where the quota is spent', async () => {
    const email = `quota-${++people}@example.org`;
    const { headers } = await testApp.http
      .post('/api/register')
      .send({ firstName: 'Anna', lastName: 'Example', email })
      .expect(201);
    const cookie = String(headers['set-cookie']).split(';')[0];
    const send = () =>
      sendUnmeasured(
        testApp,
        '/api/photos',
        { cookie, 'content-type': 'application/json', 'x-forwarded-for': HOME },
        JSON.stringify({ originalName: 'a.jpg', imageData: toDataUrl(Buffer.from('none'), 'image/jpeg') }),
      );
    expect(await send()).toMatchObject({ status: 415 });
    expect(await counted()).toEqual([PHOTO_MAX_BYTES]);
    await spend(PARTICIPANT_UPLOAD_BYTES_PER_DAY - PHOTO_MAX_BYTES + 1);
    expect(await send()).toMatchObject({ status: 429, body: { code: 'daily_quota' } });
  });

  it('is nothing of this machine itself, but in production', async () => {
    const browser = await register();
    await start(browser, '127.0.0.1').expect(201);
    expect(await counted()).toEqual([]);
    jest.replaceProperty(testApp.config, 'isProduction', true);
    await start(browser, '127.0.0.1').expect(201);
    expect(await counted()).toEqual([VIDEO_MAX_BYTES]);
  });

  it('does not count what could not begin', async () => {
    const browser = await register();
    await start(browser, HOME, { ...file, totalChunks: 1 }).expect(400);
    jest.spyOn(space, 'availableBytes').mockResolvedValue(0);
    await start(browser).expect(507);
    expect(await counted()).toEqual([0]);
  });
});
