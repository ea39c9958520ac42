import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { syncsDuring } from '../../testing/watch-syncs.js';
import { StateFiles } from './state-files.js';

const LEDGER = 'ledger/withdrawals.jsonl';
const line = (day: number) => `{"at":"2026-03-0${day}T00:00:00.000Z"}\n`;

describe('a file of a backup that is united with the one that is here', () => {
  let stateDir: string;
  let files: StateFiles;
  beforeEach(async () => {
    stateDir = await mkdtemp(path.join(os.tmpdir(), 'state-'));
    files = new StateFiles(stateDir);
  });
  afterEach(() => rm(stateDir, { recursive: true }));

  const inState = (file: string) => path.join(stateDir, file);
  const unite = (content: string) => files.unite(LEDGER, Buffer.from(content));
  const content = () => readFile(inState(LEDGER), 'utf8');
  const keep = async (text: string) => {
    await mkdir(inState('ledger'));
    await writeFile(inState(LEDGER), text);
  };

  it('is on the disk before it has its name, and with its name', async () => {
    // Only there the paths of open files are known.
    if (process.platform !== 'linux') return;
    await keep(line(1));
    const syncs = await syncsDuring(() => unite(line(2)));
    expect(syncs).toEqual([
      { path: inState(`${LEDGER}.uniting`), held: Buffer.from(line(1) + line(2)) },
      { path: inState('ledger'), held: ['withdrawals.jsonl'] },
    ]);
  });

  it('knows what either knows, in the order of time, and nothing twice', async () => {
    await keep(line(1) + line(3));
    await unite(line(1) + line(2));
    expect(await content()).toBe(line(1) + line(2) + line(3));
  });

  it('is the longer one where one goes on from the other', async () => {
    await keep(line(1));
    await unite(line(1) + line(2));
    expect(await content()).toBe(line(1) + line(2));
    await unite(line(1));
    expect(await content()).toBe(line(1) + line(2));
  });

  it('is what the backup has where nothing is here', async () => {
    await unite(line(1));
    expect(await content()).toBe(line(1));
  });

  it.each(['ledger/../secret', '/etc/passwd', 'secrets/key', 'ledger/a\\b', 'ledger//a'])(
    'is refused where it is of another kind: %s',
    async (file) => {
      await expect(files.unite(file, Buffer.from(line(1)))).rejects.toThrow('of another kind');
    },
  );
});

describe('the files of STATE_DIR that are kept', () => {
  it('are none where there is no folder of theirs, and not none where it cannot be looked at', async () => {
    const stateDir = await mkdtemp(path.join(os.tmpdir(), 'state-'));
    const files = new StateFiles(stateDir);
    expect(await files.list()).toEqual([]);
    await symlink('ledger', path.join(stateDir, 'ledger'));
    await expect(files.list()).rejects.toThrow('ELOOP');
    await rm(stateDir, { recursive: true });
  });
});
