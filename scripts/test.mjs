import './require-node.mjs';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { npmRun } from './lib/npm-run.mjs';
import { readOptions, refuse } from './lib/options.mjs';
import { ROOT } from './lib/root.mjs';
import { isolateTestRun } from './lib/test-run.mjs';
import { ensureBrowser, ensureVideoTools, ensureWalls } from './lib/system-packages.mjs';

// Every check of the project; one that fails does not keep the others from running.
// `--only=check` leaves out the build and the journeys in a browser.

const { values } = readOptions({
  command: 'npm test',
  about: 'Does every check of the project.',
  options: { only: { type: 'string', value: 'check', about: 'leaves out the build and what needs it' } },
});
if ((values.only ?? 'check') !== 'check') refuse('Only `check` can be done alone: npm run check.');
const withBuild = values.only !== 'check';
// Beside the pictures of journeys that failed: Playwright empties that folder.
const reports = path.join(ROOT, 'test-results');
/** A crowded machine must not decide; more second tries than these in a run hide something. */
const MAX_UNSTEADY = 2;
const LAST_WORDS_LINES = 40;

/** Checks of many tests, which write how each of them went. */
const specs = {
  script: 'jest',
  inMemory: true,
  report: path.join(reports, 'jest.json'),
  // One more than can compute: half of the time a spec waits, for a database, a tool or a timer.
  options: [`--maxWorkers=${availableParallelism() + 1}`, '--json', `--outputFile=${path.join(reports, 'jest.json')}`],
  read: (jest) => ({
    passed: jest.numPassedTests,
    failed: jest.numFailedTests + jest.numRuntimeErrorTestSuites,
    unsteady: jest.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status, invocations }) => status === 'passed' && invocations > 1)
      .map(({ fullName }) => fullName),
  }),
};
const journeys = {
  script: 'e2e',
  report: path.join(reports, 'playwright.json'),
  options: [],
  read: ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    unsteady: journeysOf(suites)
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => title),
  }),
};
/** The quick form of each row; what this machine cannot do is neither. */
const failures = {
  script: 'torture',
  report: path.join(reports, 'torture.json'),
  options: ['--quick', '--json', path.join(reports, 'torture.json')],
  read: ({ results }) => ({
    passed: results.filter(({ state }) => state === 'passed').length,
    failed: results.filter(({ state }) => state === 'missed' || state === 'failed').length,
    unsteady: results.filter(({ state, isUnsteady }) => state === 'passed' && isUnsteady).map(({ name }) => name),
  }),
};

const total = { passed: 0, failed: 0 };
/**
 * Titles of tests that passed at their second try only, by the script of their check.
 * @type {Map<string, string[]>}
 */
const unsteady = new Map();
/** The last words of each check that failed: they are looked for at the end. */
const broken = [];

const tidyUp = isolateTestRun();
ensureVideoTools();
ensureWalls();
if (withBuild) await ensureBrowser();
const isBuilt = withBuild && checkOne('build');
/** What either lane takes once its longest check has ended. */
const waiting = ['format:check', 'lint', 'types', 'knip', 'audit'].map((script) => () => checkOne(script));
if (withBuild) waiting.unshift(() => checkBuilt(failures));
// Two lanes for two cores: while recorders and pages are waited for, the specs go on.
await Promise.all([runLane(() => checkMany(specs)), runLane(() => withBuild && checkBuilt(journeys))]);
await tidyUp();
showUnsteady();
for (const words of broken) console.log(words);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function runLane(longest) {
  await longest();
  for (let check = waiting.shift(); check; check = waiting.shift()) await check();
}

/** What runs the built product. */
async function checkBuilt(check) {
  if (await isBuilt) return checkMany(check);
  show(check.script, { code: 1, output: 'Not run, because the build failed.', seconds: 0 });
  count({ passed: 0, failed: 1 });
}

async function checkOne(script) {
  const result = await npmRun(script, [], { ownGroup: true });
  const ok = result.code === 0;
  show(script, result);
  count({ passed: Number(ok), failed: Number(!ok) });
  return ok;
}

/** What breaks without a test that failed (a missing report, an error around the tests) counts as one failure. */
async function checkMany({ script, inMemory = false, report, options, read }) {
  rmSync(report, { force: true });
  mkdirSync(path.dirname(report), { recursive: true });
  const result = await npmRun(script, options, { ownGroup: true, inMemory });
  show(script, result);
  const { passed, failed, unsteady: titles } = readReport(report, read);
  unsteady.set(script, titles);
  count({ passed, failed: result.code === 0 ? failed : Math.max(failed, 1) });
}

function readReport(report, read) {
  try {
    return read(JSON.parse(readFileSync(report, 'utf8')));
  } catch (error) {
    console.log(`${report} cannot be read: ${error.message}`);
    return { passed: 0, failed: 1, unsteady: [] };
  }
}

function showUnsteady() {
  for (const { script } of [specs, journeys, failures]) {
    const titles = unsteady.get(script) ?? [];
    if (titles.length === 0) continue;
    console.log(`\nPassed at the second try only, of ${script}:\n  ${titles.toSorted().join('\n  ')}`);
  }
  if ([...unsteady.values()].flat().length <= MAX_UNSTEADY) return;
  console.log(`More than ${MAX_UNSTEADY} such tests count as a failure.`);
  count({ passed: 0, failed: 1 });
}

/** Suites stand in suites. */
function journeysOf(suites) {
  return suites.flatMap(({ specs: ofSuite, suites: inner = [] }) => [...ofSuite, ...journeysOf(inner)]);
}

function count({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

function show(script, { code, output, seconds }) {
  console.log(`\n── ${script}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  const lines = output.trimEnd();
  if (lines) console.log(lines);
  if (code !== 0) broken.push(`\n── ${script} failed\n${lines.split('\n').slice(-LAST_WORDS_LINES).join('\n')}`);
}
