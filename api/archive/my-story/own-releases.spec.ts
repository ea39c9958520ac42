import type { AuditPage } from '../../contract/staff/audit.js';
import type { MyStory, OwnVideo } from '../../contract/stories/my-story.js';
import { PRIVACY } from '../../contract/consent/privacy.js';
import type { Receipt } from '../../contract/consent/receipts.js';
import { OWN_CHANGES_PER_DAY, RELEASE_MAILS_MAX } from '../../contract/common/limits.js';
import { RELEASE_BLOCKS, type ReleaseDecision } from '../../contract/videos/releases.js';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import { OwnChanges } from '../../people/participants/own-changes.service.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { readOutbox } from '../../testing/outbox.js';
import { provenPerson } from '../../testing/proven-person.js';
import { mediaOf, PublishedSite, storyOf } from '../../testing/published-site.js';
import { registerPerson } from '../../testing/registered-person.js';
import { sampleJpeg, sampleMp4 } from '../../testing/sample-media.js';
import { until } from '../../testing/until.js';
import { VideoHostServer } from '../../testing/video-host-server.js';
import { HostedThumbnailsWorker } from '../videos/hosted/hosted-thumbnails.worker.js';
import { LedgerReplay } from './ledger-replay.js';

const PATH = '/api/my-story';

const YES = { uses: ['archive'] };

type Browser = ReturnType<PublishedSite['testApp']['browser']>;

const ownVideo = async (browser: Browser, id: string): Promise<OwnVideo> => {
  const { videos } = (await browser.get(PATH).expect(200)).body as MyStory;
  return videos.find((video) => video.id === id)!;
};
const answer = (browser: Browser, id: string, cutHash: string, decision: ReleaseDecision, words?: string) =>
  browser.post(`${PATH}/videos/${id}/release`).send({ cutHash, decision, words, ...(decision === 'yes' && YES) });
const say = async (browser: Browser, id: string, decision: ReleaseDecision, words?: string) => {
  const { release } = await ownVideo(browser, id);
  await answer(browser, id, release.cutHash, decision, words).expect(204);
  return release.cutHash;
};

/** Who published what of a person, or took it back, the latest first. */
const publishedOf = async (site: PublishedSite, id: string) => {
  const { body } = await site.archive.get(`/api/admin/audit?person=${id}&kind=published`).expect(200);
  return (body as AuditPage).entries.map(({ actor, action }) => `${actor} ${action}`);
};

