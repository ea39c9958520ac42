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

describe('a replica', () => {
  let state: Awaited<ReturnType<typeof newState>>;
  let dataSource: DataSource;
  /** It hangs up on everyone. */
  let replica: net.Server;
  let asked: number;
  let reads: ReadReplica;
  beforeEach(async () => {
    state = await newState();
    dataSource = await new DataSource(dataSourceOptions(state.connection)).initialize();
    asked = 0;
    replica = net.createServer((socket) => {
      asked++;
      socket.destroy();
    });
    replica.listen(0, '127.0.0.1');
    await once(replica, 'listening');
    const databaseReadUrl = `postgres://127.0.0.1:${(replica.address() as AddressInfo).port}/stories`;
    reads = new ReadReplica({ databaseReadUrl } as AppConfig, dataSource);
    reads.onlyWhile(() => true);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await reads.onModuleDestroy();
    replica.close();
    await dataSource.destroy();
    await state.dispose();
  });

  const read = () => reads.read((reader) => reader.query<{ one: number }[]>('SELECT 1 AS one'));
  const isAsked = async () => {
    expect(await read()).toEqual([{ one: 1 }]);
    return asked > 0;
  };

  it('that has failed is asked by nobody for a moment, while the database replies, and then again', async () => {
    reads.raise();
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    await until(isAsked);
    for (let count = 0; count < 20; count++) expect(await read()).toEqual([{ one: 1 }]);
    expect(asked).toBe(1);
    now.mockReturnValue(Date.now() + AWAY_MS);
    asked = 0;
    expect(await isAsked()).toBe(true);
  });

  it('is not asked while changes of other servers may not have been heard of', async () => {
    reads.onlyWhile(() => false);
    const looks = jest.spyOn(dataSource, 'query');
    reads.raise();
    await looks.mock.results[0]!.value;
    expect(await isAsked()).toBe(false);
    reads.onlyWhile(() => true);
    expect(await isAsked()).toBe(true);
  });

  it('has to know also what changed while it was looked up how far it must have come', async () => {
    const first = Promise.withResolvers<{ lsn: string }[]>();
    const looks = jest.spyOn(dataSource, 'query').mockReturnValueOnce(first.promise);
    reads.raise();
    reads.raise();
    first.resolve([{ lsn: '0/1' }]);
    await first.promise;
    expect(looks).toHaveBeenCalledTimes(2);
    await looks.mock.results[1]!.value;
  });
});
