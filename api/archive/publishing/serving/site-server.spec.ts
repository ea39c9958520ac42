import { appendFile, readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { jest } from '@jest/globals';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import type { SearchShards } from '../../../contract/search/search-index.js';
import { STORY_NOT_FOUND_FILE } from '../plan/addresses.js';
import { Publisher } from '../publisher.js';
import { SiteManifest } from '../tree/site-manifest.js';
import { ArchiveClient } from '../../../testing/archive-client.js';
import { signUp } from '../../../testing/participants.js';
import { sampleMp4 } from '../../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../../testing/test-app.js';

describe('the public tree', () => {
  let testApp: TestApp;
  let archive: ArchiveClient;
  let video: ShowcaseVideo;
  let story: string;

  beforeAll(async () => {
    testApp = await createTestApp();
    await writeFile(path.join(testApp.config.stateDir, 'app.js'), 'export const answer = 42;'.repeat(50));
    const from = path.join(testApp.config.stateDir, 'app.js');
    testApp.siteBuild.assets = [{ path: '_astro/app.hash.js', from, hash: 'hash' }];
    archive = await ArchiveClient.signIn(testApp);
    video = await archive.publish(await archive.register('Anna'), { questionId: 1, transcript: 'I danced.' });
    story = `/stories/${video.user.userName}`;
  });
  afterAll(() => testApp.close());

  const get = (address: string) => testApp.http.get(address);
  const shards = async () => (await get('/pagefind/shards.json').expect(200)).body as SearchShards;

  /** As a change that was committed just before the process was killed. */
  const setApproved = (isApproved: boolean) =>
    testApp.dataSource.query('UPDATE showcase_video SET is_approved = $2, revision = revision + 1 WHERE id = $1', [
      video.id,
      isApproved,
    ]);

  /** A request as it was written, which clients tidy up otherwise. */
  function getRaw(address: string): Promise<{ status: number | undefined; text: string }> {
    const { port } = testApp.app.getHttpServer().address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const request = http.get({ port, path: address, host: '127.0.0.1' }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode, text }));
      });
      request.on('error', reject);
    });
  }

  it('is read with and without a slash at the end', async () => {
    const { text } = await get(story).expect(200).expect('Content-Type', 'text/html; charset=utf-8');
    expect(text).toContain('I danced.');
    expect((await get(`${story}/`).expect(200)).text).toBe(text);
    expect((await get(`${story}?from=share`).expect(200)).text).toBe(text);
  });

  it('gives a page its own security policy, in the answer and in itself', async () => {
    const { text, headers } = await get(story);
    const policy = headers['content-security-policy']!;
    expect(policy).toContain("script-src 'self' 'sha256-small' 'wasm-unsafe-eval'");
    expect(text).toContain(policy.replace("; frame-ancestors 'none'", ''));
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('comes for Accept-Encoding: %s as %s', async (accepted, encoding) => {
    const { headers, text } = await get(story).set('Accept-Encoding', accepted).expect(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toContain('Accept-Encoding');
    expect(text).toContain('I danced.');
  });

  it('is asked for again with a strong ETag, one for each encoding', async () => {
    const etags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => {
        const { headers } = await get(story).set('Accept-Encoding', encoding).expect('Cache-Control', 'no-cache');
        await get(story).set('Accept-Encoding', encoding).set('If-None-Match', headers.etag!).expect(304);
        await get(story).set('Accept-Encoding', encoding).set('If-None-Match', '"other"').expect(200);
        return headers.etag;
      }),
    );
    expect(new Set(etags).size).toBe(3);
    expect(etags.join()).not.toContain('W/');
  });

  it('answers HEAD like GET, without the body', async () => {
    for (const address of [story, `/media/${video.id}.mp4`]) {
      const full = await get(address).set('Accept-Encoding', 'identity').expect(200);
      const head = await testApp.http.head(address).set('Accept-Encoding', 'identity').expect(200);
      expect(head.headers).toMatchObject({ etag: full.headers.etag, 'content-length': full.headers['content-length'] });
      expect(head.text ?? '').toBe('');
    }
  });

  it('keeps hashed assets for ever', async () => {
    const { headers } = await get('/_astro/app.hash.js').set('Accept-Encoding', 'br').expect(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    });
  });

  it('says what a page may use of the browser with pages alone', async () => {
    const page = await get('/stories').expect(200);
    expect(page.headers['permissions-policy']).toContain('camera=(self)');
    const asset = await get('/_astro/app.hash.js').expect(200);
    expect(asset.headers).not.toHaveProperty('permissions-policy');
  });

  it('brings the search index, its worker allowed to run it', async () => {
    const [first] = (await shards()).shards;
    const worker = await get(`${first}pagefind-worker.js`).set('Accept-Encoding', 'br').expect(200);
    expect(worker.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
    expect(worker.headers['content-security-policy']).toContain("'wasm-unsafe-eval'");
    const entry = await get(`${first}pagefind-entry.json`).expect(200);
    expect(entry.body).toMatchObject({ languages: { en: { page_count: 1 } } });
    await get(`${first}pagefind-entry.json`).set('If-None-Match', entry.headers.etag!).expect(304);
  });

  it('plays media in parts', async () => {
    const whole = sampleMp4();
    const { body, headers } = await get(`/media/${video.id}.mp4`).set('Range', 'bytes=4-11').expect(206);
    expect(body).toEqual(whole.subarray(4, 12));
    expect(headers).toMatchObject({
      'content-range': `bytes 4-11/${whole.length}`,
      'cache-control': 'no-cache',
      'content-type': 'video/mp4',
    });
    expect(headers.etag).toMatch(/^"[\da-f]{64}"$/);
  });

  it('shows the interview at / to whoever is signed in', async () => {
    expect((await get('/').expect(200)).text).toContain('<title>landing</title>');
    const cookie = await signUp(testApp);
    const { text, headers } = await get('/').set('Cookie', cookie).expect(200);
    expect(text).toContain('<title>interview</title>');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers.vary).toContain('Cookie');
    await testApp.http.get('/api/logout').set('Cookie', cookie).expect(302);
    expect((await get('/').set('Cookie', cookie).expect(200)).text).toContain('<title>landing</title>');
  });

  describe('just after a start', () => {
    afterEach(async () => {
      testApp.siteBuild.failsAt = null;
      await setApproved(true);
      await testApp.app.get(Publisher).bringUpToDate();
    });

    it('shows no story before it knows that it is still public', async () => {
      await setApproved(false);
      await testApp.restart();
      const media = `/media/${video.id}.mp4`;
      const addresses = [story, '/stories', '/stories/feed.xml', media, '/pagefind/shards.json'];
      for (const { status, headers, text } of await Promise.all(addresses.map((address) => get(address)))) {
        expect(status).toBe(503);
        expect(headers['retry-after']).toBe('2');
        expect(text).not.toContain('I danced.');
      }
      await get('/').expect(200);
      await get('/_astro/app.hash.js').expect(200);
      await testApp.app.get(Publisher).bringUpToDate();
      await get(story).expect(404);
      await setApproved(true);
      await testApp.app.get(Publisher).bringUpToDate();
      await get(story).expect(200);
    });

    it('has a page that waits for whoever reads, and a line of text for whatever asks', async () => {
      await testApp.restart();
      // What was approved just before may not have been written yet.
      for (const address of [story, '/stories/nobody-2025-01-01', '/nothing']) {
        const page = await get(address).set('Accept', 'text/html,application/xml;q=0.9,*/*;q=0.8').expect(503);
        expect(page.text).toContain('<title>one-moment</title>');
        expect(page.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'private, no-store' });
        const line = await get(address).set('Accept', '*/*').expect(503);
        expect(line.text).toBe('The stories will be here in a moment. Please try again.');
        expect(line.headers['cache-control']).toBe('private, no-store');
      }
      await testApp.app.get(Publisher).bringUpToDate();
      await get('/nothing').expect(404);
    });

    it('lets a reader wait for the moment that it takes to know', async () => {
      await testApp.restart();
      // The moment never ends, however slow the machine is.
      using _ = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
      const [{ text }] = await Promise.all([get(story).expect(200), testApp.app.get(Publisher).bringUpToDate()]);
      expect(text).toContain('I danced.');
    });

    it('shows what is true even when a page cannot be made', async () => {
      await setApproved(false);
      await testApp.restart();
      testApp.siteBuild.failsAt = '/stories';
      await expect(testApp.app.get(Publisher).bringUpToDate()).rejects.toThrow('We keep trying');
      await get('/stories').expect(404);
      await get(story).expect(404);
      testApp.siteBuild.failsAt = null;
      await setApproved(true);
      await testApp.app.get(Publisher).bringUpToDate();
      await get('/stories').expect(200);
      await get(story).expect(200);
    });
  });

  describe('refuses', () => {
    it.each([
      '/nothing',
      '/stories/nobody-2025-01-01',
      '/stories/page/9',
      '/interview',
      '/interview/',
      '/404.html',
      '/story-not-found',
      '/admin5',
    ])('the unknown address %s, with the page for it', async (address) => {
      const { text, headers } = await get(address).expect(404);
      expect(text).toContain('<title>not-found</title>');
      expect(text).toContain(`"isStory":${address === '/stories/nobody-2025-01-01'}`);
      expect(headers['content-security-policy']).toContain('sha256-small');
    });

    it('an unknown story of a tree that an earlier version wrote, with the one page that it has', async () => {
      const manifest = testApp.app.get(SiteManifest);
      const file = manifest.files.get(STORY_NOT_FOUND_FILE)!;
      await manifest.record([{ unset: STORY_NOT_FOUND_FILE }]);
      try {
        expect((await get('/stories/nobody-2025-01-01').expect(404)).text).toContain('"isStory":false');
      } finally {
        await manifest.record([{ set: STORY_NOT_FOUND_FILE, file }]);
      }
    });

    it.each(['fragment', 'pagefind-entry.json/x', `fragment/${'x'.repeat(300)}`, 'fragment/none.pf_fragment', 'none'])(
      'what is no file within the search index, with the page for it: %s',
      async (name) => {
        const [first] = (await shards()).shards;
        expect((await get(first + name).expect(404)).text).toContain('<title>not-found</title>');
      },
    );

    it.each([
      '/../site-manifest.jsonl',
      '/%2e%2e/site-manifest.jsonl',
      '/..%2fsite-manifest.jsonl',
      '/stories/../../site-manifest.jsonl',
      '/stories/..%5c..%5csite-manifest.jsonl',
      '//etc/passwd',
      '/.env',
      '/stories/%00',
      '/%E0%A4',
      '/pagefind/../../site-manifest.jsonl',
    ])('to leave the tree: %s', async (address) => {
      const { status, text } = await getRaw(address);
      expect(status).toBe(404);
      expect(text).not.toMatch(/"set"|root:/);
    });

    it('files that the manifest does not know', async () => {
      await appendFile(path.join(testApp.config.stateDir, 'site/stranger.txt'), 'not ours');
      await get('/stranger.txt').expect(404);
    });

    it('unknown addresses of the API in the shape of its errors', async () => {
      for (const address of ['/api/nothing', '/api']) {
        const { body } = await get(address).expect(404);
        expect(body).toEqual({ message: `Cannot GET ${address}`, code: 'not_found' });
      }
      await testApp.http.post('/stories').expect(404).expect('Content-Type', /json/);
    });

    it('a part outside the file', async () => {
      const { body, headers } = await get(`/media/${video.id}.mp4`).set('Range', 'bytes=99999-').expect(416);
      expect(body).toMatchObject({ code: 'range_not_satisfiable' });
      expect(headers['content-range']).toBe('bytes */1024');
    });
  });

  it('keeps nothing under a version that it is not, as of a page that is about to be recorded', async () => {
    // Nobody has asked for it before: it would come out of memory.
    const { id, user } = await archive.publish(await archive.register('Bertha'), {
      questionId: 1,
      transcript: 'I sang.',
    });
    const address = `/stories/${user.userName}`;
    const place = path.join(testApp.config.stateDir, 'site', address, 'index.html.br');
    const bytes = await readFile(place);
    const browse = () => get(address).set('Accept-Encoding', 'gzip, deflate, br').expect(200);
    await writeFile(place, brotliCompressSync('A page that tells of somebody else, who has taken it back since.'));
    const early = await browse();
    expect(early.text).toContain('somebody else');
    expect(early.headers).not.toHaveProperty('etag');
    await writeFile(place, bytes);
    for (let time = 0; time < 2; time++) {
      const { text, headers } = await browse();
      expect(text).toContain('I sang.');
      expect(headers.etag).toMatch(/-br"$/);
    }
    await archive.unapprove(id).expect(200);
  });
});
