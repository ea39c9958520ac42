import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ShowcaseVideo, WRITTEN_CHAPTERS_PATH } from '../../contract/videos/showcase.js';
import type { WrittenAnswer } from '../../contract/interview/written-answers.js';
import { provenPerson } from '../../testing/proven-person.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';
import { filesContaining } from '../../testing/site-files.js';
import { SiteExport } from './site-export.js';

const CANARY = 'quetzalwords';

describe('a chapter of words in a copy of the site', () => {
  let site: PublishedSite;
  let folder: string;
  beforeAll(async () => {
    folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'chapter-copies-')), 'site');
    site = await PublishedSite.start();
  });
  afterAll(async () => {
    await site.testApp.close();
    await rm(path.dirname(folder), { recursive: true });
  });

  it('is there as a video is, beside it and alone, and gone after its no', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const said = await site.archive.publish(id, { questionId: 1, transcript: 'I rest.' });
    const { body } = await browser
      .put('/api/written-answers/2')
      .send({ text: `Then a ${CANARY} sang.`, revision: 0 })
      .expect(200);
    const writtenAnswerId = (body as WrittenAnswer).id;
    const made = await site.testApp.staff().post(WRITTEN_CHAPTERS_PATH).send({ writtenAnswerId }).expect(201);
    const chapter = made.body as ShowcaseVideo;
    await site.archive.approve(chapter.id).expect(200);
    const copy = site.testApp.app.get(SiteExport);
    await copy.writeTo({ folder });
    const page = `${storyOf(said).slice(1)}/index.html`;
    expect(await filesContaining(folder, CANARY)).toContain(page);
    // Its words, and no player and no file of it.
    expect(await filesContaining(folder, `/media/${chapter.id}`)).toEqual([]);

    await site.archive.unapprove(said.id).expect(200);
    await copy.update({ folder });
    expect(await filesContaining(folder, CANARY)).toContain(page);

    const { videos } = (await browser.get('/api/my-story').expect(200)).body as {
      videos: { id: string; release: { cutHash: string } }[];
    };
    const { cutHash } = videos.find((video) => video.id === chapter.id)!.release;
    const no = { cutHash, decision: 'no' };
    await browser.post(`/api/my-story/videos/${chapter.id}/release`).send(no).expect(204);
    await copy.update({ folder });
    expect(await filesContaining(folder, CANARY)).toEqual([]);
  });
});
