import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import {
  type AdminPhoto,
  type AdminPictureData,
  adminVideoPath,
  originalPhotoPath,
  type PhotoCount,
} from '../contract/staff/admin-participants.js';
import type { AuditPage } from '../contract/staff/audit.js';
import { refuseAudit } from '../testing/refuse-audit.js';
import { sampleJpeg, toDataUrl } from '../testing/sample-media.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

type Browser = ReturnType<TestApp['browser']>;

describe("people's photos, as staff see them", () => {
  let testApp: TestApp;
  let staff: Browser;
  let photo: Buffer;
  let people = 0;
  let email: string;
  let browser: Browser;

  beforeAll(async () => {
    testApp = await createTestApp();
    staff = testApp.staff();
    photo = await sampleJpeg();
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    email = `person-${++people}@example.org`;
    browser = await register(email);
  });

  const register = async (address: string): Promise<Browser> => {
    const newcomer = testApp.browser();
    await newcomer.post('/api/register').send({ firstName: 'Anna', lastName: 'Example', email: address }).expect(201);
    return newcomer;
  };
  const add = async (fields: object = {}, from = browser): Promise<string> => {
    const request = { originalName: 'me.jpg', imageData: toDataUrl(photo, 'image/jpeg'), ...fields };
    const { body } = await from.post('/api/photos').send(request).expect(201);
    return (body as { id: string }).id;
  };
  const listOf = async (address: string) =>
    (await staff.get(`/api/admin/user-photos/${encodeURIComponent(address)}`).expect(200)).body as AdminPhoto[];
  const audited = async () => {
    const { entries } = (await staff.get('/api/admin/audit').expect(200)).body as AuditPage;
    return entries.map(({ action, subject }) => `${action} ${subject.id}`);
  };

  it('are counted by e-mail, without those who have none', async () => {
    const other = await register(`a-${email}`);
    await add();
    await add(await anotherPicture());
    await add({}, other);
    await register(`b-${email}`);
    const counts = (await staff.get('/api/admin/photo-summary').expect(200)).body as PhotoCount[];
    expect(counts.filter((line) => line.email.endsWith(email))).toEqual([
      { email: `a-${email}`, count: 1 },
      { email, count: 2 },
    ]);
  });

  it('are listed, oldest first, for the e-mail in any spelling', async () => {
    const first = await add({ originalName: 'früher.JPG', description: 'Before' });
    const second = await add(await anotherPicture());
    const photos = await listOf(email);
    expect(photos.map(({ id }) => id)).toEqual([first, second]);
    expect(photos[0]).toEqual({
      id: first,
      originalName: 'früher.JPG',
      description: 'Before',
      mimeType: 'image/jpeg',
      source: 'participant',
      fileSize: photo.length,
      preparation: null,
      createdAt: expect.stringMatching(/Z$/) as string,
    } satisfies AdminPhoto);
    expect(await listOf(` ${email.toUpperCase()} `)).toEqual(photos);
    expect(await listOf('nobody@example.org')).toEqual([]);
  });

  it('are seen one by one, in the size for showing', async () => {
    const large = await sampleJpeg({ width: 2000, height: 1000 });
    const id = await add({ imageData: toDataUrl(large, 'image/jpeg') });
    const { imageData } = (await staff.get(`/api/admin/photo/${id}/data`).expect(200)).body as AdminPictureData;
    const [head, data = ''] = imageData.split(',');
    expect(head).toBe('data:image/webp;base64');
    expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({ width: 1600, height: 800 });
  });

  it.each([
    ['me.jpg', 'me.jpg'],
    ['Sommer 2019.JPEG', 'Sommer 2019.jpg'],
    ['page.html', 'page.jpg'],
    ['.jpg', 'photo.jpg'],
    ['ich & ö', 'ich & ö.jpg'],
  ])('are downloaded as they were sent: %s as %s', async (originalName, downloadName) => {
    const id = await add({ originalName });
    const { body, headers } = await staff.get(originalPhotoPath(id)).expect(200);
    expect((body as Buffer).equals(photo)).toBe(true);
    expect(headers['content-type']).toBe('image/jpeg');
    expect(headers['cache-control']).toBe('private, no-store');
    const disposition = String(headers['content-disposition']);
    expect(disposition).toMatch(/^attachment; filename=/);
    const encoded = /filename\*=UTF-8''(.+)$/.exec(disposition)?.[1];
    expect(encoded ? decodeURIComponent(encoded) : disposition).toContain(downloadName);
  });

  it('leave a trace of every look at them', async () => {
    const id = await add();
    const [{ id: participantId }] = await testApp.dataSource.query<[{ id: string }]>(
      'SELECT id FROM participant WHERE email = $1',
      [email],
    );
    await listOf(email);
    await staff.get(`/api/admin/photo/${id}/data`).expect(200);
    await staff.get(originalPhotoPath(id)).expect(200);
    expect((await audited()).slice(0, 3)).toEqual([
      `photo_downloaded ${id}`,
      `photo_viewed ${id}`,
      `photos_viewed ${participantId}`,
    ]);
  });

  it('are not seen while that cannot be recorded', async () => {
    const id = await add();
    for (const path of [`/api/admin/user-photos/${email}`, `/api/admin/photo/${id}/data`, originalPhotoPath(id)]) {
      await refuseAudit(testApp.dataSource, () => staff.get(path).expect(500));
    }
  });

  describe('refuses', () => {
    it.each([randomUUID(), 'abc', '%00'])('the unknown photo %s', async (id) => {
      const before = await audited();
      const unknown = { code: 'photo_not_found', message: 'This photo does not exist.' };
      await staff.get(`/api/admin/photo/${id}/data`).expect(404, unknown);
      await staff.get(originalPhotoPath(id)).expect(404, unknown);
      await staff.get(adminVideoPath(id)).expect(404, unknown);
      expect(await audited()).toEqual(before);
    });

    it.each([
      ['%00', 'Email must be readable text on one line.'],
      ['%20', 'Email is required.'],
      ['x'.repeat(300), 'Email must be at most 254 characters long.'],
    ])('the e-mail %s', async (address, message) => {
      await staff.get(`/api/admin/user-photos/${address}`).expect(400, { message, code: 'bad_request' });
    });

    it('everyone but staff, the person too', async () => {
      const id = await add();
      for (const client of [testApp.http, browser]) {
        await client.get('/api/admin/photo-summary').expect(401);
        await client.get(`/api/admin/user-photos/${email}`).expect(401);
        await client.get(`/api/admin/photo/${id}/data`).expect(401);
        await client.get(originalPhotoPath(id)).expect(401);
      }
    });
  });
});

async function anotherPicture() {
  return { imageData: toDataUrl(await sampleJpeg({ colour: '#204060' }), 'image/jpeg') };
}
