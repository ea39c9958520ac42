import { existsSync } from 'node:fs';
import { SYSTEM_CHROMIUM } from './system-packages.mjs';

/** A camera that shows a moving pattern, granted without asking, and none of the browser's calls to its maker. */
const args = [
  '--no-sandbox',
  '--use-fake-device-for-media-stream=fps=5',
  '--use-fake-ui-for-media-stream',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How Playwright starts the browser that ensureBrowser() has made sure of. */
export const launchOptions = existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM, args } : { args };
