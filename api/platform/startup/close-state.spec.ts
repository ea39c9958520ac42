import { chmod, link, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { closeState } from './close-state.js';

let folder: string;
let umask: number;

beforeEach(async () => {
  umask = process.umask(0o022);
  folder = await mkdtemp(path.join(os.tmpdir(), 'close-state-'));
});
afterEach(async () => {
  process.umask(umask);
  await rm(folder, { recursive: true });
});

const inState = (name: string) => path.join(folder, name);
const modeOf = async (name: string) => ((await stat(inState(name))).mode & 0o777).toString(8);

async function write(name: string): Promise<void> {
  await mkdir(path.dirname(inState(name)), { recursive: true });
  await writeFile(inState(name), 'x');
}

describe('closeState', () => {
  it('makes a folder through which a web server gets to the public tree, and keeps the rest to its user', async () => {
    const left = await closeState(inState('new/state'));
    expect(left).toBe(0o022);
    expect(await Promise.all(['new', 'new/state'].map(modeOf))).toEqual(['711', '711']);
    await write('new/state/media/file');
    expect(await Promise.all(['new/state/media', 'new/state/media/file'].map(modeOf))).toEqual(['700', '600']);
  });

  it('closes what an earlier version has left open, and nothing of the public tree', async () => {
    const own = ['uploads/b.upload', 'preparing/c/d', 'site-manifest.jsonl', 'outbox/a.eml', 'site-staging/b/c'];
    for (const name of ['media/videos/a.mp4', ...own]) await write(name);
    for (const name of ['site/index.html', 'staff-password', 'notes-of-the-operator']) await write(name);
    await link(inState('media/videos/a.mp4'), inState('site/a.mp4'));
    await write('media/videos/b.mp4');
    await closeState(folder);
    const closed = ['media', 'media/videos', 'uploads', 'preparing', 'preparing/c', 'outbox', 'site-staging/b'];
    expect(await Promise.all(closed.map(modeOf))).toEqual(closed.map(() => '700'));
    const files = ['media/videos/b.mp4', ...own, 'staff-password'];
    expect(await Promise.all(files.map(modeOf))).toEqual(files.map(() => '600'));
    const open = ['site/index.html', 'site/a.mp4', 'notes-of-the-operator'];
    expect(await Promise.all(open.map(modeOf))).toEqual(open.map(() => '644'));
    expect(await modeOf('site')).toBe('755');
  });

  it('does so again after it was cut short, and else looks no further than the top', async () => {
    await write('media/videos/a.mp4');
    await chmod(inState('media/videos'), 0o700);
    await closeState(folder);
    expect(await modeOf('media/videos/a.mp4')).toBe('600');
    await chmod(inState('media/videos/a.mp4'), 0o640);
    await closeState(folder);
    expect(await modeOf('media/videos/a.mp4')).toBe('640');
  });
});