describe('the release of a cut', () => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  afterAll(() => site.testApp.close());

  const owner = async () => {
    const person = await provenPerson(site.testApp);
    return { ...person, video: await site.archive.publish(person.id, { questionId: 1, transcript: 'I climbed.' }) };
  };
  const forStaff = async (id: string) =>
    (await site.archive.get(`/api/admin/showcase-videos/${id}`).expect(200)).body as ShowcaseVideo;
  const ask = (id: string) => site.archive.post(`/${id}/release-request`);
  const renameTable = (from: string, to: string) =>
    site.testApp.dataSource.query(`ALTER TABLE "${from}" RENAME TO "${to}"`);
  const expectGone = async (video: ShowcaseVideo) => {
    await site.get(storyOf(video)).expect(404);
    await site.get(mediaOf(video)).expect(404);
  };

  it('is asked for with exactly what the public sees, and kept with its hash', async () => {
    const { browser, video } = await owner();
    expect(await ownVideo(browser, video.id)).toMatchObject({
      shownName: 'Anna',
      transcript: 'I climbed.',
      release: { standing: 'none', at: null },
    });
    const cutHash = await say(browser, video.id, 'yes');
    expect((await forStaff(video.id)).release).toMatchObject({ standing: 'yes', cutHash, words: '' });
    await site.get(storyOf(video)).expect(200);
    const { body } = await browser.get('/api/consent/receipts').expect(200);
    expect((body as Receipt[]).at(-1)).toMatchObject({ kind: 'release_given', cutHash, details: { decision: 'yes' } });
  });

  it('taken back by a no is gone from the public before it is answered, and blocks Approve until a yes', async () => {
    const { browser, video } = await owner();
    await say(browser, video.id, 'yes');
    await say(browser, video.id, 'no');
    await expectGone(video);
    const { body } = await site.archive.approve(video.id).expect(409);
    expect(body).toMatchObject({ code: 'release_refused', message: RELEASE_BLOCKS.no });
    await site.archive.edit(video.id, { title: 'Another title' }).expect(200);
    await site.archive.approve(video.id).expect(409);
    await say(browser, video.id, 'yes');
    await expectGone(video);
    await site.archive.approve(video.id).expect(200);
    await site.get(storyOf(video)).expect(200);
  });

  it('that was refused holds for the same film in another video', async () => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, 'no');
    await site.archive.remove(video.id).expect(204);
    const again = await site.archive.add(id, { questionId: 2 });
    await site.archive.approve(again.id).expect(409);
    const { body: other } = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, 5)).expect(201);
    await site.archive.approve((other as ShowcaseVideo).id).expect(200);
  });

  it('is the doing of its person, and an Unapprove a producer’s', async () => {
    const { browser, id, video } = await owner();
    await site.archive.unapprove(video.id).expect(200);
    await site.archive.approve(video.id).expect(200);
    await say(browser, video.id, 'no');
    expect(await publishedOf(site, id)).toEqual([
      'participant video_unapproved',
      'staff video_approved',
      'staff video_unapproved',
      'staff video_approved',
    ]);
  });

  it('holds after a withdrawal of the video', async () => {
    const { browser, id, video } = await owner();
    await browser.post(`${PATH}/withdraw`).send({ what: 'video', id: video.id }).expect(200);
    const again = await site.archive.add(id, { questionId: 1 });
    await site.archive.approve(again.id).expect(409);
  });

  it('is one to another video of the same film, too, which stands there no more', async () => {
    const { browser, id, video } = await owner();
    const other = await site.archive.add(id, { questionId: 2 });
    expect((await site.get('/api/stories-overview').expect(200)).text).toContain(video.id);
    await browser.post(`${PATH}/withdraw`).send({ what: 'video', id: other.id }).expect(200);
    await expectGone(video);
    expect((await forStaff(video.id)).isApproved).toBe(false);
    expect((await site.get('/api/stories-overview').expect(200)).text).not.toContain(video.id);
  });

  it('is none while changes are wished for, until they are made', async () => {
    const { browser, video } = await owner();
    await say(browser, video.id, 'change', 'Please leave out the street.');
    await expectGone(video);
    expect((await forStaff(video.id)).release).toMatchObject({
      standing: 'change',
      words: 'Please leave out the street.',
    });
    expect((await site.archive.approve(video.id).expect(409)).body).toMatchObject({ message: RELEASE_BLOCKS.change });
    await site.archive.edit(video.id, { transcript: 'I climbed there.' }).expect(200);
    expect((await ownVideo(browser, video.id)).release.standing).toBe('outdated');
    await site.archive.approve(video.id).expect(200);
  });

  it.each([
    ['title', (id: string) => site.archive.edit(id, { title: 'Other' }).expect(200)],
    ['description', (id: string) => site.archive.edit(id, { description: 'Other' }).expect(200)],
    ['transcript', (id: string) => site.archive.edit(id, { transcript: 'Other' }).expect(200)],
  ])('is asked for anew when the %s changes', async (_what, change) => {
    const { browser, video } = await owner();
    await say(browser, video.id, 'yes');
    await change(video.id);
    expect((await ownVideo(browser, video.id)).release.standing).toBe('outdated');
  });

  it('is asked for anew when the name changes, and refused of the cut before', async () => {
    const { browser, video } = await owner();
    const cutHash = await say(browser, video.id, 'yes');
    await browser.patch(PATH).send({ shownName: 'Robin' }).expect(204);
    const { release, shownName } = await ownVideo(browser, video.id);
    expect([release.standing, shownName]).toEqual(['outdated', 'Robin']);
    const { body } = await answer(browser, video.id, cutHash, 'yes').expect(409);
    expect(body).toMatchObject({ code: 'cut_changed', cutHash: release.cutHash });
  });

  it('is given or put off so often a day, and refused however often', async () => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, 'change');
    const cutHash = await say(browser, video.id, 'yes');
    const changes = site.testApp.app.get(OwnChanges);
    for (let n = 2; n < OWN_CHANGES_PER_DAY; n++) await changes.take(id);
    for (const decision of ['yes', 'change'] as const) {
      const { body } = await answer(browser, video.id, cutHash, decision).expect(429);
      expect(body).toMatchObject({ code: 'too_many_changes' });
    }
    expect(await ownVideo(browser, video.id)).toMatchObject({ release: { standing: 'yes' } });
    await say(browser, video.id, 'no');
    await answer(browser, video.id, cutHash, 'yes').expect(429);
    expect(await ownVideo(browser, video.id)).toMatchObject({ release: { standing: 'no' } });
  });

  it('is given by nobody else, and by no browser that came by no mailed link', async () => {
    const [anna, ben] = [await owner(), await owner()];
    const { release } = await ownVideo(anna.browser, anna.video.id);
    await answer(ben.browser, anna.video.id, release.cutHash, 'no').expect(404);
    await answer(ben.browser, 'none', release.cutHash, 'no').expect(404);
    const { browser } = await registerPerson(site.testApp);
    expect((await answer(browser, anna.video.id, release.cutHash, 'no').expect(403)).body).toMatchObject({
      code: 'email_unproven',
    });
    await answer(site.testApp.browser(), anna.video.id, release.cutHash, 'no').expect(401);
    await site.get(storyOf(anna.video)).expect(200);
  });

  it.each([
    [{ decision: 'yes', ...YES }],
    [{ decision: 'yes', cutHash: 'a'.repeat(64) }],
    [{ decision: 'yes', cutHash: 'a'.repeat(64), uses: [] }],
    [{ decision: 'yes', cutHash: 'a'.repeat(64), uses: ['press'] }],
    [{ decision: 'yes', cutHash: 'a'.repeat(64), ...YES, publicUntil: 'soon' }],
    [{ decision: 'yes', cutHash: 'a'.repeat(64), ...YES, publicUntil: '2020-01-01T00:00:00Z' }],
    [
      {
        decision: 'yes',
        cutHash: 'a'.repeat(64),
        ...YES,
        publicFrom: '2030-02-01T00:00:00Z',
        publicUntil: '2030-01-01T00:00:00Z',
      },
    ],
    [{ decision: 'yes', cutHash: 'a'.repeat(64), ...YES, publicFrom: '9999-01-01T00:00:00Z' }],
    [{ decision: 'yes', cutHash: 'a'.repeat(64), ...YES, shownName: '  ' }],
    [{ decision: 'change', cutHash: 'a'.repeat(64), marks: [{ sentence: '', start: null, end: 3 }] }],
    [{ decision: 'change', cutHash: 'a'.repeat(64), marks: [{ sentence: '', start: -1, end: 3 }] }],
    [{ decision: 'change', cutHash: 'a'.repeat(64), marks: 'all' }],
    [{ decision: 'perhaps', cutHash: 'a'.repeat(64) }],
    [{ decision: 'yes', cutHash: 'abc' }],
    [{ decision: 'change', cutHash: 'a'.repeat(64), words: 'a'.repeat(2001) }],
    [{ decision: 'change', cutHash: 'a'.repeat(64), words: 7 }],
  ])('is not what cannot be one: %j', async (body) => {
    const { browser, video } = await owner();
    const { release } = await ownVideo(browser, video.id);
    const sent = { ...body, ...('cutHash' in body && /^a{64}$/.test(body.cutHash) && { cutHash: release.cutHash }) };
    await browser.post(`${PATH}/videos/${video.id}/release`).send(sent).expect(400);
  });

  it('is never public after a no that raced with Approve', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const video = await site.archive.add(id, { questionId: 1 });
    const { release } = await ownVideo(browser, video.id);
    for (let round = 0; round < 3; round++) {
      await Promise.all([
        site.archive.approve(video.id).then(({ status }) => expect([200, 409]).toContain(status)),
        answer(browser, video.id, release.cutHash, 'no').expect(204),
      ]);
      expect(await forStaff(video.id)).toMatchObject({ isApproved: false, release: { standing: 'no' } });
      await site.get(storyOf(video)).expect(404);
      await answer(browser, video.id, release.cutHash, 'yes').expect(204);
    }
  });

  it('blocks an approval that had waited for the no', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const video = await site.archive.add(id, { questionId: 1 });
    const { dataSource } = site.testApp;
    await using commit = await holdTransaction(dataSource, async (transaction) => {
      await transaction.query('SELECT FROM showcase_video WHERE id = $1 FOR UPDATE', [video.id]);
      await transaction.query(
        `INSERT INTO cut_release (participant_id, film, cut_hash, decision)
         SELECT v.participant_id, encode(m.sha256, 'hex'), '', 'no'
         FROM showcase_video v JOIN media_file m ON m.id = v.media_id WHERE v.id = $1`,
        [video.id],
      );
    });
    const approval = Promise.resolve(site.archive.approve(video.id));
    await untilBlocked(dataSource);
    await commit();
    expect((await approval).body).toMatchObject({ code: 'release_refused' });
    expect((await ownVideo(browser, video.id)).isPublic).toBe(false);
  });

  it('is a no also for an older database, unless a yes came after it', async () => {
    const { browser, id, video } = await owner();
    const other = await owner();
    await say(browser, video.id, 'no');
    await say(other.browser, other.video.id, 'no');
    await say(other.browser, other.video.id, 'yes');
    await site.testApp.dataSource.query('DELETE FROM cut_release WHERE participant_id = ANY($1::uuid[])', [
      [id, other.id],
    ]);
    await site.archive.approve(video.id).expect(200);
    await site.testApp.app.get(LedgerReplay).apply();
    await site.bringUpToDate();
    expect(await forStaff(video.id)).toMatchObject({ isApproved: false, release: { standing: 'no' } });
    await expectGone(video);
    expect((await forStaff(other.video.id)).release.standing).toBe('none');
  });

  it('goes with its person', async () => {
    const { browser, id, video } = await owner();
    await ask(video.id).expect(200);
    await say(browser, video.id, 'yes');
    await browser.post(`${PATH}/leave`).expect(200);
    const left = await site.testApp.dataSource.query<unknown[]>(
      `SELECT 1 FROM cut_release WHERE participant_id = $1 UNION ALL SELECT 1 FROM release_request WHERE video_id = $2`,
      [id, video.id],
    );
    expect(left).toEqual([]);
  });

  describe('asked for by mail', () => {
    it('is so three times at most for a cut, and anew for another', async () => {
      const { email, video } = await owner();
      for (let asked = 1; asked <= RELEASE_MAILS_MAX; asked++) {
        expect((await ask(video.id).expect(200)).body).toMatchObject({ release: { asked } });
      }
      expect((await ask(video.id).expect(409)).body).toMatchObject({ code: 'asked_enough' });
      const mails = (await readOutbox(site.testApp)).filter(
        ({ to, subject }) => to?.[0]?.address === email && subject?.includes('may we publish it'),
      );
      expect(mails.map(({ subject }) => subject?.startsWith('A reminder: '))).toEqual([false, true, true]);
      expect(mails[0]?.text).toMatch(/\/release#[\w-]{43}\n/);
      await site.archive.edit(video.id, { title: 'Other' }).expect(200);
      expect((await ask(video.id).expect(200)).body).toMatchObject({ release: { asked: 1 } });
    });

    it('is so once by two who know of no mail yet, and again by one who knows of it', async () => {
      const { email, video } = await owner();
      const asking = () => ask(video.id).send({ asked: 0 });
      const answers = await Promise.all([asking(), asking(), asking()]);
      const statuses = answers.map(({ status }) => status);
      expect([200, 409].map((status) => statuses.filter((one) => one === status).length)).toEqual([1, 2]);
      expect((await asking().expect(409)).body).toMatchObject({ code: 'asked_meanwhile' });
      expect((await ask(video.id).send({ asked: 1 }).expect(200)).body).toMatchObject({ release: { asked: 2 } });
      const mails = (await readOutbox(site.testApp)).filter(({ to, subject }) => {
        return to?.[0]?.address === email && subject?.includes('may we publish it');
      });
      expect(mails).toHaveLength(2);
      await ask(video.id).send({ asked: 'once' }).expect(400);
    });

    it('does not count while no mail could be made', async () => {
      const { video } = await owner();
      await renameTable('release_link', 'release_link_away');
      await ask(video.id).expect(500);
      await renameTable('release_link_away', 'release_link');
      expect((await ask(video.id).expect(200)).body).toMatchObject({ release: { asked: 1 } });
    });

    it('is no more once not even a yes would let it be public', async () => {
      const hidden = await owner();
      await hidden.browser.post(`${PATH}/hide`).expect(204);
      expect((await ask(hidden.video.id).expect(409)).body).toMatchObject({ code: 'story_hidden' });
      const withdrawn = await owner();
      await withdrawn.browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200);
      const later = await site.archive.add(withdrawn.id, { questionId: 1 });
      expect((await ask(later.id).expect(409)).body).toMatchObject({ code: 'story_withdrawn' });
      const child = await owner();
      const request = { email: 'parent@example.org', version: PRIVACY.version };
      await child.browser.post('/api/consent/guardian').send(request).expect(200);
      expect((await ask(child.video.id).expect(409)).body).toMatchObject({ code: 'guardian_decides' });
    });

    it('is so no more often when two ask at once', async () => {
      const { video } = await owner();
      const statuses = (await Promise.all([1, 2, 3, 4].map(() => ask(video.id)))).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(RELEASE_MAILS_MAX);
      expect(statuses).toContain(409);
    });

    it('is not so after an answer, of no video, and by nobody but staff', async () => {
      const { browser, video } = await owner();
      await say(browser, video.id, 'yes');
      expect((await ask(video.id).expect(409)).body).toMatchObject({ code: 'release_given' });
      await say(browser, video.id, 'no');
      expect((await ask(video.id).expect(409)).body).toMatchObject({ code: 'release_refused' });
      await ask('none').expect(404);
      await browser.post(`/api/admin/showcase-videos/${video.id}/release-request`).expect(401);
    });
  });
});

