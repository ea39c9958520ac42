import type { AuditPage } from '../../../contract/staff/audit.js';
import type { Receipt } from '../../../contract/consent/receipts.js';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import { ArchiveClient } from '../../../testing/archive-client.js';
import { sendRecording } from '../../../testing/consent.js';
import { countFiles } from '../../../testing/count-files.js';
import { cutOwner, forStaff, passTime, type Said, say, tomorrow, YES } from '../../../testing/cut-releases.js';
import { readMyStory } from '../../../testing/my-story.js';
import { openLink } from '../../../testing/proven-person.js';
import { PublishedSite } from '../../../testing/published-site.js';
import { refuseAudit } from '../../../testing/refuse-audit.js';
import { sampleJpeg, sampleMp4, sampleWebm, toDataUrl } from '../../../testing/sample-media.js';

const PATH = '/api/my-story';

let site: PublishedSite;
beforeAll(async () => {
  site = await PublishedSite.start();
});
afterAll(() => site.testApp.close());

describe('a release on paper', () => {
  const pdf = toDataUrl(Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'), 'application/pdf');
  let producer: ArchiveClient;
  beforeAll(async () => {
    producer = await ArchiveClient.signIn(site.testApp, 'Maria');
  });
  const record = async (video: ShowcaseVideo, more: object = {}, staff = producer) => {
    const { release } = await forStaff(site, video.id);
    return staff
      .post(`/${video.id}/paper-release`)
      .send({ cutHash: release.cutHash, signedOn: '2026-03-01', uses: ['archive'], scan: pdf, ...more });
  };

  it('is recorded by a named producer, with a scan that staff alone can read', async () => {
    const { browser, id, video } = await cutOwner(site);
    const response = await record(video, { scan: toDataUrl(await sampleJpeg(), 'image/jpeg') });
    expect([response.status, response.body]).toMatchObject([
      200,
      { release: { standing: 'yes', paper: { producer: 'Maria' }, terms: { uses: ['archive'] } } },
    ]);
    const { scanUrl } = (response.body as ShowcaseVideo).release.paper!;
    const scan = await site.archive.get(scanUrl).expect(200);
    expect(scan.headers['content-disposition']).toMatch(/^attachment/);
    await browser.get(scanUrl).expect(401);
    expect((await readMyStory(browser)).looks).toMatchObject([{ action: 'paper_release_viewed' }]);
    const { entries } = (await site.archive.get(`/api/admin/audit?person=${id}`).expect(200)).body as AuditPage;
    expect(entries).toContainEqual(expect.objectContaining({ action: 'paper_release_recorded', producer: 'Maria' }));
    const { body } = await browser.get('/api/consent/receipts').expect(200);
    expect((body as Receipt[]).at(-1)).toMatchObject({
      kind: 'paper_release_recorded',
      actor: 'staff',
      method: 'paper',
    });
    await site.archive.edit(video.id, { title: 'Other' }).expect(200);
    expect((await forStaff(site, video.id)).release.standing).toBe('outdated');
  });

  it('has a scan that nobody sees while that cannot be noted', async () => {
    const { browser, video } = await cutOwner(site);
    const { scanUrl } = ((await record(video)).body as ShowcaseVideo).release.paper!;
    const scan = () => site.archive.get(scanUrl);
    await refuseAudit(site.testApp.dataSource, () => scan().expect(500));
    await scan().expect(200);
    expect((await readMyStory(browser)).looks).toMatchObject([{ action: 'paper_release_viewed' }]);
  });

  it.each<[string, object, number]>([
    ['no scan', { scan: undefined }, 400],
    ['a scan that is a video', { scan: toDataUrl(sampleWebm(), 'video/webm') }, 415],
    ['a scan that is text', { scan: toDataUrl(Buffer.from('Yes.'), 'application/pdf') }, 415],
    ['a scan that is too large', { scan: toDataUrl(Buffer.alloc(20 * 1024 * 1024 + 1), 'application/pdf') }, 413],
    ['no use', { uses: [] }, 400],
    ['a day to come', { signedOn: '2199-03-01' }, 400],
    ['another cut', { cutHash: '0'.repeat(64) }, 409],
  ])('is none with %s, and leaves no file', async (_what, more, status) => {
    const { video } = await cutOwner(site);
    const files = await countFiles(site.inState('media'));
    expect((await record(video, more)).status).toBe(status);
    expect((await forStaff(site, video.id)).release.standing).toBe('none');
    expect(await countFiles(site.inState('media'))).toBe(files);
  });

  it('is none by a producer without a name', async () => {
    const { video } = await cutOwner(site);
    const unnamed = await record(video, {}, site.archive);
    expect(unnamed.body).toMatchObject({ code: 'producer_unnamed' });
  });

  it('is none while its person has not said whether what was recorded before is theirs', async () => {
    const browser = site.testApp.browser();
    const email = 'unclaimed-paper@example.org';
    const { body } = await browser.post('/api/register').send({ firstName: 'E', lastName: 'E', email }).expect(201);
    await sendRecording(browser).expect(201);
    const { id } = (body as { user: { id: string } }).user;
    const video = await site.archive.publish(id, { questionId: 1, transcript: 'Words' });
    await openLink(site.testApp, email);
    const refused = await record(video);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'unclaimed', message: expect.stringContaining('This cannot be noted yet') as string },
    ]);
  });

  const NO: Said = { decision: 'no' };
  const CHANGE: Said = { decision: 'change', words: 'Please leave out the street.' };
  const REFUSED = { code: 'release_refused' };
  it.each<[string, Said[], boolean, number, object]>([
    ['a no', [NO], false, 409, REFUSED],
    ['a no to an earlier cut', [NO], true, 409, REFUSED],
    ['a wish for changes', [CHANGE], false, 409, REFUSED],
    ['a wish for changes after a no', [NO, CHANGE], false, 409, REFUSED],
    ['a wish for changes after a no, which were made', [NO, CHANGE], true, 409, REFUSED],
    ['a wish for changes, which were made', [CHANGE], true, 200, { release: { standing: 'yes' } }],
  ])('counts, or does not, by what the person has said themselves: %s', async (_, words, isEdited, status, body) => {
    const { browser, video } = await cutOwner(site);
    for (const word of words) await say(browser, video.id, word);
    if (isEdited) await site.archive.edit(video.id, { title: 'Other' }).expect(200);
    const response = await record(video);
    expect([response.status, response.body]).toMatchObject([status, body]);
  });

  it('is none after a wish for changes that is open still, under whatever name since', async () => {
    const { browser, video } = await cutOwner(site);
    await say(browser, video.id, CHANGE);
    await browser.patch(PATH).send({ shownName: 'Robin' }).expect(204);
    expect((await record(video)).body).toMatchObject(REFUSED);
  });

  it.each<[string, Said]>([
    ['the link alone', { ...YES, linkOnly: true }],
    ['another use alone', { ...YES, uses: ['documentary'] }],
    ['a time', { ...YES, publicUntil: tomorrow() }],
  ])('does not widen what the person has said since it was signed: %s', async (_, said) => {
    const { browser, id, video } = await cutOwner(site);
    await say(browser, video.id, said);
    expect((await record(video)).body).toEqual({
      code: 'release_refused',
      message: 'This person has said where and when it may be shown themselves. Please ask them to answer again.',
    });
    const today = new Date().toISOString().slice(0, 10);
    expect((await record(video, { signedOn: today })).status).toBe(409);
    // The day begins up to fourteen hours earlier somewhere on earth.
    for (const [hours, status] of [
      [13, 409],
      [15, 200],
    ] as const) {
      const at = new Date(Date.parse(today) - hours * 3_600_000);
      await site.testApp.dataSource.query('UPDATE cut_release SET at = $2 WHERE participant_id = $1', [id, at]);
      expect((await record(video, { signedOn: today })).status).toBe(status);
    }
  });

  it('does not widen what was said on a paper that was signed later', async () => {
    const { browser, id, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, publicUntil: tomorrow() });
    await site.testApp.dataSource.query(`UPDATE cut_release SET at = '2026-03-10' WHERE participant_id = $1`, [id]);
    const limits = { linkOnly: true };
    expect((await record(video, { ...limits, signedOn: '2026-03-12' })).status).toBe(200);
    expect((await record(video, { signedOn: '2026-03-11' })).body).toEqual({
      code: 'release_refused',
      message: 'A paper of a later day says where and when it may be shown. Please ask this person to answer again.',
    });
    expect((await forStaff(site, video.id)).release.terms).toMatchObject(limits);
    expect((await record(video, { signedOn: '2026-03-12' })).status).toBe(200);
  });

  it('lists no story that is found by its link alone, which its person does', async () => {
    const { browser, id, video } = await cutOwner(site);
    const { body } = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, 2)).expect(201);
    const other = body as ShowcaseVideo;
    await say(browser, other.id, { ...YES, linkOnly: true });
    await site.archive.remove(other.id).expect(204);
    expect((await record(video)).status).toBe(200);
    expect((await readMyStory(browser)).isUnlisted).toBe(true);
    await say(browser, video.id, YES);
    expect((await readMyStory(browser)).isUnlisted).toBe(false);
  });

  it('is none after a wish for changes, though the day of an earlier yes is over, too', async () => {
    const { browser, id, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, publicUntil: tomorrow() });
    await say(browser, video.id, CHANGE);
    await passTime(site, id);
    expect((await forStaff(site, video.id)).release.standing).toBe('expired');
    expect((await record(video)).body).toMatchObject({ code: 'release_refused' });
  });

  it('goes with its video when that is withdrawn, and with its person', async () => {
    const files = await countFiles(site.inState('media'));
    const left = async (id: string) =>
      (await site.testApp.dataSource.query<unknown[]>('SELECT FROM paper_release WHERE participant_id = $1', [id]))
        .length;
    for (const leave of ['/withdraw', '/leave']) {
      const { browser, id, video } = await cutOwner(site);
      expect((await record(video)).status).toBe(200);
      expect(await left(id)).toBe(1);
      await browser
        .post(PATH + leave)
        .send({ what: 'video', id: video.id })
        .expect(200);
      expect(await left(id)).toBe(0);
    }
    expect(await countFiles(site.inState('media'))).toBe(files);
  });

  it('stays with its film when another one is withdrawn', async () => {
    const { browser, id, video } = await cutOwner(site, { film: 1 });
    const { body } = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, 2)).expect(201);
    const other = body as ShowcaseVideo;
    for (const each of [video, other]) expect((await record(each)).status).toBe(200);
    await browser.post(`${PATH}/withdraw`).send({ what: 'video', id: other.id }).expect(200);
    expect((await forStaff(site, video.id)).release.paper).toMatchObject({ producer: 'Maria' });
  });

  it('goes with its person also where producers have deleted its video before', async () => {
    const files = await countFiles(site.inState('media'));
    const { browser, video } = await cutOwner(site);
    expect((await record(video)).status).toBe(200);
    await site.archive.remove(video.id).expect(204);
    await browser.post(`${PATH}/leave`).expect(200);
    expect(await countFiles(site.inState('media'))).toBe(files);
  });
});
