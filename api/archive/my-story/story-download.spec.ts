import { createHash } from 'node:crypto';
import { rm, truncate, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { AuditPage } from '../../contract/staff/audit.js';
import { MediaStore } from '../../media/store/media-store.js';
import { escapeXml } from '../../contract/stories/xml.js';
import { PRIVACY } from '../../contract/consent/privacy.js';
import { openAsHelper } from '../../testing/helpers.js';
import { openFiles } from '../../testing/open-files.js';
import { cookieOf, provenPerson } from '../../testing/proven-person.js';
import { PublishedSite } from '../../testing/published-site.js';
import { swapQuestions } from '../../testing/question-order.js';
import { registerPerson } from '../../testing/registered-person.js';
import { SAMPLE_HEIC } from '../../testing/sample-heic.js';
import { sampleJpeg, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { startSecondServer } from '../../testing/second-server.js';
import { until } from '../../testing/until.js';
import { unzip } from '../../testing/unzip.js';
import { DownloadTurnsRepository } from './download-turns.repository.js';

const PATH = '/api/my-story/download';
const HOSTILE = '../../<img src=x onerror=alert(1)>"/CON:\\.. name';

type Browser = ReturnType<PublishedSite['testApp']['browser']>;

describe('everything of a person as a file', () => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  afterAll(() => site.testApp.close());

  const told = async (words = 'Garden') => {
    const person = await provenPerson(site.testApp);
    const { browser, id } = person;
    await browser.post('/api/consent/recording').send({ answer: 'yes', version: PRIVACY.version }).expect(200);
    await browser
      .post('/api/videos/upload-cloud')
      .send({ questionId: 1, title: words, videoData: toDataUrl(sampleWebm(), 'video/webm') })
      .expect(201);
    const imageData = toDataUrl(await sampleJpeg(), 'image/jpeg');
    await browser
      .post('/api/photos')
      .send({ originalName: `${words}.jpg`, description: words, imageData })
      .expect(201);
    await browser
      .put('/api/written-answers/2')
      .send({ text: `I wrote: ${words}`, revision: 0 })
      .expect(200);
    await site.archive.publish(id, { questionId: 1, title: words, transcript: `I said: ${words}` });
    return person;
  };

  /** Sent, and read no further than its head. */
  const begin = async (browser: Browser): Promise<http.IncomingMessage> => {
    const request = http.get(site.testApp.http.get(PATH).url, { headers: { cookie: cookieOf(browser) } });
    return new Promise((resolve, reject) => request.once('response', resolve).once('error', reject));
  };
  const grow = async (id: string, bytes: number) => {
    const [row] = await site.testApp.dataSource.query<{ key: string; id: string }[]>(
      'SELECT m.key, m.id FROM answer a JOIN media_file m ON m.id = a.media_id WHERE a.participant_id = $1',
      [id],
    );
    const file = site.inState(path.join('media', row!.key));
    await truncate(file, bytes);
    await site.testApp.dataSource.query('UPDATE media_file SET bytes = $1 WHERE id = $2', [bytes, row!.id]);
    return file;
  };

  it('has the originals, the words, the receipts, and what proves that all is whole', async () => {
    const { browser, id } = await told();
    const { headers, files } = await download(browser);
    expect(headers['content-type']).toBe('application/zip');
    expect(headers['content-length']).toBeUndefined();
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['content-disposition']).toMatch(/^attachment; filename=my-story-[\d-]+\.zip$/);
    expect([...files.keys()]).toEqual([
      'index.html',
      'about-me.json',
      expect.stringMatching(/^videos\/01-Garden\.(webm|mp4)$/),
      'videos/01-Garden-transcript.txt',
      'answers/01-question-1.webm',
      'answers/question-2-in-words.txt',
      'photos/01-Garden.jpg',
      'receipts/01-recording-given.json',
      'SHA256SUMS.txt',
    ]);
    expect(files.get('answers/01-question-1.webm')).toEqual(sampleWebm());
    expect(files.get('videos/01-Garden-transcript.txt')!.toString()).toBe('I said: Garden');
    expect(files.get('answers/question-2-in-words.txt')!.toString()).toBe('I wrote: Garden');
    const receipt = JSON.parse(files.get('receipts/01-recording-given.json')!.toString()) as object;
    expect(receipt).toMatchObject({ 'dct:conformsTo': 'ISO/IEC TS 27560:2023' });
    expect(JSON.stringify(receipt)).not.toContain('proven-');

    const sums = [...files]
      .filter(([name]) => name !== 'SHA256SUMS.txt')
      .map(([name, bytes]) => {
        return `${createHash('sha256').update(bytes).digest('hex')}  ${name}`;
      });
    expect(files.get('SHA256SUMS.txt')!.toString().trim().split('\n')).toEqual(sums);
    const { body } = await site.archive.get(`/api/admin/audit?person=${id}`);
    expect((body as AuditPage).entries[0]).toMatchObject({ action: 'own_data_downloaded', actor: 'participant' });
  });

  it('tells of the person all that they have told, and nothing that the server alone goes by', async () => {
    const { browser, email } = await provenPerson(site.testApp);
    const details = { tag: true, instagram: '@anna', tiktok: '@ana', shownName: 'Ana' };
    const wishes = { words: 'Keep it.', contactName: 'Eva', contact: 'eva@example.org' };
    await browser.patch('/api/my-story').send(details).expect(204);
    await browser.put('/api/my-story/wishes').send(wishes).expect(204);
    await browser.post('/api/my-story/hide').expect(204);
    await browser.post('/api/my-story/withdraw').send({ what: 'story' }).expect(200);
    const { files } = await download(browser);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(JSON.parse(files.get('about-me.json')!.toString())).toEqual({
      firstName: 'Anna',
      lastName: 'Example',
      email,
      ...details,
      createdAt: time,
      hiddenAt: time,
      withdrawnAt: time,
      wishes: { ...wishes, changedAt: time },
    });
  });

  it('has what helpers wrote, beside what the person did to the same question', async () => {
    const { browser } = await told();
    const help = async (name: string, said: string) => {
      const helper = await openAsHelper(site.testApp, cookieOf(browser), name);
      await site.testApp.http
        .post('/api/help/words')
        .set('Cookie', helper)
        .send({ questionId: 2, text: said })
        .expect(201);
    };
    await help('Agnes', 'She danced.');
    await help('Bert', 'She sang.');
    const { files } = await download(browser);
    const words = [...files]
      .filter(([name]) => name.includes('in-words'))
      .map(([name, bytes]) => [name, String(bytes)]);
    expect(words).toEqual([
      ['answers/question-2-in-words.txt', 'I wrote: Garden'],
      ['answers/question-2-in-words-by-a-helper-1.txt', 'She danced.'],
      ['answers/question-2-in-words-by-a-helper-2.txt', 'She sang.'],
    ]);
    expect(files.get('index.html')!.toString()).toMatch(
      /Added by Agnes’s link.*She danced\..*Added by Bert’s link.*She sang\./s,
    );
  });

  it('has the answers in the order of the questions, under their places in the interview', async () => {
    const { browser } = await told();
    const videoData = toDataUrl(sampleWebm(600), 'video/webm');
    const answer = { questionId: 2, title: 'Rain', videoData };
    await browser.post('/api/videos/upload-cloud').send(answer).expect(201);
    await swapQuestions(site.testApp.dataSource, [1, 2], async () => {
      const { files } = await download(browser);
      expect([...files.keys()].filter((name) => name.startsWith('answers/'))).toEqual([
        'answers/01-question-1.webm',
        'answers/02-question-2.webm',
        'answers/question-1-in-words.txt',
      ]);
      expect(files.get('answers/01-question-1.webm')).toEqual(sampleWebm(600));
      expect(files.get('index.html')!.toString()).toMatch(/Rain.*Question 1\b.*Question 2\b.*Question 1, in words/s);
    });
  });

  it('has a photo that few browsers show as a picture, too, and as it came where none can be made', async () => {
    const { browser, id } = await told();
    const heic = { originalName: 'Lake.heic', imageData: toDataUrl(SAMPLE_HEIC, 'image/heic') };
    await browser.post('/api/photos').send(heic).expect(201);
    const photos = async () => {
      const { files } = await download(browser);
      expect(files.get('index.html')!.toString()).toContain('>Lake.heic<');
      return [...files.keys()].filter((name) => name.startsWith('photos/'));
    };
    expect(await photos()).toEqual(['photos/01-Garden.jpg', 'photos/02-Lake.heic', 'photos/02-Lake-to-show.webp']);
    const ofPhoto = `SELECT original_media_id FROM photo WHERE participant_id = $1 AND original_name = 'Lake.heic'`;
    const { dataSource } = site.testApp;
    await dataSource.query(`DELETE FROM picture WHERE media_id = (${ofPhoto})`, [id]);
    const [row] = await dataSource.query<{ key: string }[]>(`SELECT key FROM media_file WHERE id = (${ofPhoto})`, [id]);
    await writeFile(site.inState(path.join('media', row!.key)), Buffer.alloc(SAMPLE_HEIC.length));
    await until(async () => (await browser.head(PATH)).status === 200);
    expect(await photos()).toEqual(['photos/01-Garden.jpg', 'photos/02-Lake.heic']);
  });

  it('opens as a page that needs nothing but what lies beside it, whatever was typed', async () => {
    const { browser } = await told(HOSTILE);
    const { files } = await download(browser);
    for (const name of files.keys()) expect(name).toMatch(/^(\w+\/)?[\p{L}\p{N}.-]+$/u);
    const page = files.get('index.html')!.toString();
    // Of what was typed nothing is a tag: each is one of the page itself.
    const tags = [...page.replace(/<style>.*?<\/style>/s, '').matchAll(/<([a-z!]\w*)([^>]*)>/g)];
    const names = tags.map(([, name]) => name!);
    expect(names).not.toContain('script');
    expect(names.filter((name) => name === 'video')).toHaveLength(2);
    expect(names.filter((name) => name === 'img')).toHaveLength(1);
    expect(tags.filter(([tag]) => /\son\w+=/.test(tag.replaceAll(/"[^"]*"/g, '""')))).toEqual([]);
    expect(page).toContain(escapeXml("default-src 'none'"));
    expect(page).toContain(`>${escapeXml(HOSTILE)}<`);
    const addresses = tags
      .flatMap(([tag]) => /\s(?:src|href)="([^"]*)"/.exec(tag)?.[1] ?? [])
      .map((address) => decodeURIComponent(address));
    expect(addresses.length).toBeGreaterThan(6);
    for (const address of addresses) expect([...files.keys()]).toContain(address);
  });

  it('has nothing of anybody else, and is for nobody whose e-mail is not proven', async () => {
    await told('Quetzalcanary');
    const { browser } = await told('Ben');
    const { files } = await download(browser);
    for (const [name, bytes] of files) expect([name, bytes.includes('Quetzalcanary')]).toEqual([name, false]);
    const { browser: unproven } = await registerPerson(site.testApp);
    expect((await unproven.get(PATH).expect(403)).body).toMatchObject({ code: 'email_unproven' });
    await site.testApp.browser().get(PATH).expect(401);
    await site.archive.get(PATH).expect(401);
  });

  it('begins for whoever has just asked whether it would, and is noted once', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    await browser.head(PATH).expect(200);
    await download(browser);
    const { body } = await site.archive.get(`/api/admin/audit?person=${id}`);
    const actions = (body as AuditPage).entries.map(({ action }) => action);
    expect(actions.filter((action) => action === 'own_data_downloaded')).toHaveLength(1);
  });

  it('begins for whoever asked before, however long the database takes to give that turn back', async () => {
    const { browser } = await provenPerson(site.testApp);
    const turns = site.testApp.app.get(DownloadTurnsRepository);
    const take = turns.take.bind(turns);
    jest.spyOn(turns, 'take').mockImplementationOnce(async (id) => {
      const giveBack = await take(id);
      return async () => {
        await delay(300);
        await giveBack!();
      };
    });
    await browser.head(PATH).expect(200);
    await download(browser);
  });

  it('is there also where there is nothing else', async () => {
    const { browser } = await provenPerson(site.testApp);
    const { files } = await download(browser);
    expect([...files.keys()]).toEqual(['index.html', 'about-me.json', 'SHA256SUMS.txt']);
    // Its last byte arrives before the turn is given back.
    await until(async () => (await browser.head(PATH)).status === 200);
  });

  it('comes without what is lost, says so, and has all else', async () => {
    const { browser, id } = await told();
    await rm(await grow(id, 10));
    const { files } = await download(browser);
    expect([...files.keys()].filter((name) => name.startsWith('answers/'))).toEqual([
      'answers/question-2-in-words.txt',
    ]);
    expect(files.has('photos/01-Garden.jpg')).toBe(true);
    expect(files.get('SHA256SUMS.txt')!.toString()).not.toContain('answers/01-question-1.webm');
    const page = files.get('index.html')!.toString();
    expect(page).toContain('Question 1. A file of it could not be found, and is not here. Please write to us.');
    expect(page).not.toContain('answers/01-question-1.webm');
  });

  it('looks for a few of its files at a time', async () => {
    const { browser, id } = await told();
    await site.testApp.dataSource.query(
      `INSERT INTO photo (id, participant_id, original_media_id, filename, original_name, description, created_at)
       SELECT gen_random_uuid(), participant_id, original_media_id, filename, original_name, description, now()
       FROM photo, generate_series(1, 20) WHERE participant_id = $1`,
      [id],
    );
    const store = site.testApp.app.get(MediaStore, { strict: false });
    const openRange = store.openRange.bind(store);
    const looks = { now: 0, most: 0, all: 0 };
    using _ = jest.spyOn(store, 'openRange').mockImplementation(async (key, range) => {
      if (range?.end !== 0) return openRange(key, range);
      looks.all += 1;
      looks.most = Math.max(looks.most, ++looks.now);
      await delay(5);
      looks.now -= 1;
      return openRange(key, range);
    });
    const { files } = await download(browser);
    expect([...files.keys()].filter((name) => name.startsWith('photos/'))).toHaveLength(21);
    expect(looks).toEqual({ now: 0, most: 4, all: 23 });
  });

  describe('of a size that no socket takes at once', () => {
    it('is sent once at a time to a person, and lets go of everything when the connection is cut', async () => {
      const { browser, id } = await told();
      const file = await grow(id, 300 * 1024 * 1024);
      const response = await begin(browser);
      expect(response.statusCode).toBe(200);
      expect((await browser.get(PATH).expect(409)).body).toMatchObject({ code: 'download_running' });
      const other = await told('Ben');
      await download(other.browser);
      await using second = await startSecondServer(site.testApp);
      const cookie = cookieOf(browser);
      expect((await second.http.get(PATH).set('cookie', cookie).expect(409)).body).toMatchObject({
        code: 'download_running',
      });
      // Whose download is done has their turn at every server, though that of another goes on.
      const done = cookieOf(other.browser);
      await until(async () => (await second.http.head(PATH).set('cookie', done)).status === 200);
      response.destroy();
      await until(async () => (await second.http.head(PATH).set('cookie', cookie)).status === 200);
      await second.close();
      await browser.head(PATH).expect(200);
      expect(await openFiles(file)).toEqual([]);
    });

    it('goes on, and so does all else, when the database cuts the connection that knows to whom', async () => {
      const { browser, id } = await told();
      await grow(id, 300 * 1024 * 1024);
      const other = await told('Ben');
      const response = await begin(browser);
      const { dataSource } = site.testApp;
      const known = `FROM pg_stat_activity WHERE application_name = 'stories downloads' AND datname = current_database()`;
      expect(await dataSource.query(`SELECT pg_terminate_backend(pid) ${known}`)).toHaveLength(1);
      await until(async () => (await dataSource.query<unknown[]>(`SELECT ${known}`)).length === 0);
      await browser.get('/api/my-story').expect(200);
      expect([...(await download(other.browser)).files.keys()].at(-1)).toBe('SHA256SUMS.txt');
      response.destroy();
      await until(async () => (await browser.head(PATH)).status === 200);
    });

    it('breaks off where a file is cut short, and can be begun again', async () => {
      const { browser, id } = await told();
      const file = await grow(id, 300 * 1024 * 1024);
      await truncate(file, 1024);
      const response = await begin(browser);
      await expect(text(response)).rejects.toThrow('aborted');
      await until(async () => (await browser.head(PATH)).status === 200);
    });
  });
});

async function download(browser: Browser) {
  const { body, headers } = await browser.get(PATH).responseType('blob').expect(200);
  return { headers: headers as Record<string, string>, files: await unzip(body as Buffer) };
}
