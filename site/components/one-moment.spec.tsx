import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openWhenReady } from './one-moment.js';

const SHORT = 30;

describe('a page that waits for another one', () => {
  let answers: (number | 'cut')[];
  let asked: string[];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const answer = answers.shift() ?? 503;
    if (answer === 'cut') response.destroy();
    else response.writeHead(answer).end();
  });
  let origin: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  beforeEach(() => {
    asked = [];
    document.body.innerHTML = '<a href="" data-again>Try Again</a>';
  });

  const wait = (path: string) => {
    openAddress(origin + path);
    return new Promise<void>((resolve) => openWhenReady(document.querySelector('[data-again]'), resolve, SHORT));
  };

  it.each([200, 404])('opens it once the server answers with %i', async (status) => {
    answers = [503, 'cut', 502, status];
    await wait('/stories/anna-2025-03-01?q=climb');
    expect(asked).toEqual(Array(4).fill('HEAD /stories/anna-2025-03-01?q=climb'));
  });

  it('opens it when asked to, at the place in it', async () => {
    answers = [];
    const opened = wait('/stories/anna-2025-03-01#video-1&t=12');
    document.querySelector('a')!.click();
    await opened;
    expect(location.hash).toBe('#video-1&t=12');
  });
});
