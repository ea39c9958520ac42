import sharp from 'sharp';
import {
  type AdminPhoto,
  type AdminPhotoData,
  adminVideoPath,
  originalPhotoPath,
  type PhotoCount,
  type PhotoSender,
  senderPhotosPath,
  userPhotosPath,
} from '../contract/staff/admin-participants.js';
import type { AuditPage } from '../contract/staff/audit.js';
import { PHOTO_LARGE_EDGE_PX } from '../contract/common/limits.js';
import { holdTransaction, untilBlocked } from '../testing/hold-transaction.js';
import { PublicSender } from '../testing/public-sender.js';
import { refuseAudit } from '../testing/refuse-audit.js';
import { noteRefusedStatements } from '../testing/refused-statements.js';
import { sampleJpeg, sampleMp4, toDataUrl } from '../testing/sample-media.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

type Browser = ReturnType<TestApp['browser']>;

const VIDEO = sampleMp4(2000, 7);

describe('what came through the public page, as staff see it', () => {
  let testApp: TestApp;
  let staff: Browser;
  let sender: PublicSender;

  beforeAll(async () => {
    testApp = await createTestApp();
    staff = testApp.staff();
  });
  afterAll(() => testApp.close());
  beforeEach(() => {
    sender = new PublicSender(testApp);
  });

  const list = async (email = sender.email) =>
    (await staff.get(`/api/admin/user-photos/${encodeURIComponent(email)}`).expect(200)).body as AdminPhoto[];
  /** Id of something that was sent just now. */
  const send = async (file: Parameters<PublicSender['send']>[0] = {}) => {
    await sender.send(file).expect(201);
    return (await list()).at(-1)!.id;
  };
  const sendVideo = () => send({ bytes: VIDEO, name: 'The sea.mov' });
  const view = (id: string) => staff.get(`/api/admin/photo/${id}/data`);
  const summary = async () => {
    const counts = (await staff.get('/api/admin/photo-summary').expect(200)).body as PhotoCount[];
    return counts.filter(({ email }) => email.toLowerCase() === sender.email.toLowerCase());
  };
  const senders = async () => {
    const all = (await staff.get('/api/admin/senders').expect(200)).body as PhotoSender[];
    return all.filter(({ email }) => email.toLowerCase() === sender.email.toLowerCase());
  };
  const kept = async () => {
    const [row] = await testApp.dataSource.query<{ count: string }[]>('SELECT count(*) FROM media_file');
    return Number(row!.count);
  };
  const lastAudited = async (count: number) => {
    const { entries } = (await staff.get('/api/admin/audit').expect(200)).body as AuditPage;
    return entries.slice(0, count).map(({ action, subject }) => `${action} ${subject.type} ${subject.id}`);
  };
  const signUp = async () => {
    const browser = testApp.browser();
    const person = { firstName: 'Anna', lastName: 'Example', email: sender.email };
    const { body } = await browser.post('/api/register').send(person).expect(201);
    return { browser, id: (body as { user: { id: string } }).user.id };
  };

  it('is counted under an e-mail that nobody registered, as it was typed last', async () => {
    expect(await summary()).toEqual([]);
    await send();
    await send({ email: sender.email.toUpperCase() });
    expect(await summary()).toEqual([{ email: sender.email.toUpperCase(), count: 2 }]);
  });

  it("is counted together with a participant's own photos, under the e-mail that they registered", async () => {
    const { browser } = await signUp();
    await send({ email: sender.email.toUpperCase() });
    expect(await summary()).toEqual([{ email: sender.email, count: 1 }]);
    const photo = { originalName: 'me.jpg', imageData: toDataUrl(sender.photo, 'image/jpeg') };
    await browser.post('/api/photos').send(photo).expect(201);
    expect(await summary()).toEqual([{ email: sender.email, count: 2 }]);
  });

  it("is listed among a participant's own photos, the oldest first, and told apart", async () => {
    const { browser } = await signUp();
    await sender.send({ name: 'first.jpg' }).field('description0', 'Before').expect(201);
    const photo = { originalName: 'second.jpg', imageData: toDataUrl(sender.photo, 'image/jpeg') };
    await browser.post('/api/photos').send(photo).expect(201);
    await sendVideo();
    const photos = await list();
    expect(photos.map(({ originalName, mimeType, source }) => [originalName, mimeType, source])).toEqual([
      ['first.jpg', 'image/jpeg', 'public_upload'],
      ['second.jpg', 'image/jpeg', 'participant'],
      ['The sea.mov', 'video/mp4', 'public_upload'],
    ]);
    expect(photos[0]).toMatchObject({ description: 'Before', fileSize: sender.photo.length });
    expect(photos[2]).toMatchObject({ description: '', fileSize: VIDEO.length });
  });

  it('is listed for an e-mail that nobody registered, in any spelling', async () => {
    await send();
    const photos = await list();
    expect(photos).toHaveLength(1);
    expect(await list(` ${sender.email.toUpperCase()} `)).toEqual(photos);
  });

  it('is seen as a picture: upright, without metadata and in the size for showing', async () => {
    const turned = sharp(await sampleJpeg({ width: 2000, height: 1000 })).withExif({ IFD0: { Artist: 'Anna' } });
    const bytes = await turned.withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { imageData } = (await view(await send({ bytes })).expect(200)).body as AdminPhotoData;
    const [head, data = ''] = imageData!.split(',');
    expect(head).toBe('data:image/webp;base64');
    const shown = await sharp(Buffer.from(data, 'base64')).metadata();
    const edge = PHOTO_LARGE_EDGE_PX;
    expect(shown).toMatchObject({ width: edge / 2, height: edge });
    expect(shown.exif).toBeUndefined();
  });

  it('is made in its sizes at the first look, once, and loses them with the file', async () => {
    const id = await send({ bytes: await sampleJpeg({ width: 1000, height: 500 }) });
    const before = await kept();
    const refused = noteRefusedStatements(testApp);
    const views = await Promise.all(
      ['large', 'medium', 'thumbnail'].map((size) => view(id).query({ size }).expect(200)),
    );
    const shown = views.map(({ body }) =>
      Buffer.from((body as { imageData: string }).imageData.split(',')[1]!, 'base64'),
    );
    const widths = await Promise.all(shown.map(async (bytes) => (await sharp(bytes).metadata()).width));
    expect(widths).toEqual([1000, 960, 480]);
    expect(await kept()).toBe(before + 3);
    expect(refused).toEqual([]);
    await staff.delete(`/api/admin/photo/${id}`).expect(200);
    expect(await kept()).toBe(before - 1);
  });

  it('can be deleted while somebody else looks at it for the first time', async () => {
    const id = await send({ bytes: await sampleJpeg({ width: 100, height: 50 }) });
    const before = await kept();
    await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query(
        `WITH original AS (SELECT media_id AS id FROM public_upload WHERE id = $1),
              made AS (
                INSERT INTO media_file (id, key, sha256, bytes, mime_type, created_at)
                SELECT gen_random_uuid(), gen_random_uuid()::text, sha256, 1, 'image/webp', now()
                FROM media_file WHERE id = (SELECT id FROM original) RETURNING id)
         INSERT INTO picture (media_id, large_media_id, medium_media_id, thumbnail_media_id)
         SELECT original.id, made.id, made.id, made.id FROM original, made`,
        [id],
      ),
    );
    const removal = Promise.resolve(staff.delete(`/api/admin/photo/${id}`).expect(200));
    await untilBlocked(testApp.dataSource);
    await commit();
    await removal;
    expect(await kept()).toBe(before - 1);
  });

  it('is played as a video, in parts', async () => {
    const id = await sendVideo();
    const data = { imageData: null, videoUrl: adminVideoPath(id) } satisfies AdminPhotoData;
    await view(id).expect(200, data);
    const whole = await staff.get(data.videoUrl).expect(200);
    expect((whole.body as Buffer).equals(VIDEO)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(whole.headers['content-disposition']).toBeUndefined();
    const part = await staff.get(data.videoUrl).set('Range', 'bytes=100-199').expect(206);
    expect(part.headers['content-range']).toBe(`bytes 100-199/${VIDEO.length}`);
    expect((part.body as Buffer).equals(VIDEO.subarray(100, 200))).toBe(true);
  });

  it.each([
    ['The sea.mov', 'The sea.mp4'],
    ['.mov', 'video.mp4'],
  ])('is downloaded as it was sent: %s as %s', async (name, downloadName) => {
    const { body, headers } = await staff.get(originalPhotoPath(await send({ bytes: VIDEO, name }))).expect(200);
    expect((body as Buffer).equals(VIDEO)).toBe(true);
    expect(headers['content-disposition']).toMatch(new RegExp(`^attachment; filename="?${downloadName}"?$`));
  });

  it('leaves a trace of every look at it', async () => {
    const id = await send();
    await list();
    await view(id).expect(200);
    await staff.get(originalPhotoPath(id)).expect(200);
    expect(await lastAudited(3)).toEqual([
      `photo_downloaded photo ${id}`,
      `photo_viewed photo ${id}`,
      `photos_viewed photo ${id}`,
    ]);
    const { id: participantId } = await signUp();
    await list();
    expect(await lastAudited(1)).toEqual([`photos_viewed participant ${participantId}`]);
  });

  it('leaves one trace of a look at a video, also when nothing but its end is read', async () => {
    const [first, second] = [await sendVideo(), await sendVideo()];
    await view(first).expect(200);
    await staff.get(adminVideoPath(first)).expect(200);
    await staff.get(adminVideoPath(first)).set('Range', 'bytes=100-').expect(206);
    await staff.get(adminVideoPath(second)).set('Range', 'bytes=1999-').expect(206);
    await staff.get(adminVideoPath(second)).expect(200);
    expect(await lastAudited(3)).toEqual([
      `photo_viewed photo ${second}`,
      `photo_viewed photo ${first}`,
      expect.stringMatching(/^photos_viewed /),
    ]);
  });

  it('is not seen while that cannot be recorded, and the next look leaves a trace', async () => {
    const id = await sendVideo();
    await refuseAudit(testApp.dataSource, async () => {
      await view(id).expect(500);
      await staff.get(adminVideoPath(id)).expect(500);
    });
    await staff.get(adminVideoPath(id)).expect(200);
    expect(await lastAudited(1)).toEqual([`photo_viewed photo ${id}`]);
  });

  describe('refuses', () => {
    it('to show a damaged picture, which can be downloaded', async () => {
      const bytes = (await sampleJpeg()).subarray(0, 1500);
      const id = await send({ bytes });
      await view(id).expect(422, {
        code: 'not_displayable',
        message: 'This picture cannot be shown here. You can download it as it was sent.',
      });
      await staff.get(originalPhotoPath(id)).expect(200);
    });

    it('to play a picture', async () => {
      const unknown = { code: 'photo_not_found', message: 'This photo does not exist.' };
      await staff.get(adminVideoPath(await send())).expect(404, unknown);
    });

    it('a part outside the video', async () => {
      const path = adminVideoPath(await sendVideo());
      const { body } = await staff.get(path).set('Range', 'bytes=5000-').expect(416);
      expect(body).toMatchObject({ code: 'range_not_satisfiable' });
    });

    it('everyone but staff, also the participant of that e-mail', async () => {
      const id = await sendVideo();
      const { browser } = await signUp();
      const before = await lastAudited(1);
      for (const client of [testApp.http, browser]) {
        await client.get(`/api/admin/user-photos/${sender.email}`).expect(401);
        await client.delete(`/api/admin/user-photos/${sender.email}`).expect(401);
        await client.get(`/api/admin/photo/${id}/data`).expect(401);
        await client.get(adminVideoPath(id)).expect(401);
        await client.get(originalPhotoPath(id)).expect(401);
        await client.get(`/api/photos/stream/${id}`).expect(client === browser ? 404 : 401);
      }
      expect(await lastAudited(1)).toEqual(before);
    });
  });

  describe('without an e-mail in the address', () => {
    it('is listed and removed by the sender, while nobody has registered the e-mail', async () => {
      const first = await send();
      await send({ name: 'another.jpg' });
      const [found] = await senders();
      expect(found).toEqual({ id: expect.any(String) as string, email: sender.email, count: 2 });
      expect(found!.id).not.toContain('@');
      const path = senderPhotosPath(found!.id);
      expect((await staff.get(path).expect(200)).body).toEqual(await list());

      await staff.delete(`/api/admin/photo/${first}`).expect(200);
      expect((await staff.get(path).expect(200)).body).toHaveLength(1);
      await staff.delete(path).expect(200, { removed: 1 });
      expect((await staff.get(path).expect(200)).body).toEqual([]);
      expect((await staff.delete(path).expect(404)).body).toMatchObject({ code: 'uploads_not_found' });
      expect(await senders()).toEqual([]);
    });

    it('is listed with the photos of whoever registered the e-mail', async () => {
      await send();
      const [found] = await senders();
      const { id } = await signUp();
      expect(await senders()).toEqual([]);
      expect((await staff.get(userPhotosPath(id)).expect(200)).body).toEqual(await list());
      expect((await staff.delete(senderPhotosPath(found!.id)).expect(409)).body).toMatchObject({
        code: 'email_registered',
      });
    });

    it('is not found for somebody who is not there', async () => {
      for (const id of ['00000000-0000-4000-8000-000000000000', 'anna@example.org']) {
        await staff.get(`/api/admin/users/${id}/photos`).expect(404);
        expect((await staff.get(`/api/admin/senders/${id}/photos`).expect(200)).body).toEqual([]);
        await staff.delete(`/api/admin/senders/${id}/photos`).expect(404);
      }
    });
  });
});
