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

export default {
  rootDir: '../..',
  // Not below TMPDIR, which `npm test` empties.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  roots: ['<rootDir>/api', '<rootDir>/app', '<rootDir>/site', '<rootDir>/scripts'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/scripts/e2e/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.tsx?$': ['@swc/jest', swc] },
  setupFiles: ['<rootDir>/api/testing/jest-setup.ts'],
  setupFilesAfterEnv: ['<rootDir>/api/testing/jest-retry.ts'],
  globalSetup: '<rootDir>/api/testing/jest-global-setup.ts',
  globalTeardown: '<rootDir>/api/testing/jest-global-teardown.ts',
  testTimeout: 30_000,
};
