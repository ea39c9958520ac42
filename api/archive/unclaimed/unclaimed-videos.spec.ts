import { mkdir, rm } from 'node:fs/promises';
import type { Elsewhere } from '../../contract/staff/elsewhere.js';
import type { OwnCut } from '../../contract/videos/releases.js';
import { type ShowcaseVideo, WRITTEN_CHAPTERS_PATH } from '../../contract/videos/showcase.js';
import type { WrittenAnswer } from '../../contract/interview/written-answers.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { publishedOf, tomorrow } from '../../testing/cut-releases.js';
import { readOutbox } from '../../testing/outbox.js';
import { answer, STRANGER, withStranger, write } from '../../testing/with-stranger.js';

const world = withStranger();
const { ofStaff, atStaff, comeByMail, rows, beginDraft } = world;

describe('an e-mail that somebody registered before its owner came', () => {
  describe('once the owner opens a mailed link in another browser', () => {
    it('withdraws a published story only when the owner says that it is not theirs', async () => {
      await answer(world.stranger, [1]);
      const { id, userName } = await atStaff();
      const video = await world.staff.add(id, { transcript: 'What the stranger told.' });
      await world.staff.approve(video.id).expect(200);
      const owner = await comeByMail();
      await world.testApp.http.get(`/api/user-story/${userName}`).expect(200);
      const waiting = await world.staff.add(id, { questionId: 1, transcript: 'More.' });
      expect((await world.staff.approve(waiting.id).expect(409)).body).toMatchObject({ code: 'unclaimed' });

      await owner.post('/api/user/unclaimed/discard').send({ firstName: 'Olga', lastName: 'Owner' }).expect(204);
      await world.testApp.http.get(`/api/user-story/${userName}`).expect(404);
      expect((await atStaff()).userName).toBe(userName);
      expect(await publishedOf(world, id)).toEqual(['participant video_unapproved', 'staff video_approved']);
      await world.staff.approve(waiting.id).expect(200);
    });

    it('has no chapter made of the words that wait with it', async () => {
      const { body } = await write(world.stranger, 1, 'What the stranger wrote.');
      const owner = await comeByMail();
      const make = () =>
        world.testApp
          .staff()
          .post(WRITTEN_CHAPTERS_PATH)
          .send({ writtenAnswerId: (body as WrittenAnswer).id });
      expect((await make().expect(404)).body).toMatchObject({ code: 'words_not_found' });
      await owner.post('/api/user/unclaimed/claim').expect(204);
      await make().expect(201);
    });

    it('has it removed elsewhere, too, and gives the owner no receipt of that', async () => {
      const { id } = await atStaff();
      const { id: film } = await world.staff.addHosted(id, 'https://vimeo.com/123456789', { questionId: 1 });
      await world.staff.approve(film).expect(200);
      const place = { name: 'A blog', address: 'https://blog.example.org/mallory', userId: id };
      await world.testApp.staff().post('/api/admin/elsewhere/places').send(place).expect(204);
      const owner = await comeByMail();
      await owner.post('/api/user/unclaimed/discard').send({ firstName: 'Olga', lastName: 'Owner' }).expect(204);
      const { removals } = await ofStaff<Elsewhere>('elsewhere');
      expect(removals).toMatchObject([
        { kind: 'host', place: 'Vimeo', cause: 'withdrawn', person: null, settled: null },
        { kind: 'other', place: 'A blog', cause: 'withdrawn', person: null, settled: null },
        { kind: 'feed', cause: 'withdrawn', person: null, settled: { outcome: 'removed' } },
      ]);
      await world.testApp
        .staff()
        .post(`/api/admin/elsewhere/removals/${removals[1]!.id}`)
        .send({ outcome: 'removed' })
        .expect(204);
      expect((await owner.get('/api/consent/receipts').expect(200)).body).toEqual([]);
    });

    it('withdraws it also where what had begun to arrive cannot be removed', async () => {
      const file = `${world.testApp.config.stateDir}/uploads/${await beginDraft()}.upload`;
      const { id, userName } = await atStaff();
      const video = await world.staff.add(id, { transcript: 'What the stranger told.' });
      await world.staff.approve(video.id).expect(200);
      await world.testApp.http.get(`/stories/${userName}`).expect(200);
      const owner = await comeByMail();
      await rm(file, { force: true });
      await mkdir(file);
      await owner.post('/api/user/unclaimed/discard').send({ firstName: 'Olga', lastName: 'Owner' }).expect(500);
      await rm(file, { recursive: true });
      await world.testApp.http.get(`/stories/${userName}`).expect(404);
    });

    it('leaves the owner nothing of what a stranger has said on paper', async () => {
      const { id } = await atStaff();
      const producer = await ArchiveClient.signIn(world.testApp, 'Maria');
      const find = async (videoId: string) =>
        (await producer.get(`/api/admin/showcase-videos/${videoId}`).expect(200)).body as ShowcaseVideo;
      const video = await world.staff.add(id, { questionId: 1, transcript: 'What the stranger told.' });
      const files = await rows('media_file');
      const paper = {
        cutHash: video.release.cutHash,
        signedOn: '2026-03-01',
        uses: ['archive'],
        linkOnly: true,
        publicUntil: tomorrow(),
        scan: world.jpeg,
      };
      await producer.post(`/${video.id}/paper-release`).send(paper).expect(200);
      const { scanUrl } = (await find(video.id)).release.paper!;
      const owner = await comeByMail();
      const { firstName, lastName } = STRANGER;
      await owner.post('/api/user/unclaimed/discard').send({ firstName, lastName }).expect(204);
      await producer.get(scanUrl).expect(404);
      expect(await rows('media_file')).toBe(files);
      await world.testApp.restart();
      expect((await find(video.id)).release).toMatchObject({ standing: 'none', paper: null });
      await world.staff.approve(video.id).expect(200);
      const { body } = await world.testApp.http.get('/api/stories-overview').expect(200);
      expect(body).toMatchObject([{ user: { id } }]);
    });

    it('lets nobody watch or answer a cut of it, by mail or signed in, before the owner has decided', async () => {
      await answer(world.stranger, [1]);
      const video = await world.staff.add((await atStaff()).id, {
        questionId: 1,
        transcript: 'What the stranger told.',
      });
      const ask = async () => {
        await world.staff.post(`/${video.id}/release-request`).expect(200);
        return /\/release#(\S+)/.exec((await readOutbox(world.testApp)).at(-1)!.text!)?.[1];
      };
      const [token, guest] = [await ask(), world.testApp.browser()];
      const preview = () => guest.post('/api/release-link/preview').send({ token });
      const cut = (await preview().expect(200)).body as OwnCut;
      await guest.get(cut.videoUrl!).expect(200);
      const owner = await comeByMail();
      expect((await preview().expect(410)).body).toMatchObject({ code: 'link_expired' });
      await guest.get(cut.videoUrl!).expect(404);
      const yes = { decision: 'yes', uses: ['archive'], cutHash: cut.release.cutHash };
      await guest
        .post('/api/release-link/answer')
        .send({ token, ...yes })
        .expect(404);
      await owner.post(`/api/my-story/videos/${video.id}/release`).send(yes).expect(404);
      expect(await ask()).toBeUndefined();
    });
  });
});
