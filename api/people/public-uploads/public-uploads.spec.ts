import { createHash, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import path from 'node:path';
import { jest } from '@jest/globals';
import {
  DESCRIPTION_MAX_LENGTH,
  PUBLIC_IMAGE_MAX_BYTES,
  PUBLIC_UPLOAD_MAX_FILES,
  UPLOAD_SESSION_MAX_AGE_MS,
  VIDEO_MAX_BYTES,
} from '../../contract/common/limits.js';
import type { RegisterResponse } from '../../contract/people/participants.js';
import { PRIVACY } from '../../contract/consent/privacy.js';
import { publicUploadForm } from '../../contract/people/public-uploads.js';
import { MediaService } from '../../media/store/media.service.js';
import { PublicSender } from '../../testing/public-sender.js';
import { sampleM4a, sampleMp4, sampleWebm } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { UploadSweeper } from '../../media/uploads/upload-sweeper.js';
import { PublicUploadsService } from './public-uploads.service.js';

const why = (name: string) => `"${name}" is not a picture or a video of a kind that we can keep.`;

describe('public uploads', () => {
  let testApp: TestApp;
  let sender: PublicSender;
  let email: string;
  let photo: Buffer;
  let uploads: PublicUploadsService;

  beforeAll(async () => {
    testApp = await createTestApp();
    uploads = testApp.app.get(PublicUploadsService, { strict: false });
  });
  afterAll(() => testApp.close());
  beforeEach(() => {
    sender = new PublicSender(testApp);
    ({ email, photo } = sender);
  });
  afterEach(async () => {
    expect(await readdir(path.join(testApp.config.stateDir, 'uploads', 'temporary')).catch(() => [])).toEqual([]);
  });

  const countMedia = async () => (await testApp.dataSource.query('SELECT FROM media_file')).length;

  const counted = async () => {
    const [row] = await testApp.dataSource.query<[{ bytes: string }]>(
      'SELECT coalesce(sum(bytes), 0) AS bytes FROM public_upload_quota',
    );
    return Number(row.bytes);
  };

  const versions = () =>
    testApp.dataSource.query<object[]>(
      'SELECT consent_version AS version FROM public_upload WHERE submitter_email = $1',
      [email],
    );
  const newestReceipt = async () => {
    const [newest] = await testApp.dataSource.query<object[]>(
      `SELECT kind, actor, wording_version AS version, encode(wording_hash, 'hex') AS hash, details
       FROM consent_receipt ORDER BY number DESC LIMIT 1`,
    );
    return newest;
  };
  const countReceipts = async () => (await testApp.dataSource.query('SELECT FROM consent_receipt')).length;

  const sendWithId = (fileId: string, description = '') =>
    sender.send().field('fileId0', fileId).field('description0', description);

  describe('in one request', () => {
    it('are kept with their names and descriptions, in the order of their numbers', async () => {
      const video = sampleMp4();
      const response = await sender
        .form()
        .attach('file1', video, 'An evening at the sea 海.mp4')
        .field('description1', ' The sea \n in May ')
        .field('submitterEmail', ` ${email} `)
        .attach('file0', photo, 'me.jpg')
        .field('fileCount', '2')
        .expect(201);
      expect(response.body).toEqual({ received: 2 });
      expect(await sender.kept()).toEqual([
        { originalName: 'me.jpg', description: '', mimeType: 'image/jpeg', bytes: photo.length },
        {
          originalName: 'An evening at the sea 海.mp4',
          description: 'The sea \n in May',
          mimeType: 'video/mp4',
          bytes: video.length,
        },
      ]);
    });

    it('are taken for what their bytes are', async () => {
      const claimed = { filename: 'notes.txt', contentType: 'text/plain' };
      await sender.form().field('submitterEmail', email).attach('file0', sampleWebm(), claimed).expect(201);
      expect(await sender.kept()).toMatchObject([{ originalName: 'notes.txt', mimeType: 'video/webm' }]);
    });

    it('may be many, each with as much as the page can tell of it', async () => {
      const files = Array.from({ length: PUBLIC_UPLOAD_MAX_FILES }, (_, number) => ({
        file: new File([new Uint8Array(sampleMp4(200, number))], `${number}.mp4`),
        description: '海'.repeat(DESCRIPTION_MAX_LENGTH),
        id: randomUUID(),
      }));
      const form = publicUploadForm({ submitterEmail: email, consent: PRIVACY.version }, files);
      const { status, body } = await sender.sendForm(form);
      expect([status, body]).toEqual([201, { received: PUBLIC_UPLOAD_MAX_FILES }]);
      expect((await sender.kept()).map(({ originalName, description }) => [originalName, description])).toEqual(
        files.map(({ file, description }) => [file.name, description]),
      );
    });

    it('say once that the media of a participant have come', async () => {
      await sender.register();
      expect(await sender.mediaCompletedAt()).toBeNull();
      await sender.send({ email: email.toUpperCase() }).expect(201);
      const first = await sender.mediaCompletedAt();
      expect(first).toBeInstanceOf(Date);
      await sender.send().expect(201);
      expect(await sender.mediaCompletedAt()).toEqual(first);
    });

    it('answer the same whether the e-mail is known or not', async () => {
      await sender.register();
      for (const submitterEmail of [email, 'nobody@example.org']) {
        await sender.send({ email: submitterEmail }).expect(201, { received: 1 });
      }
    });

    it('are shown to no participant', async () => {
      await sender.send().expect(201);
      const browser = testApp.browser();
      await browser.post('/api/register').send({ firstName: 'Anna', lastName: 'Example', email }).expect(201);
      await browser.get('/api/photos').expect(200, []);
    });
  });

  describe('that come again, as the response was lost,', () => {
    it('are kept and counted once, with one receipt, and what is new beside them is kept', async () => {
      const id = randomUUID();
      const [bytes, receipts] = [await counted(), await countReceipts()];
      for (let nth = 0; nth < 2; nth++) {
        await sendWithId(id).field('consent', PRIVACY.version).expect(201, { received: 1 });
      }
      expect(await countReceipts()).toBe(receipts + 1);
      const once = (await counted()) - bytes;
      const video = sampleMp4();
      await sender
        .form()
        .field({ submitterEmail: email, consent: PRIVACY.version, fileId0: randomUUID(), fileId1: id, fileCount: '2' })
        .attach('file0', video, 'b.mp4')
        .attach('file1', photo, 'a.jpg')
        .expect(201, { received: 2 });
      expect((await sender.kept()).map(({ originalName }) => originalName)).toEqual(['a.jpg', 'b.mp4']);
      expect((await counted()) - bytes).toBe(once + video.length * (once / photo.length));
    });

    it('are kept once, also when both tries come at once', async () => {
      const id = randomUUID();
      await Promise.all([1, 2, 3].map(() => sendWithId(id).expect(201, { received: 1 })));
      expect(await sender.kept()).toHaveLength(1);
      const { dataSource } = testApp;
      expect(
        await dataSource.query(
          'SELECT FROM media_file LEFT JOIN public_upload ON media_id = media_file.id WHERE media_id IS NULL',
        ),
      ).toEqual([]);
    });

    it('are kept again where they came without an id, or anything else is said of them', async () => {
      await sender.send().expect(201);
      await sender.send().expect(201);
      const id = randomUUID();
      await sendWithId(id).expect(201);
      await sendWithId(id, 'The garden').expect(201);
      expect((await sender.kept()).map(({ description }) => description)).toEqual(['', '', '', 'The garden']);
    });

    it('are not mixed up with what somebody else sends with their id', async () => {
      const id = randomUUID();
      await sendWithId(id).expect(201);
      const other = new PublicSender(testApp);
      await other.send({ bytes: sampleMp4() }).field('fileId0', id).expect(201, { received: 1 });
      expect(await other.kept()).toHaveLength(1);
      await testApp.http.get(`/api/public/upload/${id}`).expect(404);
    });

    it('are kept anew a day later, and once staff have removed all that came under the e-mail', async () => {
      const id = randomUUID();
      const sweeper = testApp.app.get(UploadSweeper, { strict: false });
      await sendWithId(id).expect(201);
      await sweeper.sweep();
      await sendWithId(id).expect(201);
      expect(await sender.kept()).toHaveLength(1);
      const later = Date.now() + UPLOAD_SESSION_MAX_AGE_MS + 1;
      jest.spyOn(Date, 'now').mockReturnValue(later);
      await sweeper.sweep();
      jest.restoreAllMocks();
      await sendWithId(id).expect(201);
      expect(await sender.kept()).toHaveLength(2);
      expect(await uploads.removeUnregistered(email, async () => {})).toBe(2);
      await sendWithId(id).expect(201);
      expect(await sender.kept()).toHaveLength(1);
    });

    it('are refused with an id that is none', async () => {
      const { body } = await sendWithId('1').expect(400);
      expect(body).toMatchObject({ message: 'The id of a file must be a UUID.' });
    });
  });

  describe('with a yes to keeping them', () => {
    it('note which words it was, with a receipt that leads to nobody', async () => {
      const before = await countReceipts();
      await sender.send().field('consent', PRIVACY.version).expect(201);
      expect(await versions()).toEqual([{ version: PRIVACY.version }]);
      expect(await countReceipts()).toBe(before + 1);
      const words = JSON.stringify(PRIVACY.text);
      expect(await newestReceipt()).toEqual({
        kind: 'public_upload_given',
        actor: 'sender',
        version: PRIVACY.version,
        hash: createHash('sha256').update(words).digest('hex'),
        details: { files: 1 },
      });
    });

    it('are kept without one, as of clients that never ask, and say so', async () => {
      const before = await countReceipts();
      await sender.send().expect(201);
      expect(await versions()).toEqual([{ version: null }]);
      expect(await countReceipts()).toBe(before);
    });

    it.each(['no', 'false', '', '2020-01-01'])('are refused with "%s" in its place', async (consent) => {
      const { body } = await sender.send().field('consent', consent).expect(400);
      expect(body).toMatchObject({ message: 'Nothing was kept, because there was no yes to keeping it.' });
      expect(await versions()).toEqual([]);
    });
  });

  describe('for staff', () => {
    it('are listed and counted by e-mail, in any spelling', async () => {
      await sender.send({ email: email.toUpperCase(), name: 'first.jpg' }).expect(201);
      await sender.send({ name: 'second.jpg' }).expect(201);
      expect((await uploads.listUnowned(` ${email} `)).map(({ originalName }) => originalName)).toEqual([
        'first.jpg',
        'second.jpg',
      ]);
      expect(await uploads.countsByEmail()).toContainEqual({
        email,
        emailKey: email.toLowerCase(),
        count: 2,
        isOwned: false,
      });
      expect(await uploads.listUnowned('nobody-at-all@example.org')).toEqual([]);
    });

    it('are found with their file', async () => {
      await sender.send().expect(201);
      const [listed] = await uploads.listUnowned(email);
      const found = await uploads.findFile(listed!.id);
      expect(found).toEqual(listed);
      expect((await testApp.app.get(MediaService, { strict: false }).readWhole(found!.media)).equals(photo)).toBe(true);
      for (const id of [randomUUID(), 'nonsense']) expect(await uploads.findFile(id)).toBeNull();
    });

    it('are removed by e-mail, files and all', async () => {
      await sender.send().expect(201);
      await sender.send({ email: email.toUpperCase() }).expect(201);
      const media = testApp.app.get(MediaService, { strict: false });
      const [upload] = await uploads.listUnowned(email);
      const before = await countMedia();
      const { user } = (await sender.register()).body as RegisterResponse;
      await testApp.dataSource.transaction((transaction) => uploads.removeAllOf(user, transaction));
      await media.sweepDeletions();
      expect(await sender.kept()).toEqual([]);
      expect(await countMedia()).toBe(before - 2);
      await expect(media.readWhole(upload!.media)).rejects.toThrow('ENOENT');
    });
  });

  describe('refuses', () => {
    it.each([
      ['no e-mail', undefined, 'Please provide your email address.'],
      ['a blank e-mail', '  ', 'Please provide your email address.'],
      ['what is no e-mail', 'anna', 'Please enter a valid email address.'],
    ])('%s', async (_what, submitterEmail, message) => {
      const request = sender.form().attach('file0', photo, 'a.jpg');
      if (submitterEmail !== undefined) request.field('submitterEmail', submitterEmail);
      await request.expect(400, { message, code: 'bad_request' });
    });

    it('a form without files', async () => {
      const { body } = await sender.form().field('submitterEmail', email).field('fileCount', 0).expect(400);
      expect(body).toEqual({ code: 'no_files', message: 'Please select at least one image or video file.' });
    });

    it('a form that arrives without some of its files', async () => {
      const request = sender
        .form()
        .field('submitterEmail', email)
        .field('fileCount', 2)
        .attach('file0', photo, 'a.jpg');
      const { body } = await request.expect(400);
      expect(body).toMatchObject({ code: 'files_missing' });
      expect(await sender.kept()).toEqual([]);
    });

    it('more files than the form may have', async () => {
      const request = sender.form().field('submitterEmail', email);
      for (let number = 0; number <= PUBLIC_UPLOAD_MAX_FILES; number++) request.attach(`file${number}`, photo, 'a.jpg');
      const { body } = await request.expect(400);
      expect(body).toMatchObject({ code: 'too_many_files' });
    });

    it.each([
      ['text', Buffer.from('My story. '.repeat(100))],
      ['a drawing that can run scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
      ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['nothing at all', Buffer.alloc(0)],
    ])('%s, naming the file', async (_what, bytes) => {
      const before = await countMedia();
      const { body } = await sender
        .form()
        .field('submitterEmail', email)
        .attach('file0', bytes, { filename: 'über mich.jpg', contentType: 'image/jpeg' })
        .expect(415);
      expect(body).toEqual({
        code: 'unsupported_media',
        message: `${why('über mich.jpg')} Nothing was saved.`,
      });
      expect(await sender.kept()).toEqual([]);
      expect(await countMedia()).toBe(before);
    });

    it('only what cannot be kept, naming it by its number, and keeps what came with it', async () => {
      const text = Buffer.from('My story. '.repeat(100));
      const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
      const { body } = await sender
        .form()
        .field('submitterEmail', email)
        .field('description2', 'By the sea')
        .attach('file0', text, { filename: 'a.jpg', contentType: 'image/jpeg' })
        .attach('file2', photo, 'me.jpg')
        .attach('file3', Buffer.alloc(0), { filename: 'b.mp4', contentType: 'video/mp4' })
        .attach('file4', sampleM4a(), 'voice.m4a')
        .attach('file5', pdf, 'letter.pdf')
        .expect(201);
      expect(body).toEqual({
        received: 1,
        refused: [
          { number: 0, message: why('a.jpg') },
          { number: 3, message: why('b.mp4') },
          { number: 4, message: why('voice.m4a') },
          { number: 5, message: why('letter.pdf') },
        ],
      });
      const kept = await sender.kept();
      expect(kept.map(({ originalName, description }) => [originalName, description])).toEqual([
        ['me.jpg', 'By the sea'],
      ]);
    });

    it('a form of which nothing can be kept, naming each', async () => {
      const text = Buffer.from('My story. '.repeat(100));
      const { body } = await sender
        .form()
        .field('submitterEmail', email)
        .attach('file0', text, 'a.jpg')
        .attach('file1', text, 'b.jpg')
        .expect(415);
      expect(body).toEqual({
        code: 'unsupported_media',
        message: `${why('a.jpg')} ${why('b.jpg')} Nothing was saved.`,
      });
      expect(await sender.kept()).toEqual([]);
    });

    it('a video that ends too early, and says so', async () => {
      const { body } = await sender.send({ bytes: sampleMp4(2000).subarray(0, 1000), name: 'cut.mp4' }).expect(415);
      expect(body).toEqual({
        code: 'unsupported_media',
        message: '"cut.mp4" ends too early, or it is damaged. Please send it again. Nothing was saved.',
      });
    });

    it('a picture over the limit, naming it', async () => {
      const large = Buffer.concat([photo, Buffer.alloc(PUBLIC_IMAGE_MAX_BYTES + 1 - photo.length)]);
      const { body } = await sender.send({ bytes: large, name: 'sea.jpg' }).expect(413);
      expect(body).toEqual({
        code: 'too_large',
        message: '"sea.jpg" is too large. Photos can have up to 30MB. Nothing was saved.',
      });
      await sender.send({ bytes: large.subarray(0, PUBLIC_IMAGE_MAX_BYTES) }).expect(201);
    });

    it('a body over the limit, before it comes', async () => {
      const { port } = testApp.app.getHttpServer().address() as AddressInfo;
      const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 2 * VIDEO_MAX_BYTES };
      const request = http.request({ port, host: '127.0.0.1', method: 'POST', path: '/api/public/upload', headers });
      request.on('error', () => {});
      request.flushHeaders();
      const response = await new Promise<http.IncomingMessage>((resolve) => request.once('response', resolve));
      expect(response.statusCode).toBe(413);
      const message = 'The files are too large to be sent together: at most 500MB at a time.';
      expect(await json(response)).toMatchObject({ code: 'too_large', message });
      request.destroy();
    });

    it('a description over the limit', async () => {
      await sender.send().field('description0', '長'.repeat(DESCRIPTION_MAX_LENGTH)).expect(201);
      await sender
        .send()
        .field('description0', 'x'.repeat(DESCRIPTION_MAX_LENGTH + 1))
        .expect(400);
      await sender
        .send()
        .field('description0', '長'.repeat(4 * DESCRIPTION_MAX_LENGTH))
        .expect(413);
    });

    it('other sites', async () => {
      await sender.send().set('sec-fetch-site', 'cross-site').expect(403);
    });
  });
});
