import { jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Report } from './report.ts';
import { atLeast, atMost, type Figure, ifAlone, memoryAtMost, NotRun, type Row } from './row.ts';
import { runRows } from './run-rows.ts';

const SEED = 7;
let folder: string;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'torture-'));
  said = [];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

function row(run: Row['run'], number = 1): Row {
  return { number, name: `row-${number}`, counts: { full: 100, quick: 2 }, run };
}

const finding = (...figures: Figure[]) => row(() => Promise.resolve({ tried: 'once', figures }));
const inFull = (...rows: Row[]) => runRows(rows, { seed: SEED, isQuick: false });
const quickly = (...rows: Row[]) => runRows(rows, { seed: SEED, isQuick: true });

/** As `quickly`, in a process of its own, of rows as they are written there. */
function inProcess(rows: string, before = '') {
  const script = `
    ${before}
    import { setTimeout as wait } from 'node:timers/promises';
    const { runRows } = await import('${new URL('run-rows.ts', import.meta.url)}');
    const fine = { tried: 'once', figures: [{ what: 'lost', value: 0, threshold: { atMost: 0 } }] };
    const counts = { full: 1, quick: 1 };
    let tries = 0;
    const failing = () => Promise.reject(new Error('cut off'));
    const report = await runRows(${rows}, { seed: ${SEED}, isQuick: true });
    report.showTable();
    process.exitCode = report.exitCode;
  `;
  const words = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n'), stderr };
}

/** As many were lost at each try as `values` says. */
const losing = (values: number[]) => () =>
  Promise.resolve({ tried: 'once', figures: [atMost('lost', values.shift()!)] });

async function written(report: Report) {
  const file = path.join(folder, 'torture.json');
  await report.write(file, { seed: SEED, isQuick: false });
  return JSON.parse(await readFile(file, 'utf8')) as {
    results: { row: number; state: string; why?: string; isUnsteady?: true }[];
  };
}

describe('a row', () => {
  it.each<[string, Figure[], 'passed' | 'missed' | 'failed', 0 | 1]>([
    ['nothing that may not be', [atMost('lost', 0)], 'passed', 0],
    ['as much as may be', [atMost('memory', 5, 5, 'MB')], 'passed', 0],
    ['more than may be', [atMost('lost', 1)], 'missed', 1],
    ['as much as has to be', [atLeast('steps', 3, 3)], 'passed', 0],
    ['less than has to be', [atLeast('steps', 2, 3)], 'missed', 1],
    ['what could not be measured', [atMost('memory', Number.NaN, 5)], 'missed', 1],
    ['memory of which Linux showed nothing', [memoryAtMost('memory', 0, 5, 'linux')], 'missed', 1],
    ['memory where none can be seen', [memoryAtMost('memory', Number.NaN, 5, 'darwin')], 'passed', 0],
    ['more memory than may be', [memoryAtMost('memory', 5_100_000, 5, 'linux')], 'missed', 1],
    ['what never ended', [atMost('time', Number.POSITIVE_INFINITY, 5)], 'missed', 1],
    ['a time that a crowded machine decides', [ifAlone(true, 'time', 9, 5, 's'), atMost('lost', 0)], 'passed', 0],
    ['a time that was too long alone', [ifAlone(false, 'time', 9, 5, 's'), atMost('lost', 0)], 'missed', 1],
    ['one thing that missed beside another', [atMost('lost', 0), atMost('twice', 1)], 'missed', 1],
    ['no figure at all', [], 'failed', 1],
  ])('that found %s', async (_, figures, state, exitCode) => {
    const report = await inFull(finding(...figures));
    expect((await written(report)).results).toMatchObject([{ row: 1, state }]);
    expect(report.exitCode).toBe(exitCode);
  });

  it('that throws has failed, and says how', async () => {
    const report = await inFull(row(() => Promise.reject(new Error('It is not ready'))));
    expect((await written(report)).results).toMatchObject([
      { state: 'failed', why: expect.stringMatching(/^Error: It is not ready\n/) },
    ]);
    expect(report.exitCode).toBe(1);
  });

  it('that never ends has failed at both its tries, and the others are told', async () => {
    const [endless, steady] = [row(() => new Promise(() => undefined)), row(losing([0]), 2)];
    const report = await runRows([endless, steady], { seed: SEED, isQuick: true, mostMs: 100 });
    report.showTable();
    expect(said.at(-1)).toBe('1 passed, 1 failed, 0 not run');
    expect((await written(report)).results).toMatchObject([
      { state: 'failed', why: expect.stringContaining('It has not ended'), isUnsteady: true },
      { state: 'passed' },
    ]);
  });

  it('that lacks something is no miss, and is never counted as passed', async () => {
    const report = await inFull(row(() => Promise.reject(new NotRun('no strace'))));
    expect((await written(report)).results).toMatchObject([{ state: 'not run', why: 'not run: no strace' }]);
    report.showTable();
    expect(said.at(-1)).toBe('0 passed, 0 failed, 1 not run');
    expect(report.exitCode).toBe(0);
  });

  it('is tried as often as it says, or as was asked for, and draws the same for the same seed', async () => {
    const drawn: number[][] = [];
    const draws = row(({ count, random }) => {
      drawn.push([count, random.below(1_000_000)]);
      return Promise.resolve({ tried: '', figures: [atMost('lost', 0)] });
    });
    await inFull(draws);
    await quickly(draws);
    await runRows([draws], { seed: SEED, isQuick: true, count: 5 });
    expect(drawn.map(([count]) => count)).toEqual([100, 2, 5]);
    expect(new Set(drawn.map(([, number]) => number)).size).toBe(1);
  });
});

