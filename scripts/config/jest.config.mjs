import path from 'node:path';
import { findMemory } from '../lib/test-run.mjs';

// Where `npm test` has not said it.
const memory = findMemory();
if (memory) process.env.TEST_DATABASES ??= memory;

const ROOT = path.resolve(import.meta.dirname, '../..');
const swc = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true, tsx: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic' },
    },
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

const root = '<rootDir>';
/** What every spec runs with. */
const base = {
  rootDir: ROOT,
  // Not below TMPDIR, which `npm test` empties. Beside `projects` it would reach none of them.
  cacheDirectory: `${root}/node_modules/.cache/jest`,
  testPathIgnorePatterns: ['/node_modules/', `${root}/scripts/e2e/`],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.tsx?$': ['@swc/jest', swc] },
  setupFilesAfterEnv: [`${root}/api/testing/jest-retry.ts`],
  testEnvironment: `${root}/scripts/config/plain-environment.mjs`,
};
/** Of the application on PostgreSQL. */
const ofApi = {
  ...base,
  setupFiles: [`${root}/api/testing/jest-setup.ts`],
  globalSetup: `${root}/api/testing/jest-global-setup.ts`,
  globalTeardown: `${root}/api/testing/jest-global-teardown.ts`,
};
/** Of components: these have a document. */
const SCREEN_SPEC = '*.spec.tsx';
const SPEC = '*.spec.ts';
/** Each does what HOW-TO-ADD says and tries it on the whole application, with modules of its own. */
const RECIPES = `${root}/scripts/recipes/`;

export default {
  rootDir: ROOT,
  testTimeout: 180_000,
  testSequencer: `${root}/scripts/config/longest-first.mjs`,
  projects: [
    {
      ...base,
      displayName: 'pure',
      testMatch: [`${root}/{app,site,scripts}/**/${SPEC}`, `${root}/api/contract/**/${SPEC}`],
      testPathIgnorePatterns: [...base.testPathIgnorePatterns, RECIPES],
    },
    {
      ...base,
      displayName: 'screens',
      testMatch: [`${root}/{app,site}/**/${SCREEN_SPEC}`],
      testEnvironment: `${root}/app/testing/screen-environment.mjs`,
      setupFiles: [`${root}/app/testing/no-owner-stacks.ts`],
      // One file in place of one for each of thousands of icons.
      moduleNameMapper: {
        ...base.moduleNameMapper,
        '^lucide-react$': `${root}/node_modules/lucide-react/dist/cjs/lucide-react.js`,
      },
    },
    {
      ...ofApi,
      displayName: 'api',
      testMatch: [`${root}/api/**/${SPEC}`],
      testPathIgnorePatterns: [...base.testPathIgnorePatterns, `${root}/api/contract/`],
      testEnvironment: `${root}/scripts/config/shared-environment.mjs`,
      runtime: `${root}/scripts/config/shared-runtime.mjs`,
    },
    { ...ofApi, displayName: 'recipes', testMatch: [`${RECIPES}${SPEC}`] },
  ],
};
