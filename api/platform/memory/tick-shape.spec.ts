import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const RESOLVE = new URL('../../../scripts/config/resolve-typescript.mjs', import.meta.url).href;
const KEEP = new URL('tick-shape.ts', import.meta.url).href;

/** How much more a tick costs after V8 has collected all it can: the cheapest of some rounds beside that of some before. */
async function dearerAfterCollections(begin: string): Promise<number> {
  const script = `
    ${begin}
    import { setTimeout as pause } from 'node:timers/promises';
    const ticks = (count) => new Promise((resolve) => {
      let done = 0;
      const next = () => (++done < count ? process.nextTick(next) : resolve());
      process.nextTick(next);
    });
    async function cost() {
      let least = Infinity;
      for (let round = 0; round < 6; round++) {
        const since = process.cpuUsage();
        await ticks(200_000);
        least = Math.min(least, process.cpuUsage(since).user);
      }
      return least;
    }
    const before = await cost();
    await pause(10);
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    console.log((await cost()) / before);`;
  const flags = ['--expose-gc', '--import', RESOLVE, '--input-type=module', '--eval', script];
  return Number((await promisify(execFile)(process.execPath, flags)).stdout);
}

describe('keepTickShape', () => {
  it('keeps ticks as cheap as they are, through the largest collection', async () => {
    const withoutIt = await dearerAfterCollections('');
    const withIt = await dearerAfterCollections(
      `import { keepTickShape } from ${JSON.stringify(KEEP)}; keepTickShape();`,
    );
    expect(withIt).toBeLessThan(withoutIt / 2);
  });
});
