import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { testImages, testSandbox } from '../../testing/media-sandbox.js';
import { sampleJpeg } from '../../testing/sample-media.js';
import { checkWalls, MediaSandbox } from './media-sandbox.js';
import { type KindOfWalls, stands } from './open-sandbox.js';
import { loadConfig } from '../../platform/config/load-config.js';

/** As on a machine that has nothing to build walls with. */
const NO_PROGRAMS = { PATH: '' };

describe('the walls around decoders', () => {
  it('are said to be missing at the start, and what would help', async () => {
    const config = loadConfig({ STAFF_PASSWORD: 'unused', ...NO_PROGRAMS }, process.cwd());
    expect(await checkWalls(config)).toMatch(/without a view that hides all other files, .*apt-get install bubblewrap/);
  });

  it('are tried once, at the start, for all that decodes', async () => {
    const config = loadConfig({ STAFF_PASSWORD: 'unused', ...NO_PROGRAMS }, process.cwd());
    const tried = await new MediaSandbox(config).open();
    expect(await new MediaSandbox(config).open()).toBe(tried);
  });

  it('are tried again where they could not be tried, as on a machine without a free process', async () => {
    const config = loadConfig({ STAFF_PASSWORD: 'unused' }, process.cwd());
    const full = new (class extends MediaSandbox {
      protected override isStanding(): Promise<boolean> {
        return Promise.reject(new Error('spawn EAGAIN'));
      }
    })(config);
    await expect(full.open()).rejects.toThrow('EAGAIN');
    expect(await new MediaSandbox(config).open()).toHaveProperty('missing');
  });

  it('are tried a second time, and for longer, where a busy machine was slow', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slow-walls-'));
    const slowAtFirst = `mkdir "$0/tried" 2>/dev/null && sleep 60; exit "$1"`;
    const wallsThat = (end: number, name: string): KindOfWalls => ({
      name,
      walls: {
        missing: [],
        enclose: async () => {
          await mkdir(path.join(folder, name), { recursive: true });
          const command = ['/bin/sh', '-c', slowAtFirst, path.join(folder, name), String(end)] as const;
          return { command, tellsStart: false, finish: async () => {} };
        },
      },
    });
    expect(await stands(wallsThat(0, 'stands'), [2_000])).toBe(false);
    expect(await stands(wallsThat(0, 'stands later'), [2_000, 20_000])).toBe(true);
    expect(await stands(wallsThat(1, 'falls'), [2_000, 20_000])).toBe(false);
    await rm(folder, { recursive: true });
  });

  it('are done without where they are not required and cannot stand', async () => {
    const { images, decoder } = testImages(NO_PROGRAMS);
    const poster = await images.renderForeignPoster(await sampleJpeg());
    expect(poster.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    decoder.onApplicationShutdown();
  });

  describe('refuses', () => {
    it('to start without walls that are required', async () => {
      const started = testSandbox({ MEDIA_SANDBOX: 'require', ...NO_PROGRAMS }).onApplicationBootstrap();
      await expect(started).rejects.toThrow(/^MEDIA_SANDBOX is "require", but photos and videos of strangers would/);
    });

    it('to decode without walls that are required', async () => {
      const required = testSandbox({ MEDIA_SANDBOX: 'require', ...NO_PROGRAMS });
      await expect(required.open()).rejects.toThrow('MEDIA_SANDBOX');
    });
  });
});
