import { readFile } from 'node:fs/promises';
import type { AdminUser, NameVersion } from '../contract/staff/admin-participants.js';
import { LedgerReplay } from '../archive/my-story/ledger-replay.js';
import { ReceiptMailsWorker } from '../people/consent/receipt-mails.worker.js';
import { RemindersService } from '../people/reminders/reminders.service.js';
import { PublishingLockRepository } from '../archive/publishing/publishing-lock.repository.js';
import type { AuditPage } from '../contract/staff/audit.js';
import type { Elsewhere } from '../contract/staff/elsewhere.js';
import { NEW_EMAIL_FRAGMENT } from '../contract/stories/my-story.js';
import { PRIVACY } from '../contract/consent/privacy.js';
import type { SearchShards } from '../contract/search/search-index.js';
import type { ShowcaseVideo } from '../contract/videos/showcase.js';
import { ArchiveClient } from '../testing/archive-client.js';
import { readOutbox, signInTokenIn } from '../testing/outbox.js';
import { openLink, provenPerson } from '../testing/proven-person.js';
import { PublishedSite, storyOf } from '../testing/published-site.js';
import { filesContaining } from '../testing/site-files.js';
import { until } from '../testing/until.js';

const WORDS = 'A quetzalcanary sings';

const person = (video: ShowcaseVideo) => video.userId;

