import os from 'node:os';
import path from 'node:path';

/** Of `npm run mutate`, which says what is changed. */
export default {
  mutate: JSON.parse(process.env.MUTATION).mutate,
  testRunner: 'jest',
  testRunnerNodeArgs: [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    '--import',
    './scripts/config/resolve-typescript.mjs',
  ],
  jest: { projectType: 'custom', configFile: 'scripts/config/jest-mutate.config.mjs', enableFindRelatedTests: true },
  coverageAnalysis: 'perTest',
  // Modules that a spec has loaded are never forgotten.
  maxTestRunnerReuse: 100,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { reportTests: false, skipFull: true },
  // Outside of the project, whose other checks would find the copies.
  tempDirName: path.join(os.tmpdir(), 'mutants'),
  ignorePatterns: ['/dist', '/var', '/test-results'],
  thresholds: { high: 95, low: 85, break: 85 },
  plugins: ['@stryker-mutator/jest-runner'],
};