describe('where a release is required', () => {
  let site: PublishedSite;
  let host: VideoHostServer;
  beforeAll(async () => {
    host = await VideoHostServer.start();
    site = await PublishedSite.start({ REQUIRE_RELEASE: '1', VIMEO_URL: host.url });
  });
  afterAll(async () => {
    await site.testApp.close();
    await host.close();
  });

  it('nothing is approved without a yes, nor stays public once it is another cut', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const video = await site.archive.add(id, { questionId: 1, transcript: 'I climbed.' });
    expect((await site.archive.approve(video.id).expect(409)).body).toMatchObject({ code: 'release_missing' });
    const cutHash = async () => {
      const { videos } = (await browser.get(PATH).expect(200)).body as MyStory;
      return videos[0]!.release.cutHash;
    };
    const yes = async () =>
      browser
        .post(`${PATH}/videos/${video.id}/release`)
        .send({ cutHash: await cutHash(), decision: 'yes', ...YES })
        .expect(204);
    await yes();
    await site.archive.approve(video.id).expect(200);
    await site.get(storyOf(video)).expect(200);
    await site.archive.edit(video.id, { title: 'Other' }).expect(200);
    await site.get(storyOf(video)).expect(404);
    expect((await site.archive.approve(video.id).expect(409)).body).toMatchObject({ code: 'release_missing' });
    await yes();
    await site.archive.approve(video.id).expect(200);
    await browser.patch(PATH).send({ shownName: 'Robin' }).expect(204);
    const { videos } = (await browser.get(PATH).expect(200)).body as MyStory;
    expect(videos[0]).toMatchObject({ isPublic: false, approvedAt: null });
  });

  const released = async (browser: Browser, userId: string, film: number, questionId: number) => {
    const { body } = await site.archive.upload(userId, { questionId }, sampleMp4(1000, film)).expect(201);
    const { id } = body as ShowcaseVideo;
    await say(browser, id, 'yes');
    await site.archive.approve(id).expect(200);
    return id;
  };

  describe('and a newer cut waits for another yes', () => {
    it('the older one does not come up in its place', async () => {
      const { browser, id } = await provenPerson(site.testApp);
      const [older, newer] = [await released(browser, id, 20, 1), await released(browser, id, 21, 1)];
      await site.archive.edit(newer, { title: 'Without a typo' }).expect(200);
      for (const video of [older, newer]) expect(await ownVideo(browser, video)).toMatchObject({ approvedAt: null });
    });

    it('what was public on the question to which it is moved stays so', async () => {
      const { browser, id } = await provenPerson(site.testApp);
      const [standing, moved] = [await released(browser, id, 22, 2), await released(browser, id, 23, 1)];
      await site.archive.edit(moved, { questionId: 2 }).expect(200);
      expect(await ownVideo(browser, moved)).toMatchObject({ approvedAt: null });
      expect(await ownVideo(browser, standing)).toMatchObject({ isPublic: true });
    });
  });

  it('nor at another address, which is another film', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const { id: videoId } = await site.archive.addHosted(id, 'https://vimeo.com/8', { questionId: 1 });
    await say(browser, videoId, 'yes');
    await site.archive.approve(videoId).expect(200);
    await site.archive.edit(videoId, { videoUrl: 'https://vimeo.com/9' }).expect(200);
    expect(await ownVideo(browser, videoId)).toMatchObject({ isPublic: false, release: { standing: 'none' } });
  });

  const bringPicture = async (browser: Browser, videoId: string, number: string) => {
    host.hasVimeo(number, { large: await sampleJpeg() });
    await site.testApp.dataSource.query('UPDATE hosted_thumbnail SET due_at = now() WHERE video_id = $1', [videoId]);
    site.testApp.app.get(HostedThumbnailsWorker).fetchSoon(videoId);
    await until(async () => (await ownVideo(browser, videoId)).posterUrl !== null);
  };

  it('what was approved before, without an answer, stays so until it gets another picture', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const { id: videoId } = await site.archive.addHosted(id, 'https://vimeo.com/6', { questionId: 1 });
    await site.testApp.dataSource.query(
      'UPDATE showcase_video SET is_approved = true, approved_at = now() WHERE id = $1',
      [videoId],
    );
    await site.archive.edit(videoId, { description: '' }).expect(200);
    expect(await ownVideo(browser, videoId)).toMatchObject({ isPublic: true, release: { standing: 'none' } });
    await bringPicture(browser, videoId, '6');
    expect(await ownVideo(browser, videoId)).toMatchObject({ isPublic: false, release: { standing: 'none' } });
    expect((await publishedOf(site, id))[0]).toBe('system video_unapproved');
  });

  it('a video that gets another picture is another cut', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const { id: videoId, user } = await site.archive.addHosted(id, 'https://vimeo.com/7', { questionId: 1 });
    await say(browser, videoId, 'yes');
    await site.archive.approve(videoId).expect(200);
    await site.get(`/stories/${user.userName}`).expect(200);
    await bringPicture(browser, videoId, '7');
    expect(await ownVideo(browser, videoId)).toMatchObject({ isPublic: false, release: { standing: 'outdated' } });
    await site.bringUpToDate();
    await site.get(`/stories/${user.userName}`).expect(404);
  });
});