describe('a person whose data staff correct', () => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  afterAll(() => site.testApp.close());
  afterEach(() => site.testApp.dataSource.query('DELETE FROM participant').then(() => site.bringUpToDate()));

  const change = (id: string, body: object) =>
    site.testApp.http.patch(`/api/admin/users/${id}`).set('Cookie', site.archive.cookie).send(body);
  const correct = async (id: string, body: object) => (await change(id, body).expect(200)).body as AdminUser;
  const namesOf = async (id: string) =>
    (await site.archive.get(`/api/admin/users/${id}/names`).expect(200)).body as NameVersion[];
  const listed = async () => {
    const { shards } = (await site.get('/pagefind/shards.json').expect(200)).body as SearchShards;
    return shards;
  };

  const rename = async (video: ShowcaseVideo, firstName: string, redirectOldAddress = true) => {
    const { userName } = await correct(person(video), { firstName, redirectOldAddress });
    return `/stories/${userName}`;
  };

  const resume = (email: string, client: { post: typeof site.testApp.http.post } = site.testApp.http) =>
    client.post('/api/resume-interview').send({ email });
  const tokenMailedTo = async (email: string) => {
    const mail = (await readOutbox(site.testApp)).findLast(({ to }) => to?.[0]?.address === email);
    return mail ? signInTokenIn(mail) : '';
  };

  describe('with a public story', () => {
    it('is shown by the new name at the new address everywhere when it answers', async () => {
      const video = await site.publishStory('Jhonnymisspelt', WORDS);
      const before = video.user.userName;
      const day = before.slice(-10);
      const shards = await listed();
      const { userName, firstName } = await correct(person(video), { firstName: 'Johnny' });
      expect([firstName, userName]).toEqual(['Johnny', `johnny-${day}`]);
      expect((await site.get(`/stories/${userName}`).expect(200)).text).toContain('Johnny');
      await site.get(`/stories/${before}`).expect(404);
      for (const address of ['/stories', '/stories/feed.xml', '/sitemap.xml', '/api/stories-overview']) {
        const { text } = await site.get(address).expect(200);
        expect([address, text.includes(userName), text.includes(before)]).toEqual([address, true, false]);
      }
      const found = (await site.get('/api/search-data?q=quetzalcanary&from=0').expect(200)).text;
      expect(found).toContain(userName);
      expect(await listed()).not.toEqual(shards);
      expect(await filesContaining(site.inState('site'), before)).toEqual([]);
      expect(await filesContaining(site.inState('site'), 'Jhonnymisspelt')).toEqual([]);
      await site.get(`/media/${video.id}.mp4`).expect(200);
    });

    it('keeps its media in the runs that follow', async () => {
      const video = await site.publishStory('Anan', WORDS);
      await correct(person(video), { firstName: 'Anna' });
      await site.publishStory('Ben', 'A lark sings');
      await site.get(`/media/${video.id}.mp4`).expect(200);
      await site.archive.unapprove(video.id).expect(200);
      await site.get(`/media/${video.id}.mp4`).expect(404);
    });

    it('keeps its address when the correction makes the same one, and shows the new name there', async () => {
      const video = await site.publishStory('zoe', WORDS);
      const { userName } = await correct(person(video), { firstName: 'Zoe!' });
      expect(userName).toBe(video.user.userName);
      expect((await site.get(storyOf(video)).expect(200)).text).toContain('Zoe!');
      expect((await site.get('/api/stories-overview').expect(200)).text).toContain('Zoe!');
    });

    it('gets the next free address where somebody has the first', async () => {
      const [anna, anan] = [await site.publishStory('Anna', WORDS), await site.publishStory('Anan', WORDS)];
      const { userName } = await correct(person(anan), { firstName: 'Anna' });
      expect(userName).toBe(`${anna.user.userName}-2`);
      expect((await site.get(storyOf(anna)).expect(200)).text).toContain(anna.id);
      expect((await site.get(`/stories/${userName}`).expect(200)).text).toContain(anan.id);
    });

    it('changes nothing public when only the last name is another', async () => {
      const video = await site.publishStory('Anna', WORDS);
      const before = await site.describe();
      await correct(person(video), { lastName: 'Berg' });
      await site.bringUpToDate();
      expect(await site.describe()).toEqual(before);
    });
  });

  describe('whose old address leads to the new one', () => {
    it('is found there, on our server and on any other', async () => {
      const video = await site.publishStory('Anan', WORDS);
      const now = await rename(video, 'Anna');
      for (const address of [storyOf(video), `${storyOf(video)}/`]) {
        const { headers } = await site.get(`${address}?from=mail`).expect(301);
        expect(headers).toMatchObject({ location: `${now}?from=mail`, 'cache-control': 'no-cache' });
      }
      const [page] = await filesContaining(site.inState('site'), 'http-equiv="refresh"');
      expect(page).toBe(`${storyOf(video).slice(1)}/index.html`);
      const html = await readFile(site.inSite(page!), 'utf8');
      expect(html).toContain(`content="0; url=${now}"`);
      expect(html).toContain(`rel="canonical" href="${site.testApp.config.publicUrl}${now}"`);
      expect(html).toContain('name="robots" content="noindex"');
      expect((await site.get('/sitemap.xml')).text).not.toContain(video.user.userName);
    });

    it('is found from every older address in one step', async () => {
      const video = await site.publishStory('Anan', WORDS);
      const second = await rename(video, 'Annna');
      const third = await rename(video, 'Anna');
      for (const old of [storyOf(video), second]) {
        expect((await site.get(old).expect(301)).headers['location']).toBe(third);
      }
      const back = await rename(video, 'Anan');
      expect(back).toBe(storyOf(video));
      await site.get(back).expect(200);
      expect((await site.get(third).expect(301)).headers['location']).toBe(back);
    });

    it('is not told by any older address once a correction must not be told', async () => {
      const video = await site.publishStory('Anan', WORDS);
      const second = await rename(video, 'Anna');
      await rename(video, 'Cleo', false);
      await site.get(storyOf(video)).expect(404);
      await site.get(second).expect(404);
    });

    it('stands beside the public pages no longer once a correction must not be told', async () => {
      const video = await site.publishStory('Ananda', WORDS);
      const second = await rename(video, 'Anna');
      expect(await filesContaining(site.testApp.config.stateDir, storyOf(video).slice(1))).toContain(
        'site-manifest.jsonl',
      );
      await rename(video, 'Cleo', false);
      for (const old of [storyOf(video), second]) {
        expect(await filesContaining(site.testApp.config.stateDir, old.slice(1))).toEqual([]);
      }
    });

    it('is not told there from then on, also while the public pages cannot follow', async () => {
      const video = await site.publishStory('Anan', WORDS);
      const published = Promise.withResolvers<void>();
      const publishing = site.testApp.app.get(PublishingLockRepository).hold(() => published.promise);
      const correcting = rename(video, 'Cleo', false);
      try {
        await until(async () => (await site.get(storyOf(video))).status === 404);
      } finally {
        published.resolve();
        await Promise.all([publishing, correcting]);
      }
      expect((await site.get(storyOf(video))).status).toBe(404);
    });

    it('is told by no older backup once a correction must not be told, and mirrors are asked to forget it', async () => {
      const video = await site.publishStory('Anan', WORDS);
      await site.testApp
        .staff()
        .post('/api/admin/elsewhere/places')
        .send({ name: 'ME Weekly', userId: person(video) })
        .expect(204);
      const { dataSource } = site.testApp;
      const replay = () => site.testApp.app.get(LedgerReplay).apply();
      await rename(video, 'Anna');
      const removals = async () => {
        const { body } = await site.archive.get('/api/admin/elsewhere').expect(200);
        return (body as Elsewhere).removals.filter((removal) => removal.person?.id === person(video));
      };
      expect(await removals()).toEqual([]);
      const now = await rename(video, 'Cleo', false);
      expect(await removals()).toMatchObject([{ place: 'ME Weekly', cause: 'renamed' }]);
      expect(await replay()).toBe(0);
      await site.get(now).expect(200);
      // As an older backup has it.
      await dataSource.query('UPDATE participant SET first_name = $1 WHERE id = $2', ['Anan', person(video)]);
      await dataSource.query('DELETE FROM story_choice');
      expect(await replay()).toBe(1);
      await site.bringUpToDate();
      await site.get(now).expect(404);
    });

    it('is a plain 404 there while the story is not public', async () => {
      const video = await site.publishStory('Anan', WORDS);
      const now = await rename(video, 'Anna');
      await site.archive.unapprove(video.id).expect(200);
      await site.get(storyOf(video)).expect(404);
      expect(await filesContaining(site.inState('site'), 'http-equiv="refresh"')).toEqual([]);
      await site.archive.approve(video.id).expect(200);
      expect((await site.get(storyOf(video)).expect(301)).headers['location']).toBe(now);
    });

    it('is nowhere once the person is deleted', async () => {
      const video = await site.publishStory('Ananas', WORDS);
      const now = await rename(video, 'Annas');
      await site.testApp.http
        .delete(`/api/admin/delete-user/${person(video)}`)
        .set('Cookie', site.archive.cookie)
        .expect(200);
      await site.get(storyOf(video)).expect(404);
      await site.get(now).expect(404);
      const rows = await site.testApp.dataSource.query(
        'SELECT user_name FROM former_address UNION ALL SELECT first_name FROM participant_name',
      );
      expect(rows).toEqual([]);
    });

    it('loses it to whoever has it after them, for good', async () => {
      const video = await site.publishStory('Anan', WORDS);
      await rename(video, 'Anna');
      const other = await site.publishStory('Anan', 'A lark sings');
      expect(storyOf(other)).toBe(storyOf(video));
      expect((await site.get(storyOf(other)).expect(200)).text).toContain('A lark sings');
      await site.archive.unapprove(other.id).expect(200);
      await site.get(storyOf(other)).expect(404);
    });
  });

  it('keeps every version of the name, with who and when', async () => {
    const maria = await ArchiveClient.signIn(site.testApp, 'Maria');
    const id = await site.archive.register('Ana', 'Berg');
    const correctAs = (cookie: string, body: object) =>
      site.testApp.http.patch(`/api/admin/users/${id}`).set('Cookie', cookie).send(body).expect(200);
    expect(await namesOf(id)).toMatchObject([{ firstName: 'Ana', lastName: 'Berg', by: null }]);
    await correctAs(maria.cookie, { firstName: 'Anna' });
    await correctAs(maria.cookie, { lastName: 'Bergh', email: 'berg@example.org' });
    await correctAs(maria.cookie, { lastName: 'Bergh' });
    await correctAs(site.archive.cookie, { firstName: 'Ana', lastName: 'Berg' });
    const names = await namesOf(id);
    expect(names.map(({ firstName, lastName, by }) => [firstName, lastName, by])).toEqual([
      ['Ana', 'Berg', null],
      ['Anna', 'Bergh', 'Maria'],
      ['Anna', 'Berg', 'Maria'],
      ['Ana', 'Berg', null],
    ]);
    const times = names.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    await expect(site.testApp.dataSource.query('UPDATE participant_name SET first_name = $1', ['X'])).rejects.toThrow(
      'only ever added to',
    );
    await expect(site.testApp.dataSource.query('DELETE FROM participant_name')).rejects.toThrow('only ever added to');
    await site.testApp.http.get(`/api/admin/users/${id}/names`).expect(401);
  });

  it('is noted by id alone', async () => {
    const id = await site.archive.register('Ana');
    await correct(id, { firstName: 'Annabelle', photosNeeded: false });
    const { body, text } = await site.archive.get('/api/admin/audit').expect(200);
    expect((body as AuditPage).entries[0]).toMatchObject({
      action: 'participant_corrected',
      subject: { type: 'participant', id },
    });
    expect(text).not.toContain('Annabelle');
    const before = (body as AuditPage).entries.length;
    await correct(id, { firstName: 'Annabelle', photosNeeded: false });
    const again = (await site.archive.get('/api/admin/audit').expect(200)).body as AuditPage;
    expect(again.entries).toHaveLength(before);
  });

  it('keeps handles only while tagging is wanted', async () => {
    const id = await site.archive.register('Ana');
    expect(await correct(id, { instagram: '@ana' })).toMatchObject({ tag: false, instagram: null });
    expect(await correct(id, { tag: true, instagram: ' @ana ', tiktok: '@a' })).toMatchObject({
      tag: true,
      instagram: '@ana',
      tiktok: '@a',
    });
    expect(await correct(id, { tiktok: '' })).toMatchObject({ instagram: '@ana', tiktok: null });
    expect(await correct(id, { tag: false })).toMatchObject({ tag: false, instagram: null });
  });

  describe('to another e-mail', () => {
    let people = 0;
    const register = async () => {
      const email = `mailbox-${++people}@example.org`;
      const browser = site.testApp.browser();
      const { body } = await browser.post('/api/register').send({ firstName: 'Ana', lastName: 'B', email }).expect(201);
      return { id: (body as { user: { id: string } }).user.id, email, browser };
    };
    it('loses every session, every known device and every open link', async () => {
      const { id, email, browser } = await register();
      await resume(email).expect(200);
      const token = await tokenMailedTo(email);
      expect(token).not.toBe('');
      await correct(id, { email: `new-${email}` });
      await browser.get('/api/auth/user').expect(401);
      await site.testApp.http.post('/api/auth/link').send({ token }).expect(410);
      await resume(email).expect(404);
      const { body } = await resume(`new-${email}`, browser as never).expect(200);
      expect(body).toEqual({ nextQuestionUrl: '/resume?sent=1' });
      const link = { token: await tokenMailedTo(`new-${email}`) };
      await browser.post('/api/auth/link').send(link).expect(200);
      expect((await browser.get('/api/auth/user').expect(200)).body).toMatchObject({ id, email: `new-${email}` });
    });

    it('counts as read by its person only once a link was used that was mailed there', async () => {
      const { dataSource, app } = site.testApp;
      const { id, email, browser } = await provenPerson(site.testApp);
      const [typo, right] = [`typo-${email}`, `right-${email}`];
      await browser
        .put('/api/reminder')
        .send({ at: new Date(Date.now() + 60_000).toISOString() })
        .expect(200);
      await browser.post('/api/consent/recording').send({ answer: 'yes', version: PRIVACY.version }).expect(200);
      await dataSource.query('UPDATE reminder SET due_at = now() WHERE participant_id = $1', [id]);
      expect((await correct(id, { email: typo })).emailProvenAt).toBeNull();
      const mailsTo = async (to: string) =>
        (await readOutbox(site.testApp)).filter((mail) => mail.to?.[0]?.address === to);
      await app.get(RemindersService, { strict: false }).sendDue();
      await dataSource.query(
        `INSERT INTO receipt_mail (receipt_id, subject_key)
         SELECT id, subject_key FROM consent_receipt JOIN consent_subject USING (subject_key) WHERE participant_id = $1
         ON CONFLICT DO NOTHING`,
        [id],
      );
      await app.get(ReceiptMailsWorker, { strict: false }).look();
      expect(await mailsTo(typo)).toEqual([]);

      // What came under it before was never theirs; that of before was, and is so again.
      expect((await correct(id, { email })).emailProvenAt).not.toBeNull();
      expect(await dataSource.query('SELECT email_key FROM former_email WHERE participant_id = $1', [id])).toEqual([]);
      expect((await correct(id, { email: right })).emailProvenAt).toBeNull();
      await openLink(site.testApp, right);
      expect((await correct(id, { photosNeeded: false })).emailProvenAt).not.toBeNull();
      await app.get(RemindersService, { strict: false }).sendDue();
      await until(async () => (await mailsTo(right)).some(({ subject }) => subject?.startsWith('Your receipt: ')));
      expect((await mailsTo(right)).map(({ subject }) => subject)).toContain('Your story is waiting, as you asked');
    });

    it('is not moved on by a link to a third one that was asked for before', async () => {
      const { id, email, browser } = await provenPerson(site.testApp);
      const [thief, right] = [`thief-${email}`, `right-${email}`];
      await browser.post('/api/my-story/email').send({ email: thief }).expect(202);
      await correct(id, { email: right });
      const { text = '' } = (await readOutbox(site.testApp)).find(({ to }) => to?.[0]?.address === thief)!;
      const token = text.split(NEW_EMAIL_FRAGMENT)[1]!.split('\n')[0]!;
      await site.testApp.http.post('/api/my-story/email/confirm').send({ token }).expect(410);
      await resume(thief).expect(404);
      await resume(right).expect(200);
    });

    it('loses nothing by another spelling of the same mailbox', async () => {
      const { id, email, browser } = await register();
      expect(await correct(id, { email: ` ${email.replace('example', 'EXAMPLE')} ` })).toMatchObject({
        email: email.replace('example', 'EXAMPLE'),
      });
      await browser.get('/api/auth/user').expect(200);
    });

    it('is refused that of somebody else, in any spelling', async () => {
      const [one, other] = [await register(), await register()];
      await change(one.id, { firstName: 'Bea', email: other.email.toUpperCase() }).expect(409, {
        message: 'This email is already registered to another person.',
        code: 'email_taken',
      });
      expect((await one.browser.get('/api/auth/user').expect(200)).body).toMatchObject({ firstName: 'Ana' });
      expect(await namesOf(one.id)).toHaveLength(1);
    });
  });

  describe('by two producers at once', () => {
    it('is told to the second with what the first has changed', async () => {
      const id = await site.archive.register('Ana', 'Berg');
      const was = { firstName: 'Ana', lastName: 'Berg', tag: false, instagram: null };
      await correct(id, { firstName: 'Anna', tag: true, instagram: '@anna', was });
      await change(id, { firstName: 'Anne', was }).expect(409, {
        code: 'person_changed',
        message:
          'Somebody else has changed this person since you opened them: the first name is now “Anna”, the wish to be tagged is now yes, the Instagram handle is now “@anna”. Nothing of yours is saved yet.',
      });
      expect((await namesOf(id))[0]).toMatchObject({ firstName: 'Anna' });
      await correct(id, { firstName: 'Anna', was });
      await correct(id, { firstName: 'Anne', was: { ...was, firstName: 'Anna', tag: true, instagram: '@anna' } });
    });

    it('is no change from an empty handle to none', async () => {
      const id = await site.archive.register('Ana');
      await change(id, { firstName: 'Anna', was: { instagram: '', tiktok: null } }).expect(200);
      expect((await namesOf(id))[0]).toMatchObject({ firstName: 'Anna' });
    });

    it('is refused what it was by another name, which would guard nothing', async () => {
      const id = await site.archive.register('Ana');
      const { body } = await change(id, { firstName: 'Anna', was: { firstname: 'Ana' } }).expect(400);
      expect(body).toEqual({ code: 'unknown_field', message: '“firstname” is not a field of this call.' });
      expect(await namesOf(id)).toHaveLength(1);
    });

    it('leaves one name and as many versions as changes', async () => {
      const id = await site.archive.register('Ana');
      const was = { firstName: 'Ana' };
      const statuses = await Promise.all(
        ['Anna', 'Anne', 'Anja'].map(async (firstName) => (await change(id, { firstName, was })).status),
      );
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
      expect(await namesOf(id)).toHaveLength(2);
    });

    it('gives two people of one day and one name an address each', async () => {
      const ids = await Promise.all(['One', 'Two', 'Three'].map((name) => site.archive.register(name)));
      const users = await Promise.all(ids.map((id) => correct(id, { firstName: 'Anna' })));
      const day = new Date().toISOString().slice(0, 10);
      expect(users.map(({ userName }) => userName).toSorted()).toEqual([
        `anna-${day}`,
        `anna-${day}-2`,
        `anna-${day}-3`,
      ]);
    });
  });
});
