import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { SearchAnswer } from '../../contract/search/search-answer.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { DatabasePair } from '../../testing/database-pair.js';
import { startSecondServer } from '../../testing/second-server.js';
import { createTestApp, newState, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { Publisher } from '../publishing/publisher.js';

const CANARY = 'A quetzalcanary sings';

const overviewOf = async (http: TestApp['http']) => (await http.get('/api/stories-overview').expect(200)).text;
const searchOf = async (http: TestApp['http'], words: string) => {
  const { body } = await http.get('/api/search-data').query({ q: words, from: 0 }).expect(200);
  return (body as SearchAnswer).count;
};

describe('stories that are read from a replica', () => {
  let pair: DatabasePair;
  let testApp: TestApp;
  let second: Awaited<ReturnType<typeof startSecondServer>>;
  let archive: ArchiveClient;
  let stateDir: string;

  beforeAll(async () => {
    pair = await DatabasePair.start();
    const { stateDir: folder, dispose } = await newState({ isMigrated: false });
    await dispose();
    stateDir = folder;
    const state = { stateDir, connection: pair.connection };
    testApp = await createTestApp({ DATABASE_READ_URL: pair.replicaUrl }, { state });
    archive = await ArchiveClient.signIn(testApp);
    await testApp.app.get(Publisher).bringUpToDate();
    second = await startSecondServer(testApp);
    await second.app.get(Publisher).bringUpToDate();
  });
  afterAll(async () => {
    await second.close();
    await testApp.close();
    await pair.stop();
    await rm(stateDir, { recursive: true, force: true });
  });

  const servers = () => [testApp.http, second.http];
  const publish = async (firstName: string, transcript: string) =>
    archive.publish(await archive.register(firstName), { questionId: 1, transcript });
  /** What the replica was last asked by the product. */
  const lastAsked = async () =>
    pair.askReplica<{ at: Date | null }>(
      `SELECT max(query_start) AS at FROM pg_stat_activity WHERE application_name = 'stories reads'`,
    );
  const isAsked = async (http: TestApp['http']) => {
    const before = await lastAsked();
    await overviewOf(http);
    const after = await lastAsked();
    return after.at !== null && after.at.getTime() !== before.at?.getTime();
  };

  it('come from there once it has followed', async () => {
    const words = `A lark sings ${randomUUID()}`;
    const video = await publish('Ben', words);
    for (const http of servers()) {
      await until(() => isAsked(http));
      expect(await overviewOf(http)).toContain(video.user.userName);
      expect(await searchOf(http, words)).toBe(1);
    }
  });

  it('know of every approval and withdrawal that was answered, however far it is behind', async () => {
    const withdrawn = await publish('Anna', CANARY);
    for (const http of servers()) await until(() => isAsked(http));
    await pair.askReplica('SELECT pg_wal_replay_pause()');
    try {
      await archive.unapprove(withdrawn.id).expect(200);
      const words = `A wren sings ${randomUUID()}`;
      const added = await publish('Cleo', words);
      for (const http of servers()) {
        expect(await overviewOf(http)).not.toContain(withdrawn.user.userName);
        expect(await searchOf(http, CANARY)).toBe(0);
        await http.get(`/api/user-story/${withdrawn.user.userName}`).expect(404);
        expect(await overviewOf(http)).toContain(added.user.userName);
        expect(await searchOf(http, words)).toBe(1);
      }
    } finally {
      await pair.askReplica('SELECT pg_wal_replay_resume()');
    }
    for (const http of servers()) await until(() => isAsked(http));
    expect(await overviewOf(testApp.http)).not.toContain(withdrawn.user.userName);
  });

  it('come from the database itself while there is none', async () => {
    const words = `A linnet sings ${randomUUID()}`;
    const video = await publish('Ben', words);
    for (const http of servers()) await until(() => isAsked(http));
    await pair.stopReplica();
    try {
      for (const http of servers()) {
        expect(await overviewOf(http)).toContain(video.user.userName);
        expect(await searchOf(http, words)).toBe(1);
      }
    } finally {
      await pair.startReplica();
    }
    for (const http of servers()) await until(() => isAsked(http));
  });
});
