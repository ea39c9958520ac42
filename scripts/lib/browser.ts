import { existsSync } from 'node:fs';
import { SYSTEM_CHROMIUM, SYSTEM_HEADLESS_SHELL } from './system-packages.mjs';

/** A camera that shows a moving pattern, granted without asking, and none of the browser's calls to its maker. */
const args = [
  '--no-sandbox',
  '--use-fake-device-for-media-stream=fps=5',
  '--use-fake-ui-for-media-stream',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How Playwright starts the browser that ensureBrowser() has made sure of: all of it, as people have it. */
export const launchOptions = existsSync(SYSTEM_CHROMIUM)
  ? { executablePath: SYSTEM_CHROMIUM, args }
  : { channel: 'chromium', args };

/** The same engine without the browser around it, where there is one: the journeys take a quarter less of a processor in it. */
export const headlessShellOptions = existsSync(SYSTEM_HEADLESS_SHELL)
  ? { executablePath: SYSTEM_HEADLESS_SHELL, args }
  : existsSync(SYSTEM_CHROMIUM)
    ? launchOptions
    : { args };
