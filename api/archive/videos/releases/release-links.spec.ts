import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { MY_STORY_PATH } from '../../../contract/stories/my-story.js';
import { PRIVACY } from '../../../contract/consent/privacy.js';
import type { OwnCut } from '../../../contract/videos/releases.js';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import { Mailer, MailRefused } from '../../../platform/mail/mailer.js';
import { ask, cutOwner, forStaff, say, YES } from '../../../testing/cut-releases.js';
import { type Browser, readMyStory } from '../../../testing/my-story.js';
import { holdTransaction, untilBlocked } from '../../../testing/hold-transaction.js';
import { readOutbox } from '../../../testing/outbox.js';
import { givePoster } from '../../../testing/posters.js';
import { openLink } from '../../../testing/proven-person.js';
import { PublishedSite } from '../../../testing/published-site.js';
import { sampleMp4 } from '../../../testing/sample-media.js';
import { LedgerReplay } from '../../my-story/ledger-replay.js';
import { ReleaseLinks } from './release-links.service.js';
import { ReleasesRepository } from './standing/releases.repository.js';
import { ReleaseRequests } from './release-requests.service.js';

const PATH = '/api/my-story';

let site: PublishedSite;
beforeAll(async () => {
  site = await PublishedSite.start();
});
afterAll(() => site.testApp.close());

const askGuardian = (browser: Browser) =>
  browser.post('/api/consent/guardian').send({ email: 'parent@example.org', version: PRIVACY.version }).expect(200);
const mailed = async (email: string) => {
  const mails = (await readOutbox(site.testApp)).filter(
    ({ to, text }) => to?.[0]?.address === email && text?.includes('/release#'),
  );
  return mails.map(({ text }) => text!.split('/release#')[1]!.split('\n')[0]!);
};
const letDays = (videoId: string, days: number) =>
  site.testApp.dataSource.query(`UPDATE release_request SET at = at - $2 * interval '1 day' WHERE video_id = $1`, [
    videoId,
    days,
  ]);
const remind = () => site.testApp.app.get(ReleaseRequests).remind();

const asked = async () => {
  const person = await cutOwner(site);
  await ask(site, person.video.id).expect(200);
  const [token] = await mailed(person.email);
  return { ...person, token: token! };
};

describe('a release', () => {
  it('is not asked for after a wish for changes, nor after a yes to other uses', async () => {
    for (const said of [{ decision: 'change', words: 'Shorter.' } as const, { ...YES, uses: ['social' as const] }]) {
      const { browser, video } = await cutOwner(site);
      await say(browser, video.id, said);
      expect((await ask(site, video.id).expect(409)).body).toMatchObject({ code: 'release_answered' });
    }
  });

  it('is asked of nobody who is deleted just then', async () => {
    const { id, video } = await cutOwner(site);
    let deleting!: EntityManager;
    await using commit = await holdTransaction(site.testApp.dataSource, (transaction) => {
      deleting = transaction;
      return transaction.query('SELECT FROM participant WHERE id = $1 FOR UPDATE', [id]);
    });
    const asking = Promise.resolve(ask(site, video.id));
    await untilBlocked(site.testApp.dataSource);
    await deleting.query('DELETE FROM participant WHERE id = $1', [id]);
    await commit();
    const { status, body } = await asking;
    expect([status, body]).toEqual([404, { message: 'No such person.', code: 'participant_not_found' }]);
  });

  it('is answered in the browser of a mailed sign-in as before', async () => {
    const { email, video } = await cutOwner(site);
    const browser = await openLink(site.testApp, email);
    await say(browser, video.id, YES);
    expect((await forStaff(site, video.id)).release.standing).toBe('yes');
  });
});

