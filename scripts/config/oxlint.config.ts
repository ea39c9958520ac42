import { defineConfig } from 'oxlint';
import { importBoundaries } from './import-boundaries.ts';

/** Findings are errors: a rule either holds or is not listed. */
export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'promise', 'unicorn', 'jest', 'node'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist/**', 'var/**', '.astro/**'],
  rules: {
    'import/no-cycle': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-floating-promises': 'error',
    // Beside a `try`, a `using` or an `await using`: else the failure comes when nobody listens for it any more.
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'react/react-in-jsx-scope': 'off',
    // JSON.parse and caught errors are narrowed by assertions at the edges.
    'typescript/no-unsafe-type-assertion': 'off',
    // pg and fast-check are read better with their name in front.
    'import/no-named-as-default-member': 'off',
    // Stores and services are records of functions that use no `this`.
    'typescript/unbound-method': 'off',
    // Nest modules are classes without members.
    'typescript/no-extraneous-class': 'off',
    // Supertest's chains assert, too, and what a screen is asked to find.
    'jest/expect-expect': ['error', { assertFunctionNames: ['expect', '**.expect', 'screen.find*'] }],
    // What must hold after each test is said once.
    'jest/no-standalone-expect': ['error', { additionalTestBlockFunctions: ['afterEach'] }],
    // TypeScript tells a missing return; this rule sees neither that a switch is exhaustive nor that an effect has nothing to undo.
    'typescript/consistent-return': 'off',
    // Style sheets, fonts and reflect-metadata are imported for their effect.
    'import/no-unassigned-import': 'off',
  },
  overrides: importBoundaries,
});
