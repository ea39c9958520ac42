import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { newState } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import type { AppConfig } from '../config/app-config.js';
import { dataSourceOptions } from './data-source.js';
import { ReadReplica } from './read-replica.js';

/** As long as it is not asked again after a failure. */
const AWAY_MS = 2_000;

describe('a replica that has failed', () => {
  it('is asked by nobody for a moment, while the database replies, and then again', async () => {
    const { connection, dispose } = await newState();
    const dataSource = await new DataSource(dataSourceOptions(connection)).initialize();
    let asked = 0;
    const replica = net.createServer((socket) => {
      asked++;
      socket.destroy();
    });
    replica.listen(0, '127.0.0.1');
    await once(replica, 'listening');
    const databaseReadUrl = `postgres://127.0.0.1:${(replica.address() as AddressInfo).port}/stories`;
    const reads = new ReadReplica({ databaseReadUrl } as AppConfig, dataSource);
    reads.onlyWhile(() => true);
    reads.raise();
    const read = () => reads.read((reader) => reader.query<{ one: number }[]>('SELECT 1 AS one'));
    const isAsked = async () => {
      expect(await read()).toEqual([{ one: 1 }]);
      return asked > 0;
    };
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    await until(isAsked);
    for (let count = 0; count < 20; count++) expect(await read()).toEqual([{ one: 1 }]);
    expect(asked).toBe(1);
    now.mockReturnValue(Date.now() + AWAY_MS);
    asked = 0;
    expect(await isAsked()).toBe(true);
    now.mockRestore();
    await reads.onModuleDestroy();
    replica.close();
    await dataSource.destroy();
    await dispose();
  });
});