describe('a mailed link', () => {
  const LINK = '/api/release-link';
  const preview = (token: string, browser = site.testApp.browser()) => browser.post(`${LINK}/preview`).send({ token });

  it('opens this cut, and its film in that browser alone', async () => {
    const { video, token, id } = await asked();
    const other = await cutOwner(site);
    const guest = site.testApp.browser();
    const { body, headers } = await preview(token, guest).expect(200);
    expect(headers['set-cookie']).toEqual([
      `release-${video.id}=${token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict`,
    ]);
    const cut = body as OwnCut;
    expect(cut).toMatchObject({ id: video.id, transcript: 'I climbed. Then I fell ill.', shownName: 'Anna' });
    expect(JSON.stringify(cut)).not.toContain(id);
    expect(JSON.stringify(cut)).not.toContain('example.org');
    await guest.get(cut.videoUrl!).expect(200).expect('Cache-Control', 'private, no-store');
    await guest.get(`${LINK}/videos/${other.video.id}/stream`).expect(404);
    await site.get(cut.videoUrl!).expect(404);
    await guest.get(PATH).expect(401);
    await guest.get(`${PATH}/videos/${video.id}/stream`).expect(401);
  });

  it('opens the picture of this cut in that browser alone, until the answer', async () => {
    const [{ video, token }, other] = [await asked(), await cutOwner(site)];
    for (const { id } of [video, other.video]) await givePoster(site.testApp, id);
    const guest = site.testApp.browser();
    const { body } = await preview(token, guest).expect(200);
    const { posterUrl, release } = body as OwnCut;
    await guest.get(posterUrl!).expect(200).expect('Cache-Control', 'private, no-store');
    await guest.get(`${LINK}/videos/${other.video.id}/poster`).expect(404);
    await site.get(posterUrl!).expect(404);
    await guest
      .post(`${LINK}/answer`)
      .send({ token, cutHash: release.cutHash, ...YES })
      .expect(204);
    await guest.get(posterUrl!).expect(404);
  });

  it('does nothing when it is only opened, and ends with the answer', async () => {
    const { video, token } = await asked();
    const { body } = await preview(token).expect(200);
    await preview(token).expect(200);
    expect((await forStaff(site, video.id)).release.standing).toBe('none');
    const { cutHash } = (body as OwnCut).release;
    const answer = () => site.testApp.http.post(`${LINK}/answer`).send({ token, cutHash, ...YES });
    await answer().expect(204);
    expect((await forStaff(site, video.id)).release.standing).toBe('yes');
    expect((await answer().expect(410)).body).toMatchObject({ code: 'link_answered' });
    await preview(token).expect(410);
    const kinds = await site.testApp.dataSource.query<{ method: string }[]>(
      `SELECT method FROM consent_receipt WHERE cut_hash = $1`,
      [Buffer.from(cutHash, 'hex')],
    );
    expect(kinds.map(({ method }) => method)).toContain('mailed_link');
  });

  it('lists a story again as an answer on the screen does', async () => {
    const { browser, id, video, token } = await asked();
    const { body } = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, 2)).expect(201);
    const other = body as ShowcaseVideo;
    await say(browser, other.id, { ...YES, linkOnly: true });
    await site.archive.remove(other.id).expect(204);
    const { cutHash } = (await forStaff(site, video.id)).release;
    await site.testApp.http
      .post(`${LINK}/answer`)
      .send({ token, cutHash, ...YES })
      .expect(204);
    expect((await readMyStory(browser)).isUnlisted).toBe(false);
  });

  it('of two at once counts once', async () => {
    const { video, token } = await asked();
    const { release } = await forStaff(site, video.id);
    const answers = await Promise.all(
      (['yes', 'no'] as const).map((decision) =>
        site.testApp.http.post(`${LINK}/answer`).send({ token, cutHash: release.cutHash, decision, uses: ['archive'] }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 410]);
  });

  it.each<[string, (person: Awaited<ReturnType<typeof asked>>) => Promise<unknown>]>([
    [
      'its time',
      ({ video }) =>
        site.testApp.dataSource.query(
          `UPDATE release_link SET created_at = now() - interval '31 days' WHERE video_id = $1`,
          [video.id],
        ),
    ],
    ['an answer on the screen', ({ browser, video }) => say(browser, video.id, YES)],
    [
      'another e-mail',
      ({ id }) =>
        site.testApp
          .staff()
          .patch(`/api/admin/users/${id}`)
          .send({ email: `moved-${randomUUID()}@example.org` })
          .expect(200),
    ],
    [
      'the video given to somebody else',
      async ({ video }) => site.archive.edit(video.id, { userId: await site.archive.register() }).expect(200),
    ],
    ['its person', ({ browser }) => browser.post(`${PATH}/leave`).expect(200)],
    [
      'a no that an older database does not know',
      async ({ browser, id, video }) => {
        await say(browser, video.id, { decision: 'no' });
        const { app, dataSource } = site.testApp;
        await dataSource.query('DELETE FROM cut_release WHERE participant_id = $1', [id]);
        await dataSource.query('UPDATE release_link SET answered_at = NULL WHERE video_id = $1', [video.id]);
        await app.get(LedgerReplay).apply();
      },
    ],
  ])('ends with %s', async (_what, happen) => {
    const person = await asked();
    await happen(person);
    await preview(person.token).expect(410);
    const body = { token: person.token, cutHash: person.video.release.cutHash, ...YES };
    await site.testApp.http.post(`${LINK}/answer`).send(body).expect(410);
  });

  it('is kept as a hash alone, and is none of ours when it is made up', async () => {
    const { token } = await asked();
    const rows = await site.testApp.dataSource.query<object[]>(`SELECT encode(token_hash, 'escape') FROM release_link`);
    expect(JSON.stringify(rows)).not.toContain(token);
    await preview('x').expect(400);
    await preview('a'.repeat(43)).expect(410);
  });

  it('is known for a while after its end, and swept then', async () => {
    const { browser, video, token } = await asked();
    const sweepAfter = async (days: number) => {
      await site.testApp.dataSource.query(
        `UPDATE release_link SET created_at = now() - $2 * interval '1 day' WHERE video_id = $1`,
        [video.id, days],
      );
      await site.testApp.app.get(ReleaseLinks).sweepOld();
      return preview(token);
    };
    expect((await sweepAfter(29)).status).toBe(200);
    await say(browser, video.id, YES);
    expect((await sweepAfter(59)).body).toMatchObject({ code: 'link_answered' });
    expect((await sweepAfter(61)).body).toMatchObject({ code: 'link_expired' });
  });

  it('lets nobody answer about a cut that they have not seen', async () => {
    const { video, token } = await asked();
    const { body } = await preview(token).expect(200);
    await site.archive.edit(video.id, { title: 'Other' }).expect(200);
    const answer = { token, cutHash: (body as OwnCut).release.cutHash, ...YES };
    expect((await site.testApp.http.post(`${LINK}/answer`).send(answer).expect(409)).body).toMatchObject({
      code: 'cut_changed',
    });
    const { body: anew } = await preview(token).expect(200);
    await site.testApp.http
      .post(`${LINK}/answer`)
      .send({ ...answer, cutHash: (anew as OwnCut).release.cutHash, decision: 'no' })
      .expect(204);
  });

  describe('reminds', () => {
    it('after seven days and after fourteen more, and never again', async () => {
      const { email, video } = await asked();
      const counts: number[] = [];
      for (const days of [6, 1, 13, 1, 100]) {
        await letDays(video.id, days);
        await Promise.all([remind(), remind()]);
        counts.push((await mailed(email)).length);
      }
      expect(counts).toEqual([1, 2, 2, 3, 3]);
    });

    it('nobody who has answered since, and looks at their video no more', async () => {
      const { video, browser } = await asked();
      await letDays(video.id, 7);
      const open = async () => {
        const requests = await site.testApp.app
          .get(ReleasesRepository, { strict: false })
          .findOpenRequests(3, new Date());
        return requests.filter(({ videoId }) => videoId === video.id).length;
      };
      expect(await open()).toBe(1);
      await say(browser, video.id, YES);
      expect(await open()).toBe(0);
    });

    it('the others where one mail cannot go, and that one at the next look', async () => {
      const people = [await asked(), await asked()];
      for (const { video } of people) await letDays(video.id, 7);
      const counts = async () => {
        const mails = await Promise.all(people.map(({ email }) => mailed(email)));
        return mails.map(({ length }) => length).toSorted((a, b) => a - b);
      };
      {
        using sending = jest.spyOn(site.testApp.app.get(Mailer, { strict: false }), 'send');
        sending.mockRejectedValueOnce(new Error('No line.'));
        await remind();
      }
      expect(await counts()).toEqual([1, 2]);
      // Of a mail that was not sent no link stays.
      const links = 'SELECT FROM release_link WHERE video_id = ANY ($1)';
      expect(await site.testApp.dataSource.query(links, [people.map(({ video }) => video.id)])).toHaveLength(3);
      await remind();
      expect(await counts()).toEqual([2, 2]);
    });

    it('once where the mail server says that nobody has the address, which counts for nothing, and no link stays', async () => {
      const { email, video } = await asked();
      using sending = jest.spyOn(site.testApp.app.get(Mailer, { strict: false }), 'send');
      sending.mockRejectedValue(new MailRefused());
      for (const days of [7, 0, 14, 100]) {
        await letDays(video.id, days);
        await remind();
      }
      expect(sending.mock.calls.filter(([{ to }]) => to === email)).toHaveLength(1);
      const links = 'SELECT FROM release_link WHERE video_id = $1';
      expect(await site.testApp.dataSource.query(links, [video.id])).toHaveLength(1);
      expect((await forStaff(site, video.id)).release.asked).toBe(1);
    });

    it('again a day after the mail server refused the address, and not before', async () => {
      const { email, video } = await asked();
      await letDays(video.id, 7);
      {
        using sending = jest.spyOn(site.testApp.app.get(Mailer, { strict: false }), 'send');
        sending.mockRejectedValue(new MailRefused());
        await remind();
      }
      await remind();
      expect(await mailed(email)).toHaveLength(1);
      const now = Date.now();
      using _ = jest.spyOn(Date, 'now').mockImplementation(() => now + 86_400_000);
      await remind();
      expect(await mailed(email)).toHaveLength(2);
    });

    it.each<[string, (videoId: string) => Promise<unknown>]>([
      ['at the next look', remind],
      ['where staff ask for it', (videoId) => ask(site, videoId).expect(200)],
    ])('at another address whom nobody could be reached at, %s', async (_what, happen) => {
      const { id, video } = await asked();
      {
        using sending = jest.spyOn(site.testApp.app.get(Mailer, { strict: false }), 'send');
        sending.mockRejectedValue(new MailRefused());
        for (const days of [7, 14]) {
          await letDays(video.id, days);
          await remind();
        }
      }
      const email = `corrected-${randomUUID()}@example.org`;
      await site.testApp.staff().patch(`/api/admin/users/${id}`).send({ email }).expect(200);
      await happen(video.id);
      const mails = (await readOutbox(site.testApp)).filter(({ to }) => to?.[0]?.address === email);
      expect(mails.map(({ text }) => text!.includes(MY_STORY_PATH))).toEqual([true]);
      // Nobody has shown who reads it: a link alone would open the film to whoever does.
      expect(await mailed(email)).toEqual([]);
      expect((await forStaff(site, video.id)).release.asked).toBe(2);
    });

    it('again at an address that refused once, since a mail that staff asked for went there', async () => {
      const { email, video } = await asked();
      {
        using sending = jest.spyOn(site.testApp.app.get(Mailer, { strict: false }), 'send');
        sending.mockRejectedValue(new MailRefused());
        await letDays(video.id, 7);
        await remind();
      }
      await ask(site, video.id).expect(200);
      await letDays(video.id, 14);
      await remind();
      expect(await mailed(email)).toHaveLength(3);
    });

    it.each<[string, (person: Awaited<ReturnType<typeof asked>>) => Promise<unknown>]>([
      ['an answer', ({ browser, video }) => say(browser, video.id, { decision: 'change', words: 'Shorter.' })],
      ['a change of the cut', ({ video }) => site.archive.edit(video.id, { title: 'Other' }).expect(200)],
      ['a story that is hidden', ({ browser }) => browser.post(`${PATH}/hide`).expect(204)],
      ['a guardian who has not answered', ({ browser }) => askGuardian(browser)],
    ])('of nothing after %s', async (_what, happen) => {
      const person = await asked();
      await happen(person);
      await letDays(person.video.id, 30);
      await remind();
      expect(await mailed(person.email)).toHaveLength(1);
    });
  });
});
