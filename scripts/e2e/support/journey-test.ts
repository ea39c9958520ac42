import { test as base, expect } from 'playwright/test';
import { Server } from './server.ts';

interface JourneyFixtures {
  server: Server;
  failOnConsoleErrors: void;
  /** The beginning of the one error that the pages of this journey do write. */
  expectedConsoleError: string | null;
}

/** A journey runs on a server of its own and fails on any error that a page writes to its console. */
export const test = base.extend<JourneyFixtures>({
  server: [
    // Playwright reads what a fixture needs from this pattern.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.dispose();
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  expectedConsoleError: [null, { option: true }],
  failOnConsoleErrors: [
    async ({ context, expectedConsoleError }, use) => {
      const errors: string[] = [];
      context.on('console', (message) => {
        // What a page asks of the API may be refused; the page deals with it.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          errors.push(`${message.text()} (${message.location().url})`);
        }
      });
      context.on('weberror', (error) => errors.push(error.error().message));
      await use();
      const unexpected = errors.filter(
        (error) => expectedConsoleError === null || !error.startsWith(expectedConsoleError),
      );
      expect(unexpected).toEqual([]);
      if (expectedConsoleError !== null) expect(errors).toHaveLength(1);
    },
    { auto: true },
  ],
});

export { expect };
