import { setTimeout as wait } from 'node:timers/promises';
import type { PublishingState } from '../../contract/staff/publishing.js';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import { PublishedSite } from '../../testing/published-site.js';
import { PublishingRecord } from './publishing-record.js';

const PATH = '/api/admin/publishing';

describe('publishing state', () => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  afterAll(() => site.testApp.close());

  const state = async () => (await site.archive.get(PATH).expect(200)).body as PublishingState;

  it('says why the public pages are not up to date, when that is tried again, and when it was done', async () => {
    const { id } = await site.archive.add(await site.archive.register(), { questionId: 1 });
    site.testApp.siteBuild.failsAt = '/stories';
    await site.archive.approve(id).expect(503);
    const { failure } = await state();
    expect(failure).toMatchObject({
      since: expect.any(String) as string,
      reason: 'The public pages could not be written.',
    });
    site.testApp.siteBuild.failsAt = null;
    while ((await state()).failure) await wait(20);
    const { publishedAt } = await state();
    expect(Date.parse(publishedAt ?? '')).toBeGreaterThan(Date.parse(failure?.since ?? ''));
  });

  it('shows of two approved videos on one question which one the public sees', async () => {
    const userId = await site.archive.register();
    const first = await site.archive.publish(userId, { questionId: 2 });
    const second = await site.archive.publish(userId, { questionId: 2 });
    const { body } = await site.archive.get('/api/admin/showcase-videos/approved').expect(200);
    const shown = new Map((body as ShowcaseVideo[]).map(({ id, isShown }) => [id, isShown]));
    expect([shown.get(first.id), shown.get(second.id)]).toEqual([false, true]);
  });

  describe('record', () => {
    const at = new Date('2026-03-04T15:12:00Z');

    it('keeps the first time and the last reason, and names no place of the machine', () => {
      const record = new PublishingRecord();
      expect(record.state(null)).toEqual({ publishedAt: null, failure: null });
      record.failed(new Error('in /var/secret'));
      const since = record.state(at).failure?.since;
      record.failed(new AggregateError([Object.assign(new Error('/var/secret'), { code: 'ENOSPC' })]));
      expect(record.state(at).failure).toEqual({ since, reason: 'The disk is full.', retryAt: at.toISOString() });
      record.failed(Object.assign(new Error('/var/secret'), { code: 'EIO' }));
      expect(record.state(null).failure).toEqual({
        since,
        reason: 'The public pages could not be written (EIO).',
        retryAt: null,
      });
      record.succeeded();
      expect(record.state(null)).toMatchObject({ failure: null });
    });
  });

  describe('refuses', () => {
    it('everyone but staff', async () => {
      await site.get(PATH).expect(401);
    });
  });
});
