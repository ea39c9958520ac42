import { jest } from '@jest/globals';
import type { AuditPage } from '../../contract/staff/audit.js';
import {
  type Consent,
  type ConsentSound,
  CONSENT_SOUND_PATH,
  CONSENT_SOUND_STREAM_PATH,
} from '../../contract/consent/consent.js';
import { CONSENT_SOUND_MAX_BYTES, FREE_SPACE_BYTES } from '../../contract/common/limits.js';
import { FreeSpace } from '../../media/uploads/free-space.js';
import { registerPerson } from '../../testing/registered-person.js';
import { sampleJpeg, sampleMp4 } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

/** Frames of silence: MPEG-1 layer III, 128 kbit/s, 44.1 kHz, mono. */
const FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413)]);
const mp3 = (frames: number) => Buffer.concat(Array.from({ length: frames }, () => FRAME));

const addressFor = async ({ browser }: Awaited<ReturnType<typeof registerPerson>>) =>
  ((await browser.get('/api/consent').expect(200)).body as Consent).sound;

describe('the words of the consent, read aloud', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());
  beforeEach(() => testApp.dataSource.query('DELETE FROM consent_sound'));

  const put = (content: Buffer, name = 'consent.mp3') =>
    testApp.staff().post(CONSENT_SOUND_PATH).attach('sound', content, name);

  it('are played to whoever is asked, replaced and taken away by staff', async () => {
    const changes = async () => {
      const { entries } = (await testApp.staff().get('/api/admin/audit').expect(200)).body as AuditPage;
      return entries.filter(({ action }) => action === 'consent_sound_changed').length;
    };
    const before = await changes();
    const person = await registerPerson(testApp);
    expect(await addressFor(person)).toBeNull();
    await person.browser.get(CONSENT_SOUND_STREAM_PATH).expect(404);
    expect((await testApp.staff().get(CONSENT_SOUND_PATH).expect(200)).body).toEqual({ sound: null });

    const [first, second] = [mp3(20), mp3(30)];
    const { sound } = (await put(first).expect(200)).body as ConsentSound;
    expect(sound).toMatchObject({ isPresent: true, bytes: first.length });
    const address = await addressFor(person);
    const { body, headers } = await person.browser.get(address!).responseType('blob').expect(200);
    expect(body).toEqual(first);
    expect(headers).toMatchObject({ 'content-type': 'audio/mpeg', 'x-content-type-options': 'nosniff' });
    const part = await person.browser.get(address!).set('Range', 'bytes=0-3').responseType('blob').expect(206);
    expect(part.body).toEqual(first.subarray(0, 4));

    await put(second).expect(200);
    expect(await addressFor(person)).not.toBe(address);
    expect((await testApp.staff().delete(CONSENT_SOUND_PATH).expect(200)).body).toEqual({ sound: null });
    expect(await addressFor(person)).toBeNull();
    await testApp.staff().delete(CONSENT_SOUND_PATH).expect(200);
    expect(await changes()).toBe(before + 3);
  });

  it('are taken in where they leave what everything else needs', async () => {
    const space = testApp.app.get(FreeSpace, { strict: false });
    using free = jest.spyOn(space, 'availableBytes').mockResolvedValue(FREE_SPACE_BYTES);
    expect((await put(mp3(20)).expect(507)).body).toMatchObject({ code: 'out_of_space' });
    free.mockResolvedValue(FREE_SPACE_BYTES + mp3(20).length + 1_000);
    await put(mp3(20)).expect(200);
  });

  it('are not played once they are other words', async () => {
    const person = await registerPerson(testApp);
    await put(mp3(20)).expect(200);
    await testApp.dataSource.query("UPDATE consent_sound SET wording_version = '2020-01-01'");
    expect(await addressFor(person)).toBeNull();
    const { sound } = (await testApp.staff().get(CONSENT_SOUND_PATH).expect(200)).body as ConsentSound;
    expect(sound).toMatchObject({ isPresent: false });
  });

  it('are nothing but sound of a small file, and kept by staff alone', async () => {
    await put(mp3(20)).expect(200);
    for (const other of [await sampleJpeg(), sampleMp4(), Buffer.from('<script>alert(1)</script>')]) {
      expect((await put(other).expect(415)).body).toMatchObject({ code: 'not_sound' });
    }
    const long = Buffer.concat([mp3(20), Buffer.alloc(CONSENT_SOUND_MAX_BYTES)]);
    const tooLarge = { code: 'too_large', message: 'Sound files can have up to 8MB.' };
    expect((await put(long).expect(413)).body).toEqual(tooLarge);
    await testApp.staff().post(CONSENT_SOUND_PATH).field('sound', 'words').expect(400);
    const { browser } = await registerPerson(testApp);
    await browser.post(CONSENT_SOUND_PATH).attach('sound', mp3(20), 'consent.mp3').expect(401);
    await testApp.http.get(CONSENT_SOUND_STREAM_PATH).expect(401);
    const { sound } = (await testApp.staff().get(CONSENT_SOUND_PATH).expect(200)).body as ConsentSound;
    expect(sound).toMatchObject({ bytes: mp3(20).length });
  });
});
