/** `npm run mutate -- FOLDER`: changes the code of a folder in many small ways; its specs are to notice each. */
export default {
  testRunner: 'jest',
  testRunnerNodeArgs: [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    '--import',
    './scripts/config/resolve-typescript.mjs',
  ],
  jest: { projectType: 'custom', configFile: 'scripts/config/jest.config.mjs', enableFindRelatedTests: true },
  coverageAnalysis: 'perTest',
  reporters: ['clear-text', 'progress'],
  concurrency: 2,
  tempDirName: '.stryker',
  thresholds: { high: 95, low: 85, break: 85 },
  plugins: ['@stryker-mutator/jest-runner'],
  ignorePatterns: ['dist', 'media', 'state'],
};
