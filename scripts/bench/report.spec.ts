import { jest } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Result } from './report.ts';

const said: string[] = [];
let folder: string;
beforeEach(async () => {
  said.length = 0;
  folder = await mkdtemp(path.join(os.tmpdir(), 'bench-'));
  // The report keeps what was shown.
  jest.resetModules();
  jest.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const TRIED: [isMet: boolean, ratio: number, goal: Result['goal']][] = [
  [true, 2, { atLeast: 1 }],
  [true, 1, { atLeast: 1 }],
  [false, 0.99, { atLeast: 1 }],
  [true, 0.5, { atMost: 1 }],
  [true, 1, { atMost: 1 }],
  [false, 1.01, { atMost: 1 }],
  [false, Number.NaN, { atMost: 1 }],
  [false, Number.NaN, { atLeast: 1 }],
];

describe('benchmarks', () => {
  it('are met, or not, beside their goals, are counted, and are written down', async () => {
    const { show, showSum, writeResults } = await import('./report.ts');
    for (const [, ratio, goal] of TRIED) show({ what: 'saves', ours: '1 s', peer: '2 s', ratio, goal });
    expect(said.filter((_, index) => index % 2 === 0)).toEqual(
      TRIED.map(([isMet]) => `${isMet ? 'met   ' : 'MISSED'}  saves`),
    );
    expect([said[1], said[7]]).toEqual([
      '        ours 1 s · peer 2 s · ratio 2 (goal ≥ 1)',
      '        ours 1 s · peer 2 s · ratio 0.5 (goal ≤ 1)',
    ]);
    showSum();
    expect(said.at(-1)).toBe('4 met, 4 missed');
    await writeResults(path.join(folder, 'bench.json'));
    const { results } = JSON.parse(await readFile(path.join(folder, 'bench.json'), 'utf8')) as {
      results: { isMet: boolean }[];
    };
    expect(results.map(({ isMet }) => isMet)).toEqual(TRIED.map(([isMet]) => isMet));
  });
});
