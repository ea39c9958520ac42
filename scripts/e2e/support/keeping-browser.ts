import { type Browser, chromium } from 'playwright/test';
import { launchOptions } from '../../lib/browser.ts';

/** A browser that keeps a page that was left, as those of people do: whoever goes back finds that page, not a new one. */
export const launchKeepingBrowser = (): Promise<Browser> =>
  chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
