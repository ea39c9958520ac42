import { defineConfig, devices } from 'playwright/test';
import { headlessShellOptions } from '../lib/browser.ts';

export default defineConfig({
  testDir: '../e2e',
  // One for every machine; `kept-screens.ts` says why that holds.
  snapshotPathTemplate: '{testDir}/screens/{arg}{ext}',
  outputDir: '../../test-results/journeys',
  globalSetup: '../e2e/support/global-setup.ts',
  // Journeys wait for recorders and for pages to come to rest as much as for a processor.
  workers: 3,
  fullyParallel: true,
  // Some wait for a film or for a start for as long as a minute; where all is well a limit costs nothing.
  timeout: 240_000,
  // A kept tree is the whole of a screen: nothing more and nothing less.
  expect: { timeout: 15_000, toMatchAriaSnapshot: { children: 'deep-equal' } },
  forbidOnly: true,
  // A crowded machine must not decide; `npm test` names every journey that needed its second try, and fails by three.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: '../../test-results/playwright.json' }]],
  // One browser for all: a journey of a phone or of other sizes says so itself.
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    launchOptions: headlessShellOptions,
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    permissions: ['camera', 'microphone'],
  },
});
