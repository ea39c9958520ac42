import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { loadConfig } from './platform/config/load-config.js';
import { keepServersOut } from './platform/database/serving-claim.js';
import { Shutdown } from './platform/startup/shutdown.js';
import { startServer } from './start-server.js';
import { newState } from './testing/test-app.js';
import { until } from './testing/until.js';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('a server that is started', () => {
  it('changes nothing of a database that is just being restored', async () => {
    const { stateDir, connection, dispose } = await newState({ isMigrated: false });
    const { host, port, user, password, database } = connection as Record<string, string>;
    const address = new URL(
      `postgres://localhost/${database}?${new URLSearchParams({ host: host!, port: String(port) })}`,
    );
    Object.assign(address, { username: user, password });
    const settings = { STATE_DIR: stateDir, PORT: String(await freePort()), HOST: '127.0.0.1', ALLOW_ROOT: '1' };
    const config = loadConfig(
      { ...settings, STAFF_PASSWORD: 'a password for the specs', DATABASE_URL: address.href },
      stateDir,
    );
    const restoring = keepServersOut(connection, 'a restore');
    expect(await restoring.areOut()).toBe(true);

    const { promise: ended, resolve } = Promise.withResolvers<number>();
    const shutdown = new Shutdown(
      () => {},
      (code) => {
        resolve(code);
        return new Promise(() => {});
      },
    );
    const client = new pg.Client(connection);
    await client.connect();
    const count = async (found: string) => (await client.query(`SELECT FROM ${found}`)).rowCount;
    void startServer(config, shutdown, { say: () => {}, serving: () => {} });
    const claiming = `pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(async () => (await count(claiming)) === 1);
    expect(await count(`pg_tables WHERE schemaname = 'public'`)).toBe(0);

    void shutdown.stopAndExit(0);
    await restoring.letIn();
    expect(await ended).toBe(0);
    await client.end();
    await dispose();
  });
});
