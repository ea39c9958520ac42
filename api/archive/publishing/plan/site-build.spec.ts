import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PageLocals } from '../../../contract/pages.js';
import { SITE_SETTINGS } from '../../../testing/site-settings.js';
import { renderPage } from './make-file.js';
import { CompiledSiteBuild } from './site-build.js';

const locals: PageLocals = {
  settings: SITE_SETTINGS,
  payload: { page: 'interview' },
};

describe('compiled site build', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'stories-build-'));
    await mkdir(path.join(folder, 'server'));
    await mkdir(path.join(folder, 'client/_astro'), { recursive: true });
    await write(
      'server/entry.mjs',
      'export const render = async ({ path }) => ({ status: 200, html: `<head></head>${path}`, policy: null });',
    );
    await write('client/_astro/app.js', 'one');
    await write('client/favicon.svg', '<svg/>');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = (file: string, text: string) => writeFile(path.join(folder, file), text);
  const load = () => new CompiledSiteBuild(folder).load();

  it('renders pages and lists the files that they load', async () => {
    const { renderer, assets } = await load();
    expect((await renderPage(renderer, '/interview', locals)).html).toContain('/interview');
    expect(assets.map((asset) => asset.path)).toEqual(['_astro/app.js', 'favicon.svg']);
    expect(assets[0]?.from).toBe(path.join(folder, 'client/_astro/app.js'));
  });

  it('renders the same in threads, and names what fails there', async () => {
    await write(
      'server/entry.mjs',
      `import { isMainThread } from 'node:worker_threads';
       export const render = async ({ path, locals }) => {
         if (path === '/broken') throw new Error('broken there');
         return { status: 200, html: '<head></head>' + isMainThread + locals.payload.page, policy: null };
       };`,
    );
    const { startThreads } = await load();
    await using threads = startThreads();
    expect((await renderPage(threads, '/interview', locals)).html).toMatch(/falseinterview$/);
    await expect(renderPage(threads, '/broken', locals)).rejects.toThrow('broken there');
    expect((await renderPage(threads, '/interview', locals)).html).toMatch(/falseinterview$/);
  });

  it('writes no character into a page that HTML does not have, as texts of earlier versions may', async () => {
    const said = '\n\tone\vtwo in\u0002form\u0085👩🏽‍🦽\u{1fffe}.';
    const page = JSON.stringify(`<head></head>${said}<script>${JSON.stringify(said)}</script>`);
    await write(
      'server/entry.mjs',
      `export const render = async () => ({ status: 200, html: ${page}, policy: null });`,
    );
    const { renderer } = await load();
    const { html } = await renderPage(renderer, '/interview', locals);
    expect(html).toContain('</head>\n\tone\ntwo inform 👩🏽‍🦽.<script>');
    const [, json] = /<script>(.*)<\/script>/su.exec(html)!;
    expect(JSON.parse(json!)).toBe('\n\tone\vtwo in\u0002form 👩🏽‍🦽.');
  });

  it('has a key that changes with each of its files', async () => {
    const { key } = await load();
    expect((await load()).key).toBe(key);
    await write('client/_astro/app.js', 'two');
    const changedAsset = (await load()).key;
    await write('server/chunk.mjs', '');
    const addedChunk = (await load()).key;
    expect(new Set([key, changedAsset, addedChunk]).size).toBe(3);
  });

  it('that cannot render a page does not publish it', async () => {
    await write('server/entry.mjs', 'export const render = async () => ({ status: 500, html: "", policy: null });');
    const { renderer } = await load();
    await expect(renderPage(renderer, '/interview', locals)).rejects.toThrow(
      '/interview could not be rendered: status 500',
    );
  });
});
