import { test as base, expect } from 'playwright/test';
import { Server } from './server.ts';

interface JourneyFixtures {
  server: Server;
  /** For a journey that stops its server, or that wants nobody's data beside its own. */
  isServerOwn: boolean;
  /** Of journeys that share a server with each other and with no others. */
  serverName: string;
  /** Variables of the server's environment besides those that every journey has. */
  settings: Record<string, string>;
  failOnConsoleErrors: void;
  /** The beginning of the one error that the pages of this journey do write. */
  expectedConsoleError: string | null;
}

interface WorkerFixtures {
  /** Starts the server that the journeys of a worker with this name and these settings share, once one asks for it. */
  findSharedServer: (name: string, settings: Record<string, string>) => Promise<Server>;
}

/**
 * A journey fails on any error that a page writes to its console. Starting a server takes longer than most journeys do:
 * those of one worker with the same settings share one, each with people of its own. After a failure the next ones get a new one.
 */
export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  findSharedServer: [
    // Playwright reads what a fixture needs from this pattern.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use) => {
      const shared = new Map<string, Promise<Server>>();
      await use((name, settings) => {
        const key = JSON.stringify([name, settings]);
        const server = shared.get(key) ?? Server.start(settings);
        shared.set(key, server);
        return server;
      });
      await Promise.all([...shared.values()].map(async (server) => (await server).dispose()));
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  isServerOwn: [false, { option: true }],
  serverName: ['', { option: true }],
  settings: [{}, { option: true }],
  server: [
    async ({ isServerOwn, serverName, settings, findSharedServer }, use) => {
      if (!isServerOwn) return use(await findSharedServer(serverName, settings));
      const server = await Server.start(settings);
      await use(server);
      return server.dispose();
    },
    { timeout: 240_000 },
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
