import sharp from 'sharp';
import type { AppConfig } from '../../../platform/config/app-config.js';
import { parseHostedVideo } from '../../../contract/media/hosted-video.js';
import { HOST_ANSWER_MAX_BYTES, HOST_PICTURE_MAX_BYTES } from '../../../contract/common/limits.js';
import { testImages } from '../../../testing/media-sandbox.js';
import { sampleJpeg } from '../../../testing/sample-media.js';
import { VideoHostServer } from '../../../testing/video-host-server.js';
import { fetchLimited, requirePictureAddress, VideoHosts } from './video-hosts.js';

const WIDTHS = { large: 640, medium: 200, small: 100 };
const VIMEO_JSON = '/api/v2/video/1.json';

describe('hosts of videos', () => {
  const { images, decoder } = testImages();
  let server: VideoHostServer;
  let pictures: Record<keyof typeof WIDTHS, Buffer>;

  beforeAll(async () => {
    const [large, medium, small] = await Promise.all(Object.values(WIDTHS).map((width) => sampleJpeg({ width })));
    pictures = { large: large!, medium: medium!, small: small! };
  });
  beforeEach(async () => {
    server = await VideoHostServer.start();
  });
  afterEach(() => server.close());
  afterAll(() => decoder.onApplicationShutdown());

  const fetchThumbnail = (address: string) => {
    const hosts = new VideoHosts({ vimeoUrl: server.url, youtubeUrl: server.url } as AppConfig, images);
    return hosts.fetchThumbnail(parseHostedVideo(address)!, new AbortController().signal);
  };
  const widthOf = async (address = 'https://vimeo.com/1') =>
    (await sharp(await fetchThumbnail(address)).metadata()).width;

  it('give the large picture, else the medium, else the small one', async () => {
    server.hasVimeo('1', pictures);
    expect(await widthOf()).toBe(WIDTHS.large);
    expect(server.asked).toEqual([VIMEO_JSON, '/video/1_large']);
    server.hasVimeo('1', { medium: pictures.medium, small: pictures.small });
    expect(await widthOf()).toBe(WIDTHS.medium);
    server.hasVimeo('1', { small: pictures.small });
    expect(await widthOf()).toBe(WIDTHS.small);
  });

  it('give the next one in the place of one that is named but cannot be had', async () => {
    server.hasVimeo('1', pictures);
    server.answer('/video/1_large', { status: 404 });
    expect(await widthOf()).toBe(WIDTHS.medium);
    server.answer('/video/1_medium', { body: '<html>Not this time</html>' });
    expect(await widthOf()).toBe(WIDTHS.small);
  });

  it('tell of an unlisted video when they are given its whole address', async () => {
    server.answer('/api/oembed.json', { json: { thumbnail_url: `${server.url}/unlisted` } });
    server.answer('/unlisted', { body: pictures.large });
    expect(await widthOf('https://vimeo.com/1/abcdef0123')).toBe(WIDTHS.large);
    expect(server.asked[0]).toBe('/api/oembed.json?format=json&url=https%3A%2F%2Fvimeo.com%2F1%2Fabcdef0123');
  });

  it('are asked at YouTube for larger pictures than the one that is named', async () => {
    const address = 'https://youtu.be/abcdefghijk';
    server.answer('/oembed', { json: { thumbnail_url: `${server.url}/vi/abcdefghijk/hqdefault.jpg` } });
    server.answer('/vi/abcdefghijk/hqdefault.jpg', { body: pictures.small });
    expect(await widthOf(address)).toBe(WIDTHS.small);
    server.answer('/vi/abcdefghijk/maxresdefault.jpg', { body: pictures.large });
    expect(await widthOf(address)).toBe(WIDTHS.large);
    expect(server.asked[0]).toBe('/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dabcdefghijk');
  });

  it.each([
    ['vimeo', 'http://i.vimeocdn.com/video/1_640.jpg', 'https://i.vimeocdn.com/video/1_640.jpg'],
    ['vimeo', 'https://i.vimeocdn.com/video/1_640', 'https://i.vimeocdn.com/video/1_640'],
    ['youtube', 'https://i.ytimg.com/vi/1/0.jpg', 'https://i.ytimg.com/vi/1/0.jpg'],
    ['vimeo', 'http://127.0.0.1:1/picture', 'http://127.0.0.1:1/picture'],
  ] as const)('give %s’s picture %s from %s', (host, named, address) =>
    expect(requirePictureAddress(named, host, 'http://127.0.0.1:1').href).toBe(address),
  );

  it('have their pictures made anew, without what else was in the file', async () => {
    const told = sharp(pictures.large).withExif({ IFD0: { Copyright: 'Somebody' } });
    server.hasVimeo('1', { large: await told.png().toBuffer() });
    const { format, exif } = await sharp(await fetchThumbnail('https://vimeo.com/1')).metadata();
    expect({ format, exif }).toEqual({ format: 'jpeg', exif: undefined });
  });

  describe('refuses', () => {
    it.each([
      ['no answer', { status: 404 }, 'answered 404'],
      ['a failure', { status: 503, body: '[]' }, 'answered 503'],
      ['a page in place of JSON', { body: '<!doctype html><title>Please sign in</title>' }, 'not valid JSON'],
      ['JSON of another kind', { json: { error: 'gone' } }, 'expected tuple'],
      ['no video', { json: [] }, 'expected object'],
      ['a video without a picture', { json: [{ id: 1, thumbnail_large: 7 }] }, 'The host names no picture.'],
      ['more words than any answer has', { body: '[]'.padEnd(HOST_ANSWER_MAX_BYTES + 1) }, 'more than 262144 bytes'],
    ])('%s', async (_what, answer, reason) => {
      server.answer(VIMEO_JSON, answer);
      await expect(fetchThumbnail('https://vimeo.com/1')).rejects.toThrow(reason);
    });

    it.each([
      ['a page', '<html></html>', 'This is no picture.'],
      ['a drawing that can hold scripts', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'This is no picture.'],
      ['a picture that breaks off', () => pictures.large.subarray(0, 400), 'premature end'],
      ['a picture of too many bytes', () => Buffer.alloc(HOST_PICTURE_MAX_BYTES + 1), 'more than 10485760 bytes'],
    ])('%s in place of a picture', async (_what, body, reason) => {
      server.hasVimeo('1', { large: Buffer.from(typeof body === 'string' ? body : body()) });
      await expect(fetchThumbnail('https://vimeo.com/1')).rejects.toThrow(reason);
      expect(server.asked).toHaveLength(2);
    });

    it.each([
      'http://i.vimeocdn.com.example.org/1.jpg',
      'http://evilvimeocdn.com/1.jpg',
      'http://i.vimeocdn.com:8080/1.jpg',
      'ftp://i.vimeocdn.com/1.jpg',
      'https://i.ytimg.com/1.jpg',
    ])('the picture %s of a video at Vimeo', (address) =>
      expect(() => requirePictureAddress(address, 'vimeo', 'https://vimeo.com')).toThrow('is not where vimeo keeps'),
    );

    it('to be led to another server, by a picture’s address or by a redirection', async () => {
      const other = await VideoHostServer.start();
      other.answer('/picture', { body: pictures.large });
      const elsewhere = `${other.url}/picture`;
      server.answer(VIMEO_JSON, { json: [{ thumbnail_large: elsewhere, thumbnail_medium: 'file:///etc/hosts' }] });
      await expect(fetchThumbnail('https://vimeo.com/1')).rejects.toThrow('is not where vimeo keeps its pictures');
      const redirection = { status: 302, headers: { Location: elsewhere } };
      server.hasVimeo('1', { large: pictures.large });
      server.answer('/video/1_large', redirection);
      await expect(fetchThumbnail('https://vimeo.com/1')).rejects.toThrow('fetch failed');
      server.answer(VIMEO_JSON, redirection);
      await expect(fetchThumbnail('https://vimeo.com/1')).rejects.toThrow('fetch failed');
      expect(other.asked).toEqual([]);
      await other.close();
    });

    it('an answer that does not come', async () => {
      server.hold();
      const limits = { maxBytes: 1, timeoutMs: 20, accept: '*/*', signal: new AbortController().signal };
      await expect(fetchLimited(new URL(server.url), limits)).rejects.toThrow('timeout');
    });
  });
});
