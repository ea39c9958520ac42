import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { explainFailure } from './explain-failure.js';

const ANNA = { videos: [{ id: 'today' }], overviewVideo: { id: 'overview' } };

/** Answers by path: `/media/there` is there, of the stories the API knows `anna` and has never known the others. */
const server: Server = createServer(({ url }, response) => {
  if (url === '/media/there') response.writeHead(200).end();
  else if (url === '/api/user-story/anna') response.writeHead(200).end(JSON.stringify(ANNA));
  else if (url === '/api/user-story/zo%C3%AB') response.writeHead(404).end('{"code":"story_not_found"}');
  else if (url === '/api/user-story/busy') response.writeHead(503).end('{}');
  else response.writeHead(404).end('<h1>404</h1>');
});
const { fetch } = globalThis;

const explain = (source: string, userName: string, code?: number, clipId = 'today') =>
  explainFailure(source, { userName, clipId }, code);

describe('a video that does not play', () => {
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    globalThis.fetch = (path, options) => fetch(new URL(path as string, url), options);
  });
  afterAll(() => {
    globalThis.fetch = fetch;
    server.close();
  });

  it('cannot be played on this device when its file is there', async () =>
    expect(await explain('/media/there', 'anna')).toBe('not-playable'));

  it('could not be loaded when the connection was lost, also when it is back', async () =>
    expect(await explain('/media/there', 'anna', 2)).toBe('not-loaded'));

  it('is withdrawn when the connection was cut because there is no such story any more', async () =>
    expect(await explain('/media/there', 'zoë', 2)).toBe('withdrawn'));

  it('could not be loaded when it alone is missing', async () =>
    expect(await explain('/media/gone', 'anna')).toBe('not-loaded'));

  it('is withdrawn when the API says that there is no such story', async () =>
    expect(await explain('/media/gone', 'zoë')).toBe('withdrawn'));

  it.each([
    ['today', 'not-loaded'],
    ['overview', 'not-loaded'],
    ['before', 'gone'],
  ])('is gone when the API says that the story goes on without it: %s', async (clipId, failure) =>
    expect(await explain('/media/gone', 'anna', 2, clipId)).toBe(failure),
  );

  describe('refuses', () => {
    it.each(['busy', 'on-a-plain-server'])('to call a story withdrawn that may be there: %s', async (userName) =>
      expect(await explain('/media/gone', userName)).toBe('not-loaded'),
    );
  });
});
