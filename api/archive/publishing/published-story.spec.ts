import { stat } from 'node:fs/promises';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import { CorrectionsService } from '../../people/participants/corrections.service.js';
import { mediaOf, PublishedSite, storyOf } from '../../testing/published-site.js';
import { sampleMp4 } from '../../testing/sample-media.js';
import { filesContaining } from '../../testing/site-files.js';
import { SiteReader } from './site-reader.js';

const CANARY = 'A quetzalcanary sings';

describe('a published story', () => {
  let site: PublishedSite;
  beforeEach(async () => {
    site = await PublishedSite.start();
  });
  afterEach(() => site.testApp.close());

  it('is live when the approval is answered: page, media, gallery, feeds and search', async () => {
    const video = await site.publishStory('Anna', CANARY);
    expect((await site.get(storyOf(video)).expect(200)).text).toContain(CANARY);
    expect((await site.get(mediaOf(video)).expect(200)).body).toEqual(sampleMp4());
    for (const address of ['/stories', '/stories/feed.xml', '/sitemap.xml']) {
      expect((await site.get(address).expect(200)).text).toContain(video.user.userName);
    }
    const inSearch = (await filesContaining(site.inSite('pagefind'), CANARY)).filter((file) =>
      file.includes('fragment'),
    );
    expect(inSearch).toHaveLength(1);
  });

  it('has a picture for where a link to it is shared, which goes with the last story of that name', async () => {
    const video = await site.publishStory('Anna', CANARY);
    const [, picture = ''] = /"sharePicture":"([^"]+)"/.exec((await site.get(storyOf(video))).text) ?? [];
    const { body } = await site.get(picture).expect(200).expect('Content-Type', 'image/jpeg');
    expect(await sharp(body as Buffer).metadata()).toMatchObject({ width: 1200, height: 630 });
    await site.archive.unapprove(video.id).expect(200);
    await site.get(picture).expect(404);
  });

  it('brings the captions of a timed transcript, which go with it', async () => {
    const userId = await site.archive.register();
    const vtt = `WEBVTT\n\n00:01.000 --> 00:02.000\n${CANARY} & more`;
    const video = await site.archive.publish(userId, { questionId: 1, transcript: vtt });
    const captions = `${storyOf(video)}/${video.id}.vtt`;
    const { text } = await site.get(captions).expect(200).expect('Content-Type', 'text/vtt; charset=utf-8');
    expect(text).toBe(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${CANARY} &amp; more\n`);
    await site.archive.edit(video.id, { transcript: 'A lark instead' }).expect(200);
    await site.get(captions).expect(404);
    expect(await filesContaining(site.inState('site'), CANARY)).toEqual([]);
  });

  it('shows what was edited', async () => {
    const video = await site.publishStory('Anna', CANARY);
    await site.archive.edit(video.id, { transcript: 'A lark instead' }).expect(200);
    expect((await site.get(storyOf(video)).expect(200)).text).toContain('A lark instead');
    expect(await filesContaining(site.inState('site'), CANARY)).toEqual([]);
  });

  it('keeps no copy of its media where links are possible', async () => {
    const video = await site.publishStory('Anna', CANARY);
    expect((await stat(site.inSite(mediaOf(video)))).nlink).toBe(2);
  });

  it('tells nobody its new address where it is found by its link alone since a run began', async () => {
    const { app, dataSource } = site.testApp;
    await site.publishStory('Ben', CANARY);
    const id = await site.archive.register('Anna');
    await dataSource.query(`INSERT INTO former_address (user_name, participant_id) VALUES ('anya', $1)`, [id]);
    const reader = app.get(SiteReader);
    const read = reader.read.bind(reader);
    const corrections = app.get(CorrectionsService, { strict: false });
    const presentByLink = () =>
      corrections.inTransaction((transaction) =>
        corrections.presentAs(id, { isUnlisted: true }, new Date(), transaction),
      );
    const reading = jest.spyOn(reader, 'read').mockImplementation(async (changes) => {
      const inputs = await read(changes);
      if (inputs.publications.some(({ participantId }) => participantId === id)) await presentByLink();
      return inputs;
    });
    const { id: videoId } = await site.archive.publish(id, { questionId: 1, transcript: CANARY });
    reading.mockRestore();
    const { body } = await site.archive.get(`/api/admin/showcase-videos/${videoId}`).expect(200);
    const video = body as ShowcaseVideo;
    expect(video.user.userName).toMatch(/^story-/);
    expect(await filesContaining(site.inState('site'), video.user.userName)).toEqual([]);
    await site.bringUpToDate();
    await site.get(storyOf(video)).expect(200);
  });

  it('has an address in any script', async () => {
    const video = await site.publishStory('Zoë 李', CANARY);
    expect(video.user.userName).toMatch(/^zoë-李-/);
    expect((await site.get(storyOf(video)).expect(200)).text).toContain(CANARY);
    const { text: sitemap } = await site.get('/sitemap.xml').expect(200);
    expect(sitemap).toContain('/stories/zo%C3%AB-%E6%9D%8E-');
    // The landing page, too.
    expect(sitemap).toMatch(/<loc>https?:\/\/[^/<]+\/<\/loc>/);
  });
});
