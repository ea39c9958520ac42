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
