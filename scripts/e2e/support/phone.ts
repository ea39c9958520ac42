import { devices } from 'playwright/test';

const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'];

/** For `test.use`: a telephone with the smallest screen that counts. */
export const PHONE = { ...pixel, viewport: { width: 360, height: 800 } };
