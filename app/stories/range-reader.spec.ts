import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRangeReader } from './range-reader.js';

const BYTES = Buffer.from('0123456789');
const text = async (read: Promise<Uint8Array>) => Buffer.from(await read).toString();
/** Larger than what is read in whole files. */
const HUGE = Buffer.alloc(9 * 1024 * 1024);

describe('ranges', () => {
  let server: Server;
  let isCut = false;
  const asked: (string | undefined)[] = [];
  const address = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  beforeAll(async () => {
    server = createServer(({ url, headers }, response) => {
      asked.push(headers.range);
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      if (url === '/parts') response.writeHead(206).end(BYTES.subarray(Number(from), Number(to) + 1));
      else if (url === '/short') response.writeHead(206).end(BYTES.subarray(0, 1));
      else if (url === '/whole' && isCut) {
        response
          .writeHead(200, { 'Content-Length': BYTES.length })
          .write(BYTES.subarray(0, 3), () => response.destroy());
      } else if (url === '/whole') response.writeHead(200).end(BYTES);
      else if (url === '/huge') response.writeHead(200).end(HUGE);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => (asked.length = 0));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('are read as they are asked for', async () => {
    const read = createRangeReader();
    expect(await text(read(address('/parts'), 2, 5))).toBe('234');
    expect(await text(read(address('/parts'), 5, 5))).toBe('');
    expect(asked).toEqual(['bytes=2-4']);
  });

  it('are cut out of a small file where a server gives whole ones, which is read once', async () => {
    const read = createRangeReader();
    expect(await Promise.all([text(read(address('/whole'), 2, 5)), text(read(address('/whole'), 0, 1))])).toEqual([
      '234',
      '0',
    ]);
    const before = asked.length;
    expect(await text(read(address('/whole'), 9, 10))).toBe('9');
    expect(asked).toHaveLength(before);
  });

  it('are asked for again after a whole file that was cut short', async () => {
    const read = createRangeReader();
    isCut = true;
    await expect(read(address('/whole'), 2, 5)).rejects.toThrow('terminated');
    isCut = false;
    expect(await text(read(address('/whole'), 2, 5))).toBe('234');
  });

  describe('are refused', () => {
    it.each([
      ['/huge', 'no part of it can be read'],
      ['/short', '1 bytes came for 3'],
      ['/gone', '404'],
    ])('of %s', async (path, why) => {
      await expect(createRangeReader()(address(path), 2, 5)).rejects.toThrow(why);
    });
  });
});
