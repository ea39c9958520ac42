import { randomUUID } from 'node:crypto';
import { constants } from 'node:buffer';
import { appendFile, mkdir, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { AppConfig } from '../../platform/config/app-config.js';
import { syncsDuring } from '../../testing/watch-syncs.js';
import { WithdrawalLedger } from './withdrawal-ledger.js';

const participantId = randomUUID();
const HIDDEN = { kind: 'hidden', participantId } as const;
const SHOWN = { kind: 'shown', participantId } as const;
const AT = new Date('2026-03-04T15:12:00.000Z');

describe('the ledger of what was taken back', () => {
  let stateDir: string;
  let ledger: WithdrawalLedger;
  beforeEach(async () => {
    stateDir = await mkdtemp(path.join(os.tmpdir(), 'ledger-'));
    ledger = new WithdrawalLedger({ stateDir } as AppConfig);
  });
  afterEach(() => rm(stateDir, { recursive: true }));

  const file = () => path.join(stateDir, 'ledger', 'withdrawals.jsonl');

  it('is on the disk, name and all, before it is answered', async () => {
    // Only there the paths of open files are known.
    if (process.platform !== 'linux') return;
    const first = await syncsDuring(() => ledger.append(HIDDEN, AT));
    const line = await readFile(file());
    expect(first).toEqual([
      { path: stateDir, held: ['ledger'] },
      { path: file(), held: line },
      { path: path.join(stateDir, 'ledger'), held: ['withdrawals.jsonl'] },
    ]);
    const second = await syncsDuring(() => ledger.append(SHOWN, AT));
    expect(second).toEqual([{ path: file(), held: await readFile(file()) }]);
    expect((await readFile(file())).length).toBeGreaterThan(line.length);
  });

  it('is nobody’s to read but the server’s', async () => {
    // Windows knows no such modes.
    if (process.platform === 'win32') return;
    await ledger.append(HIDDEN, AT);
    const modes = [file(), path.dirname(file())].map(async (place) => (await stat(place)).mode & 0o777);
    expect(await Promise.all(modes)).toEqual([0o600, 0o700]);
  });

  it('goes on in a line of its own behind one that a power cut has left unfinished', async () => {
    await ledger.append(HIDDEN, AT);
    await appendFile(file(), '{"at":"2026-');
    await ledger.append(SHOWN, AT);
    expect(await ledger.read()).toEqual({
      entries: [
        { at: AT.toISOString(), ...HIDDEN },
        { at: AT.toISOString(), ...SHOWN },
      ],
      unread: [{ number: 2, isTorn: true }],
    });
  });

  it('goes on behind one that could not be written', async () => {
    await mkdir(file(), { recursive: true });
    await expect(ledger.append(HIDDEN, AT)).rejects.toThrow('operation');
    await rm(file(), { recursive: true });
    await ledger.append(SHOWN, AT);
    expect(await ledger.read()).toEqual({ entries: [{ at: AT.toISOString(), ...SHOWN }], unread: [] });
  });

  it('keeps the order in which it was told, however fast', async () => {
    const kinds = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? HIDDEN : SHOWN));
    await Promise.all(kinds.map((event) => ledger.append(event, AT)));
    expect((await ledger.read()).entries.map(({ kind }) => kind)).toEqual(kinds.map(({ kind }) => kind));
  });

  it('is read however long it is: also where it is longer than a string can be', async () => {
    await ledger.append(HIDDEN, AT);
    const { size } = await stat(file());
    const [line, lines] = [2 ** 20, Math.ceil(constants.MAX_STRING_LENGTH / 2 ** 20)];
    // What is between the ends of lines takes no room on the disk.
    await using handle = await open(file(), 'r+');
    for (let number = 1; number <= lines; number++) await handle.write('\n', size + number * line - 1);
    await ledger.append(SHOWN, AT);
    const { entries, unread } = await ledger.read();
    expect(entries.map(({ kind }) => kind)).toEqual(['hidden', 'shown']);
    expect(unread).toHaveLength(lines);
  });

  it('tells of an upload of which nobody knows whose it is, and of nothing else without its person', async () => {
    const upload = { kind: 'upload', participantId: null, id: randomUUID() } as const;
    await ledger.append(upload, AT);
    await appendFile(file(), `${JSON.stringify({ at: AT, kind: 'left', participantId: null })}\n`);
    await appendFile(file(), `${JSON.stringify({ at: AT, ...upload, participantId })}\n`);
    expect(await ledger.read()).toEqual({
      entries: [{ at: AT.toISOString(), ...upload }],
      unread: [
        { number: 2, isTorn: false },
        { number: 3, isTorn: false },
      ],
    });
  });

  it.each(['2026-W10', '2026-03-04T15:12:00,5Z', 'soon', 5])('has no line of the time %p', async (at) => {
    await ledger.append(HIDDEN, AT);
    await appendFile(file(), `${JSON.stringify({ at, ...SHOWN })}\n`);
    expect(await ledger.read()).toMatchObject({ entries: [HIDDEN], unread: [{ number: 2, isTorn: false }] });
  });

  it.each(['of another version', 'constructor'])(
    'is read past a line of a kind that it does not know: %s',
    async (kind) => {
      await ledger.append(HIDDEN, AT);
      await appendFile(file(), `${JSON.stringify({ at: AT, kind, participantId, id: randomUUID() })}\n`);
      await ledger.append(SHOWN, AT);
      const { entries, unread } = await ledger.read();
      expect(entries.map((entry) => entry.kind)).toEqual(['hidden', 'shown']);
      expect(unread).toEqual([{ number: 2, isTorn: false }]);
    },
  );

  it('is empty before the first', async () => {
    expect(await ledger.read()).toEqual({ entries: [], unread: [] });
  });
});
