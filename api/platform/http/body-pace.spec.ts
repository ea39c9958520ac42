import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import express from 'express';
import { until } from '../../testing/until.js';
import type { AppConfig } from '../config/app-config.js';
import { allowLongBody, boundBodies, boundConnections, type Pace } from './body-pace.js';

const PACE: Pace = {
  headersMs: 15_000,
  idleMs: 7_000,
  bodyMs: 200,
  uploadWindowMs: 400,
  uploadWindowBytes: 100,
  openPerAddress: 3,
};
const PRODUCTION = { isProduction: true, trustProxy: 0 } as AppConfig;
const BEHIND_A_PROXY = { isProduction: true, trustProxy: 1 } as AppConfig;
const DEVELOPMENT = { isProduction: false, trustProxy: 0 } as AppConfig;

/** For what is to stay open while a crowded machine does something else. */
const PATIENT: Pace = { ...PACE, bodyMs: 20_000, uploadWindowMs: 60_000 };

let server: http.Server;
const port = () => (server.address() as AddressInfo).port;
const connections = () => promisify(server.getConnections.bind(server))();

async function start(config: AppConfig, pace = PACE): Promise<void> {
  const app = express();
  app.set('trust proxy', config.trustProxy);
  app.use(boundBodies(config, pace));
  app.post('/refused', (_request, response) => void response.status(401).json({}));
  app.post('/read', (request, response) => void request.resume().on('end', () => response.json('read')));
  app.post('/slow-to-read', async (request, response) => {
    await wait(PACE.bodyMs * 3);
    request.resume().on('end', () => response.json('read'));
  });
  app.get('/much', (_request, response) => void response.end(Buffer.alloc(50_000_000)));
  app.post('/slow-upload', async (request, response) => {
    allowLongBody(request);
    await wait(PACE.uploadWindowMs * 2.5);
    request.resume().on('end', () => response.json('kept'));
  });
  app.post('/upload', (request, response) => {
    allowLongBody(request);
    request.resume().on('end', () => response.json('kept'));
  });
  // As Node's own limit of a whole request, which is five minutes long.
  server = http.createServer({ requestTimeout: PACE.uploadWindowMs }, app);
  boundConnections(server, config, pace);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A request of which only the beginning is sent. */
function open(path: string, bytes = 10_000, more: http.OutgoingHttpHeaders = {}) {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': bytes, ...more };
  const request = http.request({ port: port(), path, method: 'POST', headers, agent: false });
  request.on('error', () => {});
  request.write('{');
  const answer = once(request, 'response').then(async ([response]: http.IncomingMessage[]) => {
    let text = '';
    for await (const piece of response!) text += String(piece);
    return { status: response!.statusCode, text };
  });
  const closed = new Promise<number>((resolve) =>
    request.once('socket', (socket) => {
      const begun = Date.now();
      socket.once('close', () => resolve(Date.now() - begun));
    }),
  );
  return { request, answer, closed };
}

/** As many uploads as one address may have open, of which the server knows. */
async function openAll(headersOf: (nth: number) => http.OutgoingHttpHeaders = () => ({})) {
  let begun = 0;
  server.on('request', () => begun++);
  const opened = Array.from({ length: PACE.openPerAddress }, (_, nth) => open('/upload', 10_000, headersOf(nth)));
  await until(() => begun === opened.length);
  return opened;
}

/** Sends raw text, and returns all that comes back until the connection ends. */
async function converse(text: string): Promise<string> {
  const socket = net.connect(port(), '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const piece of socket) answer += String(piece);
  return answer;
}

it('keeps a connection for the next request for as long as it says', async () => {
  await start(PRODUCTION);
  const asked = http.get({ port: port(), agent: new http.Agent({ keepAlive: true }), path: '/nothing' });
  const [response] = (await once(asked, 'response')) as http.IncomingMessage[];
  expect(response!.headers['keep-alive']).toBe('timeout=7');
});

describe('a body that does not come', () => {
  it('is waited for only shortly, and told so', async () => {
    await start(PRODUCTION);
    const { answer, closed } = open('/read');
    expect(await answer).toEqual({
      status: 408,
      text: '{"message":"The request did not arrive in time. Please try again.","code":"too_slow"}',
    });
    expect(await closed).toBeLessThan(10_000);
  });

  it('ends its connection with the answer that refuses it', async () => {
    await start(PRODUCTION);
    const answer = await converse('POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n{');
    expect(answer).toMatch(/^HTTP\/1.1 408 [^]*\r\nConnection: close\r\n/);
  });

  it('is not waited for after the refusal either', async () => {
    await start(PRODUCTION);
    const begun = Date.now();
    const answer = await converse('POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n{');
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(Date.now() - begun).toBeGreaterThan(PACE.bodyMs / 2);
  });

  it('is let go of too where nothing of the refusal can be sent', async () => {
    await start(PRODUCTION);
    const socket = net.connect(port(), '127.0.0.1').pause();
    await once(server, 'connection');
    socket.write('GET /much HTTP/1.1\r\nHost: a\r\n\r\nPOST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
    await until(async () => (await connections()) === 0);
    expect(socket.bytesRead).toBeLessThan(50_000_000);
    socket.destroy();
  });

  it('is given time when it is an upload, as long as something comes', async () => {
    const pace = { ...PACE, uploadWindowMs: 2_000 };
    await start(PRODUCTION, pace);
    const { request, answer } = open('/upload');
    for (let piece = 0; piece < 9; piece++) {
      await wait(pace.uploadWindowMs / 4);
      request.write('x'.repeat(100));
    }
    request.end('x'.repeat(10_000 - 901));
    expect(await answer).toEqual({ status: 200, text: '"kept"' });
  });

  it('ends an upload of which too little comes', async () => {
    await start(PRODUCTION);
    const { request, answer } = open('/upload');
    const drip = setInterval(() => request.write('x'), 50);
    expect((await answer).status).toBe(408);
    clearInterval(drip);
  });

  it('ends an upload that began well and stopped', async () => {
    await start(PRODUCTION);
    const { request, answer } = open('/upload');
    await wait(PACE.uploadWindowMs / 4);
    request.write('x'.repeat(5_000));
    expect((await answer).status).toBe(408);
  });

  it('is not confused with one that waits for us', async () => {
    await start(PRODUCTION);
    const { request, answer } = open('/slow-to-read');
    request.end('x'.repeat(9_999));
    expect((await answer).status).toBe(200);
  });

  it('is not confused with an upload that waits for us, of which more is on its way', async () => {
    await start(PRODUCTION);
    const { request, answer } = open('/slow-upload', 5_000_000);
    request.end('x'.repeat(4_999_999));
    expect((await answer).status).toBe(200);
  });
});

describe('one address', () => {
  it('has only so many bodies open at once, and may go on when they are through', async () => {
    await start(BEHIND_A_PROXY, PATIENT);
    const opened = await openAll();
    for (let tooMany = 0; tooMany < PACE.openPerAddress; tooMany++) {
      const { status, text } = await open('/upload').answer;
      expect([status, JSON.parse(text)]).toEqual([429, expect.objectContaining({ code: 'too_many_at_once' })]);
    }
    for (const { request } of opened) request.end('x'.repeat(9_999));
    await Promise.all(opened.map(({ answer }) => answer));
    expect((await open('/refused').answer).status).toBe(401);
    // As many again, and no more.
    for (const { answer } of await openAll()) answer.catch(() => undefined);
    expect((await open('/upload').answer).status).toBe(429);
  });

  it.each([
    ['with another port each time', (nth: number) => `203.0.113.7:${51_000 + nth}`, '203.0.113.8:51000'],
    ['in brackets, with another port each time', (nth: number) => `[2001:db8::7]:${51_000 + nth}`, '[2001:db8:1::7]:1'],
    ['from its whole network', (nth: number) => `2001:db8::${nth + 1}`, '2001:db8:0:1::1'],
  ])('is the one that a proxy names, %s', async (_how, addressOf, other) => {
    await start(BEHIND_A_PROXY, PATIENT);
    const opened = await openAll((nth) => ({ 'X-Forwarded-For': addressOf(nth) }));
    for (const { answer } of opened) answer.catch(() => undefined);
    const next = { 'X-Forwarded-For': addressOf(PACE.openPerAddress) };
    expect((await open('/refused', 10_000, next).answer).status).toBe(429);
    expect((await open('/refused', 10_000, { 'X-Forwarded-For': other }).answer).status).toBe(401);
  });

  it('may begin anew when it let go of what it had open', async () => {
    await start(BEHIND_A_PROXY, PATIENT);
    const opened = await openAll();
    for (const { request, answer } of opened) {
      answer.catch(() => undefined);
      request.destroy();
    }
    await until(async () => (await connections()) === 0);
    expect((await open('/refused').answer).status).toBe(401);
  });

  it('has only so many connections', async () => {
    await start(PRODUCTION);
    const silent = Array.from({ length: PACE.openPerAddress }, () => net.connect(port(), '127.0.0.1'));
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    const [one] = silent;
    const tooMany = net.connect(port(), '127.0.0.1');
    await once(tooMany, 'close');
    one!.destroy();
    await until(async () => (await connections()) < PACE.openPerAddress);
    expect((await open('/refused').answer).status).toBe(401);
    for (const socket of silent) socket.destroy();
  });

  it('is this machine outside production, which has no bound', async () => {
    await start(DEVELOPMENT);
    const answers = Array.from({ length: 8 }, () => open('/refused').answer);
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([401]));
  });
});

describe('what is no request', () => {
  it.each([
    ['headers that do not end', 300, 'GET / HTTP/1.1\r\nHost: a\r\nX: ', 408, 'too_slow'],
    ['no HTTP', PACE.headersMs, 'hello\r\n\r\n', 400, 'bad_request'],
    [
      'too long headers',
      PACE.headersMs,
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'too_large',
    ],
  ])('as %s is answered in words', async (_name, headersMs, text, status, code) => {
    await start(DEVELOPMENT, { ...PACE, headersMs });
    const begun = Date.now();
    const answer = await converse(text);
    expect(Date.now() - begun).toBeLessThan(10_000);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body = JSON.parse(answer.split('\r\n\r\n')[1]!) as object;
    expect(body).toEqual({ message: expect.any(String) as string, code });
  });
});
