import { test as base, expect } from 'playwright/test';
import { Server } from './server.ts';

interface JourneyFixtures {
  server: Server;
  /** For a journey that stops its server, or that wants nobody's data beside its own. */
  isServerOwn: boolean;
  /** Of an own server: variables of its environment besides those that every journey has. */
  settings: Record<string, string>;
  failOnConsoleErrors: void;
  /** The beginning of the one error that the pages of this journey do write. */
  expectedConsoleError: string | null;
}

interface WorkerFixtures {
  /** Starts the server that the journeys of a worker share once the first of them asks for it. */
  findSharedServer: () => Promise<Server>;
}

/**
 * A journey fails on any error that a page writes to its console. Starting a server takes longer than most journeys do:
 * those of one worker share one, each with people of its own. After a failure the next ones get a new one.
 */
export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  findSharedServer: [
    // Playwright reads what a fixture needs from this pattern.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use) => {
      let shared: Promise<Server> | undefined;
      await use(() => (shared ??= Server.start()));
      await (await shared)?.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  isServerOwn: [false, { option: true }],
  settings: [{}, { option: true }],
  server: [
    async ({ isServerOwn, settings, findSharedServer }, use) => {
      if (!isServerOwn) return use(await findSharedServer());
      const server = await Server.start(settings);
      await use(server);
      return server.dispose();
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
