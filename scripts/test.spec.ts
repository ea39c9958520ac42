import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { until } from '../api/testing/until.js';
import { findMemory, runsPrograms } from './lib/test-run.mjs';
import { failureReport, journeyReport, specReport, unsteadyRows } from './testing/check-reports.js';
import { copyProject } from './testing/project-copy.js';

const project = copyProject();

let postmaster: ChildProcess | undefined;
afterEach(() => postmaster?.kill('SIGKILL'));

function test(...options: string[]) {
  const { status, lines } = project.run('scripts/test.mjs', ...options);
  return { status, last: lines.at(-1), lines };
}

describe('test', () => {
  it('counts each spec, each journey and each other check', async () => {
    await project.answer({ jest: specReport(40, 0), e2e: journeyReport(7, 0) });
    expect(test()).toMatchObject({ status: 0, last: '53 passed, 0 failed' });
  });

  it('counts each row of the failures by its state, and none that this machine cannot run', async () => {
    const torture = failureReport([
      { name: 'a steady row', state: 'passed' },
      { name: 'an unsteady row', state: 'passed', isUnsteady: true },
      { name: 'a row that misses', state: 'missed', isUnsteady: true },
      { name: 'a row that breaks', state: 'failed' },
      { name: 'a row that needs a disk', state: 'not run' },
    ]);
    await project.answer({ jest: specReport(40, 0), e2e: journeyReport(7, 0), torture });
    const { status, last, lines } = test();
    expect({ status, last }).toEqual({ status: 1, last: '55 passed, 2 failed' });
    expect(lines.filter((line) => line.startsWith('  '))).toEqual(['  an unsteady row']);
    expect(await project.calls()).toContain('run --silent torture -- --quick --json ');
  });

  it('runs the journeys while the specs run', async () => {
    await project.answer({ jest: { ...specReport(40, 0), waitsFor: 'e2e' }, e2e: journeyReport(7, 0) });
    expect(test()).toMatchObject({ status: 0, last: '53 passed, 0 failed' });
  });

  it.each(['jest', 'e2e'])('does all that is left while %s goes on', async (longest) => {
    const reports = { jest: specReport(40, 0), e2e: journeyReport(7, 0) };
    await project.answer({ ...reports, [longest]: { ...reports[longest as keyof typeof reports], waitsFor: 'audit' } });
    expect(test()).toMatchObject({ status: 0, last: '53 passed, 0 failed' });
  });

  it('counts a check that was killed as failed', async () => {
    await project.answer({ types: { signal: 'SIGKILL' }, jest: specReport(40, 0), e2e: journeyReport(7, 0) });
    expect(test()).toMatchObject({ status: 1, last: '52 passed, 1 failed' });
  });

  it.each(['jest', 'e2e', 'torture'])(
    'counts %s that ends with an error beside a clean report as failed',
    async (script) => {
      const clean = { jest: specReport(40, 0), e2e: journeyReport(7, 0), torture: failureReport([]) };
      await project.answer({ ...clean, [script]: { ...clean[script as keyof typeof clean], code: 1 } });
      expect(test()).toMatchObject({ status: 1, last: '53 passed, 1 failed' });
    },
  );

  it('gives its specs memory where there is room, the journeys and failures the disk, and leaves nothing there', async () => {
    const parents = [findMemory()];
    test();
    // Others take memory meanwhile, and give it back.
    parents.push(findMemory());
    const all = await project.beginnings();
    const [specs, ...rest] = ['jest', 'e2e', 'torture'].map((name) => all.find(({ script }) => script === name)!);
    const parent = path.dirname(specs!.databases);
    expect(parents.map((memory) => memory ?? os.tmpdir())).toContain(parent);
    const isTogether = parent === os.tmpdir() || runsPrograms(parent);
    expect(specs!.temporary).toBe(isTogether ? specs!.databases : rest[0]!.temporary);
    expect(rest.map(({ temporary }) => path.dirname(temporary))).toEqual([os.tmpdir(), os.tmpdir()]);
    const folders = [specs!.databases, ...rest.map(({ temporary }) => temporary)];
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
  });

  it('ends at Ctrl-C all that it has begun, databases in order, and begins nothing more', async () => {
    await project.answer({ jest: { waitsFor: 'never called' }, 'format:check': { waitsFor: 'never called' } });
    const checks = project.begin('scripts/test.mjs', '--only=check');
    await until(async () => (await project.beginnings()).length === 2);
    const { databases } = (await project.beginnings())[0]!;
    const server = `process.on('SIGINT', () => process.exit(7)); setTimeout(() => {}, 60_000); console.log('ready')`;
    postmaster = spawn(process.execPath, ['-e', server]);
    await once(postmaster.stdout!, 'data');
    await writeFile(path.join(databases, 'postmaster.pid'), `${postmaster.pid}\n`);
    const ends = Promise.all([once(checks, 'close'), once(postmaster, 'exit')]);
    checks.kill('SIGINT');
    expect(await ends).toEqual([
      [130, null],
      [7, null],
    ]);
    expect(existsSync(databases)).toBe(false);
    const interrupted = await readFile(project.path('interrupted'), 'utf8');
    expect(interrupted.trim().split('\n').toSorted()).toEqual(['format:check', 'jest']);
    // What was to come after them would be told of.
    expect(project.output).toBe('\nStopped by SIGINT.\n');
  });

  it('names what passed at its second try only, by its check', async () => {
    await project.answer({ jest: specReport(40, 0, { unsteady: 1 }), e2e: journeyReport(6, 0, 1) });
    const { status, lines } = test();
    expect(status).toBe(0);
    expect(lines.slice(-6)).toEqual([
      'Passed at the second try only, of jest:',
      '  unsteady spec 1',
      '',
      'Passed at the second try only, of e2e:',
      '  an unsteady journey',
      '53 passed, 0 failed',
    ]);
  });

  it('takes two that passed at their second try only, whichever check they are of', async () => {
    await project.answer({ jest: specReport(40, 0, { unsteady: 1 }), e2e: journeyReport(6, 0, 1) });
    expect(test()).toMatchObject({ status: 0, last: '53 passed, 0 failed' });
  });

  it.each([
    ['of jest', { jest: 3, e2e: 0, torture: 0 }],
    ['of e2e', { jest: 0, e2e: 3, torture: 0 }],
    ['of torture', { jest: 0, e2e: 0, torture: 3 }],
    ['of all together', { jest: 1, e2e: 1, torture: 1 }],
  ])('fails when more than two did, %s', async (_of, unsteady) => {
    await project.answer({
      jest: specReport(40, 0, { unsteady: unsteady.jest }),
      e2e: journeyReport(7 - unsteady.e2e, 0, unsteady.e2e),
      torture: unsteadyRows(unsteady.torture),
    });
    const { status, lines } = test();
    expect(status).toBe(1);
    expect(lines.slice(-2)).toEqual([
      'More than 2 such tests count as a failure.',
      `${53 + unsteady.torture} passed, 1 failed`,
    ]);
  });

  it('runs on when something fails, and fails in the end', async () => {
    await project.answer({ lint: { code: 1 }, jest: specReport(40, 2, { broken: 1 }), e2e: journeyReport(6, 1) });
    const { status, last, lines } = test();
    expect({ status, last }).toEqual({ status: 1, last: '51 passed, 5 failed' });
    expect(lines).toContain('output of knip');
  });

  it('says at its end again what failed', async () => {
    await project.answer({ lint: { code: 1 }, jest: specReport(40, 0), e2e: journeyReport(7, 0) });
    expect(test().lines.slice(-4)).toEqual(['', '── lint failed', 'output of lint', '52 passed, 1 failed']);
  });

  it('counts journeys and failures that could not run as one failure each', async () => {
    await project.answer({ jest: specReport(40, 0), build: { code: 1 } });
    expect(test()).toMatchObject({ status: 1, last: '45 passed, 3 failed' });
    expect(await project.calls()).not.toMatch(/e2e|torture/);
  });

  it('counts a report that is missing as failed, also where the check says that all is well', async () => {
    await project.answer({ jest: { code: 0 } });
    expect(test('--only=check')).toMatchObject({ status: 1, last: '5 passed, 1 failed' });
  });

  it('takes no old report for a new one', async () => {
    await project.write('test-results/jest.json', JSON.stringify(specReport(99, 0).files['test-results/jest.json']));
    await project.answer({ jest: { code: 1 } });
    expect(test('--only=check')).toMatchObject({ status: 1, last: '5 passed, 1 failed' });
  });
});
