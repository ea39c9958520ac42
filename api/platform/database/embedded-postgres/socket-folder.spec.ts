import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeSocketFolder, removeSocketFolder } from './socket-folder.js';

const TIMES = 1_000;

describe('the folder of a socket', () => {
  it('is made although others remove it now and then', async () => {
    const parent = await mkdtemp(path.join(os.tmpdir(), 'socket-folder-'));
    const folder = path.join(parent, 'socket');
    const over = new AbortController();
    const removing = (async () => {
      // Not in step with whoever makes it.
      for (let times = 0; !over.signal.aborted; times++) {
        await removeSocketFolder(folder);
        await wait(2 + (times % 5));
      }
    })();
    const making = async () => {
      for (let times = 0; times < TIMES; times++) await makeSocketFolder(folder, { owner: null, commandPrefix: [] });
    };
    const [made] = await Promise.allSettled([making()]);
    over.abort();
    await removing;
    await rm(parent, { recursive: true, force: true });
    expect(made.status).toBe('fulfilled');
  });
});
