import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { JobQueue } from '../jobs/job-queue.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { startTraces } from './traces.js';

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code?: number };
}
interface SentTraces {
  resourceSpans: { resource: object; scopeSpans: { spans: SentSpan[] }[] }[];
}

/** What takes traces as a collector does, and keeps them. */
async function startCollector() {
  const received: { url: string | undefined; text: string }[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ url: request.url, text: (await buffer(request)).toString('utf8') });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void take(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

describe('traces', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());

  it('tell a collector of requests, jobs and statements, and nothing of a person', async () => {
    const collector = await startCollector();
    const stop = await startTraces({ tracesUrl: collector.url }, '1.2.3');
    const email = `secret-${randomUUID()}@example.org`;
    const asked = '0af7651916cd43dd8448eb211c80319c';
    await testApp.http
      .post('/api/register?from=secret-query')
      .set('traceparent', `00-${asked}-b7ad6b7169203331-01`)
      .set('User-Agent', 'secret-browser')
      .send({ firstName: 'Secretname', lastName: 'Hidden', email })
      .expect(201);
    await testApp.staff().get(`/api/admin/user-photos/${email}`).expect(200);
    const jobs = testApp.app.get(JobQueue, { strict: false });
    let isDone = false;
    await jobs.work('traced', async () => {
      isDone = true;
      throw new Error('secret reason');
    });
    await jobs.add('traced', 'secret-key', {});
    await until(() => isDone);
    await stop!();

    const [first] = collector.received;
    expect(first!.url).toBe('/v1/traces');
    const all = collector.received.map(({ text }) => JSON.parse(text) as SentTraces);
    const spans = all.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap((of) => of.scopeSpans.flatMap((s) => s.spans)),
    );
    const named = (name: string) => spans.find((span) => span.name === name)!;
    const registering = named('POST /api/register');
    expect(registering.traceId).not.toBe(asked);
    const within = spans.filter(({ parentSpanId }) => parentSpanId === registering.spanId);
    expect(within.map(({ name }) => name)).toContain('INSERT participant');
    expect(named('GET /api/admin/user-photos/:email')).toBeDefined();
    expect(named('job traced').status.code).toBe(2);
    const text = JSON.stringify(all);
    expect(text).toContain('"stories"');
    expect(text).toContain('1.2.3');
    expect(text).not.toMatch(/secret|127\.0\.0\.1/i);
    collector.stop();
  });

  it('are not sent where no collector is named, and one that is away keeps nothing from ending', async () => {
    expect(await startTraces({ tracesUrl: null }, '1.2.3')).toBeNull();
    const stop = await startTraces({ tracesUrl: 'http://127.0.0.1:9' }, '1.2.3');
    await testApp.http.get('/api/questions').expect(200);
    await stop!();
    await testApp.http.get('/api/questions').expect(200);
  });
});