describe('what a row has begun and does not wait for', () => {
  it.each([
    ['later', 'const work = failing(); await wait(20); await work;'],
    ['never', 'void failing(); await wait(20);'],
    ['never, at its very end', 'void failing();'],
  ])('fails it, as it fails, and no row beside it: %s', (_, steps) => {
    const { status, lines } = inProcess(`[
      { number: 1, name: 'steady', counts, run: async () => { await wait(200); return fine; } },
      { number: 2, name: 'leaving', counts, run: async () => { ${steps} return fine; } },
    ]`);
    expect(lines).toContain('         Error: cut off');
    expect([status, lines.at(-1)]).toEqual([1, '1 passed, 1 failed, 0 not run']);
  });

  it('fails it also where it says that it could not run', () => {
    const { status, lines } = inProcess(
      `[{ number: 1, name: 'lacking', counts, run: () => { void failing(); return Promise.reject(new NotRun('no strace')); } }]`,
      `const { NotRun } = await import('${new URL('row.ts', import.meta.url)}');`,
    );
    expect(lines).toContain('         Error: cut off');
    expect([status, lines.at(-1)]).toEqual([1, '0 passed, 1 failed, 0 not run']);
  });

  it('fails the run where it fails after the row has ended', () => {
    const { status, lines } = inProcess(`[
      { number: 1, name: 'steady', counts, run: () => wait(2_000, fine) },
      { number: 2, name: 'leaving', counts, run: () => { void wait(20).then(failing); return Promise.resolve(fine); } },
    ]`);
    expect(status).toBe(1);
    expect(lines.slice(-2)).toEqual(['Failed after their end: leaving', '2 passed, 0 failed, 0 not run']);
  });

  it('is no news of a row that has failed already, and then holds', () => {
    const { status, lines } = inProcess(`[
      { number: 1, name: 'steady', counts, run: () => wait(2_000, fine) },
      { number: 2, name: 'leaving', counts, run: async () => { if (++tries === 1) { void wait(20).then(failing); return failing(); } return fine; } },
    ]`);
    expect(status).toBe(0);
    expect(lines.slice(-2)).toEqual(['At the second try only: leaving', '2 passed, 0 failed, 0 not run']);
  });

  it('has a second try like all that fails', () => {
    const { status, lines } = inProcess(`[
      { number: 1, name: 'leaving', counts, run: async () => { if (++tries === 1) void failing(); return fine; } },
    ]`);
    expect(status).toBe(0);
    expect(lines).toContain('At the second try only: leaving');
  });

  it('ends a run whose own it is', () => {
    const { status, stderr } = inProcess(
      '(setTimeout(failing), [{ number: 1, name: "steady", counts, run: () => wait(100, fine) }])',
    );
    expect(status).toBe(1);
    expect(stderr).toContain('Error: cut off');
  });
});

describe('a product that does not come about', () => {
  it('fails the row that asked for it, and whoever asks next has another', () => {
    const { status, lines } = inProcess(
      `[1, 2].map((number) => ({ number, name: \`row-\${number}\`, counts, shares: true, run: ({ running }) => running() }))`,
      // It has no place there; where it is looked for says at which line that was.
      `
        const say = console.log;
        let said = 0;
        const nameFolder = () => (process.env.TEST_DATABASES = '/nowhere/' + said++);
        console.log = (line) => { say(line); nameFolder(); };
        nameFolder();
      `,
    );
    const looked = lines.flatMap((line) => /^ .*ENOENT.*\/nowhere\/(\d)/.exec(line)?.[1] ?? []);
    expect(looked.slice(0, 4)).toEqual(['0', '1', '2', '3']);
    expect([status, lines.at(-1)]).toEqual([1, '0 passed, 2 failed, 0 not run']);
  });
});

describe('rows', () => {
  it('are tried once more in the quick form where they did not hold, and there alone', async () => {
    const [unsteady, steady, bad] = [
      [1, 0],
      [0, 1],
      [1, 1],
    ];
    const report = await quickly(row(losing(unsteady), 1), row(losing(steady), 2), row(losing(bad), 3));
    expect([unsteady, steady, bad]).toEqual([[], [1], []]);
    report.showTable();
    expect((await written(report)).results).toMatchObject([
      { row: 1, state: 'passed', isUnsteady: true },
      { row: 2, state: 'passed' },
      { row: 3, state: 'missed', isUnsteady: true },
    ]);
    expect(said).toContain('At the second try only: row-1');
    expect(said.at(-1)).toBe('2 passed, 1 failed, 0 not run');
    expect(report.exitCode).toBe(1);
  });

  it('that held at their second try only end it well', async () => {
    expect((await quickly(row(losing([1, 0])))).exitCode).toBe(0);
  });

  it('have one try in full', async () => {
    const values = [1, 0];
    expect((await inFull(row(losing(values)))).exitCode).toBe(1);
    expect(values).toEqual([0]);
  });

  it('stand in a table with each figure beside what it may be', async () => {
    const report = await inFull(
      finding(atMost('lost', 1), atLeast('steps', 1234.567, 10, 'of many'), ifAlone(true, 'time', 2, 1, 's')),
    );
    said.length = 0;
    report.showTable();
    expect(said.slice(0, 4).map((line) => line.split(/ {2,}/))).toEqual([
      ['row', 'figure', 'value', 'threshold'],
      ['1 row-1', 'lost', '1', '≤ 0', 'MISSED'],
      ['', 'steps', '1235 of many', '≥ 10 of many', 'passed'],
      ['', 'time', '2 s', 'told'],
    ]);
  });
});
