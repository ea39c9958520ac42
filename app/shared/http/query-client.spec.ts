import { onlineManager } from '@tanstack/react-query';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpError, isAway } from './http-error.js';
import { createQueryClient, WHILE_AWAY } from './query-client.js';

describe('a server that is away', () => {
  let server: Server;
  let statuses: number[];
  let path: string;
  beforeEach(async () => {
    server = createServer((_request, response) => {
      response.statusCode = statuses.shift() ?? 200;
      response.end(response.statusCode === 200 ? '"read"' : '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    path = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it('is waited for by whoever reads', async () => {
    statuses = [503, 503];
    const client = createQueryClient();
    // As fast as a spec may be; how long is really waited is said below.
    const read = client.fetchQuery({ queryKey: [path], ...WHILE_AWAY, retryDelay: 1 });
    await expect(read).resolves.toBe('read');
    expect(statuses).toEqual([]);
  });

  it.each([500, 404, 507])('is told from one that answers %i, which is not asked again', async (status) => {
    statuses = [status, 200];
    await expect(createQueryClient().fetchQuery({ queryKey: [path], ...WHILE_AWAY })).rejects.toMatchObject({ status });
    expect(statuses).toEqual([200]);
  });

  it('is asked at once also by a device that takes itself for offline', async () => {
    onlineManager.setOnline(false);
    try {
      const client = createQueryClient();
      await expect(client.fetchQuery({ queryKey: [path] })).resolves.toBe('read');
      const change = client.getMutationCache().build(client, { mutationFn: () => fetch(path) });
      await expect(change.execute(undefined)).resolves.toMatchObject({ status: 200 });
    } finally {
      onlineManager.setOnline(true);
    }
  });

  it('is asked again soon, then less and less often', () => {
    expect([0, 1, 2, 3, 4, 50].map(WHILE_AWAY.retryDelay)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  });

  it('is known whatever the failure was called since', () => {
    const away = new HttpError(503, '', '');
    expect(isAway(new Error('Failed to fetch progress stats', { cause: away }))).toBe(true);
    expect(isAway(new Error('Failed to fetch progress stats'))).toBe(false);
    expect(isAway(new HttpError(500, '', ''))).toBe(false);
    expect(isAway(new HttpError(503, '', '{"code":"publishing_failed","message":"It is saved"}'))).toBe(false);
  });
});
