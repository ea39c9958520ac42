import { jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Product, sendSignal } from './product.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'product-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** In place of a server, a process that does `steps`, and what is done to it. */
async function ending(steps: string, what: (product: Product) => unknown = () => undefined): Promise<Product> {
  const product = await Product.at(folder);
  await product.start({ prefix: [process.execPath, '-e', steps, '--'], isAwaited: false });
  what(product);
  while (product.isRunning) await wait(5);
  return product;
}

describe('a product', () => {
  it('was killed where a kill has ended it', async () => {
    const { isKilled } = await ending('setInterval(() => {}, 1_000)', ({ pid }) => sendSignal(pid, 'SIGKILL'));
    expect(isKilled).toBe(true);
  });

  it.each([
    ['by itself, as where its port was taken', 'process.exitCode = 1'],
    ['as it was asked to', `process.kill(process.pid, 'SIGTERM')`],
  ])('was not killed where it has ended %s', async (_, steps) => {
    expect((await ending(steps)).isKilled).toBe(false);
  });

  it('was not killed while it runs', async () => {
    await ending('setInterval(() => {}, 1_000)', (product) => {
      expect(product.isKilled).toBe(false);
      sendSignal(product.pid, 'SIGKILL');
    });
  });
});

describe('a server that ends by itself', () => {
  it.each([
    ['waited for', (product: Product) => product.ended()],
    ['killed', (product: Product) => product.kill()],
  ])('while its times are noted has ended for whoever has %s it', async (_, end) => {
    const product = await Product.at(folder);
    jest.spyOn(product, 'databasePids').mockImplementation(async () => {
      while (product.isRunning) await wait(5);
      return [];
    });
    await product.start({ prefix: [process.execPath, '-e', 'setTimeout(() => {}, 50)', '--'], isAwaited: false });
    const hasEnded = await Promise.race([end(product).then(() => true), wait(60_000, false, { ref: false })]);
    expect(hasEnded).toBe(true);
  });

  it('before it was ready is no second server, nor any load, and whoever asks next has another', async () => {
    const product = await Product.at(folder, { NODE_OPTIONS: '--import=data:text/javascript,process.exit(1)' });
    jest.spyOn(product, 'databasePids').mockResolvedValue([]);
    const starts = jest.spyOn(product, 'beside');
    await expect(product.second()).rejects.toThrow('It is not ready');
    await expect(product.cpuSeconds()).resolves.toBe(0);
    await expect(product.second()).rejects.toThrow('It is not ready');
    expect(starts).toHaveBeenCalledTimes(2);
  });
});

describe('a command', () => {
  // Run as `node PROGRAM dist/server/….js`, which is not reached.
  it.each([
    [`process.kill(process.pid, 'SIGKILL')`, { code: null, signal: 'SIGKILL' }],
    [`process.kill(process.pid, 'SIGTERM')`, { code: null, signal: 'SIGTERM' }],
    ['process.exit(3)', { code: 3, signal: null }],
    ['process.exit(0)', { code: 0, signal: null }],
  ])('tells how it ended: %s', async (steps, ended) => {
    const product = await Product.at(folder);
    const program = `data:text/javascript,${encodeURIComponent(steps)}`;
    expect(await product.run('backup', [], ['--import', program])).toMatchObject(ended);
  });
});
