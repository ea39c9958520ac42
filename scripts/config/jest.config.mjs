import path from 'node:path';

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
  testPathIgnorePatterns: ['/node_modules/', `${root}/scripts/e2e/`],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.tsx?$': ['@swc/jest', swc] },
  setupFilesAfterEnv: [`${root}/api/testing/jest-retry.ts`],
};
/** Of components: these have a document. */
const SCREEN_SPEC = '*.spec.tsx';
const SPEC = '*.spec.ts';
/** Each does what README says and tries it on the whole application. */
const RECIPES = `${root}/scripts/recipes/`;

export default {
  rootDir: ROOT,
  // Not below TMPDIR, which `npm test` empties.
  cacheDirectory: `${root}/node_modules/.cache/jest`,
  testTimeout: 30_000,
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
    },
    {
      ...base,
      displayName: 'api',
      testMatch: [`${root}/api/**/${SPEC}`, `${RECIPES}${SPEC}`],
      testPathIgnorePatterns: [...base.testPathIgnorePatterns, `${root}/api/contract/`],
      setupFiles: [`${root}/api/testing/jest-setup.ts`],
      globalSetup: `${root}/api/testing/jest-global-setup.ts`,
      globalTeardown: `${root}/api/testing/jest-global-teardown.ts`,
    },
  ],
};
