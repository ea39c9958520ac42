import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { DESCRIPTION_MAX_LENGTH, PHOTO_MAX_BYTES, PHOTOS_MAX } from '../../contract/common/limits.js';
import { PHOTO_REFUSED } from '../../contract/common/wordings.js';
import type { KnownPhoto, Photo } from '../../contract/people/photos.js';
import { countFiles } from '../../testing/count-files.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { keepRows } from '../../testing/keep-rows.js';
import { signUp } from '../../testing/participants.js';
import { SAMPLE_HEIC } from '../../testing/sample-heic.js';
import { sampleJpeg, sampleMp4, toDataUrl } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { LedgerReplay } from '../../archive/my-story/ledger-replay.js';
import { UploadClient } from '../../testing/upload-client.js';

describe('photos', () => {
  let testApp: TestApp;
  let jpeg: Buffer;
  let cookie: string;

  beforeAll(async () => {
    testApp = await createTestApp();
    jpeg = await sampleJpeg({ width: 2000, height: 1000 });
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    cookie = await signUp(testApp);
  });

  const list = async (as = cookie) =>
    (await testApp.http.get('/api/photos').set('Cookie', as).expect(200)).body as Photo[];
  const post = (body: object, as = cookie) => testApp.http.post('/api/photos').set('Cookie', as).send(body);
  const remove = (id: string, as = cookie) => testApp.http.delete(`/api/photos/${id}`).set('Cookie', as);
  const stream = (id: string, as = cookie) => testApp.http.get(`/api/photos/stream/${id}`).set('Cookie', as);
  const imageData = (bytes = jpeg) => toDataUrl(bytes, 'image/jpeg');
  const add = async (fields: object = {}) =>
    (await post({ originalName: 'garden.jpg', imageData: imageData(), ...fields }).expect(201)).body as Photo;

  const smallPictureOf = async (id: string) => {
    const [row] = await testApp.dataSource.query<{ key: string }[]>(
      `SELECT key FROM photo JOIN picture ON media_id = original_media_id
       JOIN media_file ON media_file.id = thumbnail_media_id WHERE photo.id = $1`,
      [id],
    );
    return path.join(testApp.config.stateDir, 'media', row!.key);
  };
  const keptFiles = () => countFiles(path.join(testApp.config.stateDir, 'media'));

  it('are kept and listed with a small picture each, oldest first', async () => {
    const first = await add({ description: '  Before it began ', filename: 'IMG_1.jpg' });
    const second = await add({ imageData: imageData(await sampleJpeg({ width: 300 })) });
    expect(first).toEqual({
      id: expect.any(String) as string,
      filename: 'IMG_1.jpg',
      originalName: 'garden.jpg',
      imageData: expect.stringMatching(/^data:image\/webp;base64,/) as string,
      mimeType: 'image/jpeg',
      fileSize: jpeg.length,
      description: 'Before it began',
    });
    expect(second).toMatchObject({ filename: 'garden.jpg', description: '' });
    expect(await list()).toEqual([first, second]);
    const thumbnail = Buffer.from(first.imageData.split(',')[1]!, 'base64');
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 });
  });

  it('are followed without their pictures: which there are, and what is said of them', async () => {
    const known = async (as = cookie) =>
      (await testApp.http.get('/api/photos/known').set('Cookie', as).expect(200)).body as KnownPhoto[];
    expect(await known()).toEqual([]);
    const first = await add({ description: 'Before' });
    const second = await add({ imageData: imageData(await sampleJpeg({ width: 300 })) });
    await add({ description: 'Before it began' });
    expect(await known()).toEqual([
      { id: first.id, description: 'Before it began' },
      { id: second.id, description: '' },
    ]);
    expect(await known(await signUp(testApp))).toEqual([]);
    await remove(first.id).expect(204);
    expect(await known()).toEqual([{ id: second.id, description: '' }]);
    await testApp.http.get('/api/photos/known').expect(401);
  });

  it('are one when the same picture comes twice, with what is said of it last', async () => {
    const files = await keptFiles();
    const first = await add({ description: 'Before' });
    expect(await add()).toEqual(first);
    expect(await add({ description: 'Before it began' })).toEqual({ ...first, description: 'Before it began' });
    expect(await list()).toHaveLength(1);
    await remove(first.id).expect(204);
    expect(await keptFiles()).toBe(files);
  });

  it('are kept anew where the same picture was removed in another tab just then', async () => {
    const { id } = await add();
    await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query('SELECT FROM participant FOR NO KEY UPDATE'),
    );
    const removal = remove(id).then(({ status }) => status);
    await untilBlocked(testApp.dataSource);
    const adding = add({ description: 'The garden' });
    await untilBlocked(testApp.dataSource, 2);
    await commit();
    expect(await removal).toBe(204);
    const added = await adding;
    expect(added.description).toBe('The garden');
    expect(await list()).toEqual([added]);
    await stream(added.id).expect(200);
  });

  it.each([
    ['row', 'DELETE FROM picture WHERE media_id = (SELECT original_media_id FROM photo WHERE id = $1)'],
    ['file', 'SELECT FROM photo WHERE id = $1'],
  ])('are listed without one whose picture’s %s goes while the list is read', async (gone, removing) => {
    const { id } = await add();
    const other = await add({ imageData: imageData(await sampleJpeg({ width: 300 })) });
    const file = await smallPictureOf(id);
    await using commit = await holdTransaction(testApp.dataSource, async (transaction) => {
      await transaction.query('LOCK TABLE picture');
      await transaction.query(removing, [id]);
      await transaction.query('DELETE FROM photo WHERE id = $1', [id]);
    });
    const listing = list();
    await untilBlocked(testApp.dataSource);
    if (gone === 'file') await rm(file);
    await commit();
    expect(await listing).toEqual([other]);
  });

  it('are shown large, upright and bare of metadata, to nobody but their owner', async () => {
    const sideways = await sharp(jpeg).withMetadata({ orientation: 6 }).toBuffer();
    const { id } = await add({ imageData: imageData(sideways) });
    const { body, headers } = await stream(id).expect(200);
    const { format, width, height, exif } = await sharp(body as Buffer).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 800, height: 1600, exif: undefined });
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
  });

  it('are shown as large as they are asked for', async () => {
    const { id } = await add();
    const widthOf = async (size: string) => {
      const { body } = await testApp.http
        .get(`/api/photos/stream/${id}?size=${size}`)
        .set('Cookie', cookie)
        .expect(200);
      return (await sharp(body as Buffer).metadata()).width;
    };
    expect([await widthOf('thumbnail'), await widthOf('medium'), await widthOf('large')]).toEqual([480, 960, 1600]);
  });

  it('may have 10 MB to the byte', async () => {
    const largest = Buffer.concat([jpeg, Buffer.alloc(PHOTO_MAX_BYTES - jpeg.length)]);
    expect(await add({ imageData: imageData(largest) })).toMatchObject({ fileSize: PHOTO_MAX_BYTES });
  });

  it("may come from Apple's cameras", async () => {
    expect(await add({ imageData: toDataUrl(SAMPLE_HEIC, 'image/heic') })).toMatchObject({ mimeType: 'image/heic' });
  });

  it('are sent in parts when asked for', async () => {
    const { id } = await add();
    const whole = (await stream(id).expect(200)).body as Buffer;
    const { body } = await stream(id).set('Range', 'bytes=10-19').expect(206);
    expect((body as Buffer).equals(whole.subarray(10, 20))).toBe(true);
    const beyond = await stream(id).set('Range', `bytes=${whole.length}-`).expect(416);
    expect(beyond.body).toMatchObject({ code: 'range_not_satisfiable' });
    await testApp.http.head(`/api/photos/stream/${id}`).set('Cookie', cookie).expect(200);
  });

  it('come from uploads too, once however often that is said', async () => {
    const uploadId = await new UploadClient(testApp, cookie, jpeg).upload();
    const fields = { originalName: 'garden.jpg', uploadId };
    const answers = await Promise.all([post(fields), post(fields), post(fields)]);
    answers.push(await post(fields));
    const [photo] = await list();
    expect(photo).toMatchObject({ fileSize: jpeg.length });
    expect(await list()).toHaveLength(1);
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: photo });
  });

  it('keep their original for staff', async () => {
    const { id } = await add();
    const [row] = await testApp.dataSource.query<{ key: string }[]>(
      'SELECT key FROM photo JOIN media_file ON media_file.id = original_media_id WHERE photo.id = $1',
      [id],
    );
    const kept = await sharp(path.join(testApp.config.stateDir, 'media', row!.key)).metadata();
    expect(kept).toMatchObject({ format: 'jpeg', width: 2000 });
  });

  it('go with all their files when they are deleted', async () => {
    const before = await keptFiles();
    const { id } = await add();
    expect(await keptFiles()).toBe(before + 4);
    await remove(id).expect(204);
    expect(await list()).toEqual([]);
    expect(await keptFiles()).toBe(before);
    await stream(id).expect(404);
    await remove(id).expect(404);
  });

  it('stay deleted in an older database that is restored, and no other goes with them', async () => {
    const [{ id }, other] = [await add(), await add({ imageData: imageData(await sampleJpeg({ width: 301 })) })];
    const { dataSource } = testApp;
    const restore = [
      await keepRows(dataSource, 'media_file', 'id IN (SELECT original_media_id FROM photo WHERE id = $1)', id),
      await keepRows(dataSource, 'photo', 'id = $1', id),
    ];
    await remove(id).expect(204);
    for (const putBack of restore) await putBack();
    const replay = testApp.app.get(LedgerReplay, { strict: false });
    expect(await replay.apply()).toBe(1);
    expect(await dataSource.query('SELECT id FROM photo WHERE id IN ($1, $2)', [id, other.id])).toEqual([
      { id: other.id },
    ]);
    expect(await replay.apply()).toBe(0);
  });

  it('are listed without one whose picture is lost, which is known still and can be deleted', async () => {
    const [first, lost] = [await add(), await add({ imageData: imageData(await sampleJpeg({ width: 310 })) })];
    await rm(await smallPictureOf(lost.id));
    expect(await list()).toEqual([first]);
    const { body } = await testApp.http.get('/api/photos/known').set('Cookie', cookie).expect(200);
    expect(body).toEqual([expect.objectContaining({ id: first.id }), expect.objectContaining({ id: lost.id })]);
    await testApp.http.get('/api/my-story').set('Cookie', cookie).expect(200);
    await remove(lost.id).expect(204);
  });

  it('are kept up to a number, which is told', async () => {
    const { id, imageData: _, ...photo } = await add({ description: 'Before' });
    await testApp.dataSource.query(
      `INSERT INTO photo (id, participant_id, original_media_id, filename, original_name, description, created_at)
       SELECT gen_random_uuid(), participant_id, original_media_id, filename, original_name, description, now()
       FROM photo, generate_series(2, $2) WHERE id = $1`,
      [id, PHOTOS_MAX],
    );
    const another = { originalName: 'b.jpg', imageData: imageData(await sampleJpeg({ width: 310 })) };
    expect((await post(another).expect(409)).body).toEqual({
      code: 'photos_full',
      message: 'We keep 300 photos of one person. Please delete one first.',
    });
    expect(await add({ description: 'Before' })).toMatchObject(photo);
    await testApp.dataSource.query('DELETE FROM photo WHERE id = $1', [id]);
    await post(another).expect(201);
  });

  describe('refuses', () => {
    afterEach(async () => {
      expect(await list()).toEqual([]);
    });

    it('who is signed out', async () => {
      await testApp.http.get('/api/photos').expect(401);
      await testApp.http.post('/api/photos').send({ originalName: 'a', imageData: imageData() }).expect(401);
      await testApp.http.delete(`/api/photos/${randomUUID()}`).expect(401);
      await testApp.http.get(`/api/photos/stream/${randomUUID()}`).expect(401);
    });

    it.each([
      ['a video', sampleMp4()],
      ['a web page', Buffer.from('<html><script>alert(1)</script></html>')],
      ['a drawing that can run scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['nothing', Buffer.alloc(0)],
    ])('%s, whatever it claims to be', async (_name, bytes) => {
      const { body } = await post({ originalName: 'a.jpg', imageData: imageData(bytes) }).expect(415);
      expect(body).toEqual({ code: 'not_a_picture', message: PHOTO_REFUSED });
    });

    it('a picture over 10 MB', async () => {
      const tooLarge = Buffer.concat([jpeg, Buffer.alloc(PHOTO_MAX_BYTES + 1 - jpeg.length)]);
      const refusal = { code: 'too_large', message: PHOTO_REFUSED };
      const { body } = await post({ originalName: 'a.jpg', imageData: imageData(tooLarge) }).expect(413);
      expect(body).toEqual(refusal);
      const uploadId = await new UploadClient(testApp, cookie, tooLarge).upload();
      expect((await post({ originalName: 'a.jpg', uploadId }).expect(413)).body).toEqual(refusal);
    });

    it('a size that there is none of', async () => {
      const { id } = await add();
      await testApp.http.get(`/api/photos/stream/${id}?size=huge`).set('Cookie', cookie).expect(400);
      await remove(id).expect(204);
    });

    it('a damaged picture', async () => {
      const half = jpeg.subarray(0, jpeg.length / 2);
      const { body } = await post({ originalName: 'a.jpg', imageData: imageData(half) }).expect(415);
      expect(body).toMatchObject({ code: 'damaged_image' });
    });

    it.each([
      ['no name', { originalName: undefined }, 'bad_request'],
      ['no picture', { imageData: undefined }, 'photo_missing'],
      ['a picture that is no data URL', { imageData: 'hello' }, 'malformed_data_url'],
      ['an upload that is no id', { imageData: undefined, uploadId: '../x' }, 'bad_request'],
      ['a description that is too long', { description: 'x'.repeat(DESCRIPTION_MAX_LENGTH + 1) }, 'bad_request'],
      ['a description that is no text', { description: 5 }, 'bad_request'],
      ['a description that cannot be kept', { description: 'My\0garden' }, 'bad_request'],
    ])('%s', async (_name, fields, code) => {
      const { body } = await post({ originalName: 'a.jpg', imageData: imageData(), ...fields }).expect(400);
      expect(body).toMatchObject({ code });
    });

    it('uploads that are unknown, unfinished or of someone else', async () => {
      const stranger = await signUp(testApp);
      const theirs = await new UploadClient(testApp, stranger, jpeg).upload();
      const unfinished = await new UploadClient(testApp, cookie, jpeg).open();
      await post({ originalName: 'a.jpg', uploadId: randomUUID() }).expect(404);
      await post({ originalName: 'a.jpg', uploadId: theirs }).expect(404);
      await post({ originalName: 'a.jpg', uploadId: unfinished }).expect(409);
      // Naming it did not use it up.
      await post({ originalName: 'a.jpg', uploadId: theirs }, stranger).expect(201);
      await post({ originalName: 'a.jpg', uploadId: theirs }).expect(404);
    });

    it('to show or delete what belongs to someone else', async () => {
      const { id } = await add();
      const stranger = await signUp(testApp);
      const { body } = await stream(id, stranger).expect(404);
      expect(body).toEqual({ code: 'photo_not_found', message: 'This photo does not exist.' });
      await remove(id, stranger).expect(404);
      await remove('nonsense', stranger).expect(404);
      expect(await list(stranger)).toEqual([]);
      await remove(id).expect(204);
    });
  });
});
