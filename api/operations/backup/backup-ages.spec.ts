import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Publisher } from '../../archive/publishing/publisher.js';
import type { MyStory } from '../../contract/stories/my-story.js';
import { LocalMediaStore } from '../../media/store/local-media-store.js';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { DATABASE_CONNECTION } from '../../platform/database/database-connection.js';
import { provenPerson } from '../../testing/proven-person.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';
import { filesContaining } from '../../testing/site-files.js';
import { createTestApp, newState } from '../../testing/test-app.js';
import { openPlace } from './open-place.js';
import { restoreBackup } from './restore-backup.js';
import { Seal } from './seal.js';
import { takeBackup } from './take-backup.js';

const PATH = '/api/my-story';
/** Six servers are restored one after another; a slow machine takes minutes. */
const RESTORES_MS = 600_000;
const LEDGER = 'ledger/withdrawals.jsonl';

describe('backups of several ages', () => {
  let site: PublishedSite;
  let folder: string;
  let owner: Awaited<ReturnType<typeof provenPerson>>;
  beforeAll(async () => {
    site = await PublishedSite.start();
    folder = await mkdtemp(path.join(os.tmpdir(), 'backup-ages-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await site.testApp.close();
  });

  const told = async (firstName: string, canary: string) => {
    const person = await provenPerson(site.testApp, firstName);
    const video = await site.archive.publish(person.id, { questionId: 1, transcript: `A ${canary} sings.` });
    return { ...person, canary, video };
  };
  type Told = Awaited<ReturnType<typeof told>>;
  const placeOf = (age: number, stateDir: string) =>
    openPlace(
      path.join(folder, String(age)),
      { stateDir, s3: site.testApp.config.s3, mediaPlace: null, sitePlace: null },
      '/',
      true,
    );
  const backUp = async (age: number) => {
    const { stateDir } = site.testApp.config;
    await takeBackup({
      connection: site.testApp.app.get<DatabaseConnection>(DATABASE_CONNECTION),
      store: new LocalMediaStore(path.join(stateDir, 'media')),
      stateDir,
      place: await placeOf(age, stateDir),
      seal: Seal.none,
      keep: { count: 14, days: 30 },
      version: '1.0.0',
      say: () => {},
    });
  };
  /** A server on an empty machine, but for the ledger as it stands now. */
  const restored = async (age: number) => {
    const state = await newState({ isMigrated: false });
    await mkdir(path.join(state.stateDir, 'ledger'), { recursive: true });
    await copyFile(site.inState(LEDGER), path.join(state.stateDir, LEDGER));
    await restoreBackup({
      ...state,
      store: new LocalMediaStore(path.join(state.stateDir, 'media')),
      place: await placeOf(age, state.stateDir),
      seal: Seal.none,
      keepNoes: async () => {},
      checkHealth: async () => {},
      say: () => {},
    });
    const testApp = await createTestApp({}, { state });
    await testApp.app.get(Publisher).bringUpToDate();
    return { testApp, state };
  };

  const NOES: Record<string, (person: Told) => Promise<unknown>> = {
    hidden: ({ browser }) => browser.post(`${PATH}/hide`).expect(204),
    refused: async ({ browser, video }) => {
      const { videos } = (await browser.get(PATH).expect(200)).body as MyStory;
      const { cutHash } = videos[0]!.release;
      await browser.post(`${PATH}/videos/${video.id}/release`).send({ cutHash, decision: 'no' }).expect(204);
    },
    withdrawn: ({ browser }) => browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200),
    named: ({ browser }) => browser.patch(PATH).send({ shownName: 'Robin' }).expect(204),
    left: ({ browser }) => browser.post(`${PATH}/leave`).expect(200),
    // It had stood on somebody else's page; it went with whose it was.
    moved: async ({ video }) => {
      const { id, browser } = owner;
      await site.archive.edit(video.id, { userId: id }).expect(200);
      await browser.post(`${PATH}/leave`).expect(200);
    },
  };

  it(
    'show nothing of what was taken back since, and all of the rest',
    async () => {
      const stays = await told('Ida', 'larkcanary');
      const people = new Map<string, Told>();
      for (const kind of Object.keys(NOES)) people.set(kind, await told(kind, `${kind}canary`));
      owner = await provenPerson(site.testApp, 'Owen');
      await backUp(0);
      let age = 0;
      for (const [kind, sayNo] of Object.entries(NOES)) {
        await sayNo(people.get(kind)!);
        await backUp(++age);
      }
      for (let old = 0; old <= age; old++) {
        const { testApp, state } = await restored(old);
        const tree = path.join(state.stateDir, 'site');
        await testApp.http.get(storyOf(stays.video)).expect(200);
        for (const [kind, { canary, video }] of people) {
          const { status } = await testApp.http.get(storyOf(video));
          expect([old, kind, status]).toEqual([old, kind, 404]);
          // What somebody named anew is told under that name alone.
          for (const word of kind === 'named' ? [video.user.userName] : [video.user.userName, canary]) {
            expect([old, kind, await filesContaining(tree, word)]).toEqual([old, kind, []]);
          }
        }
        await testApp.close();
        await state.dispose();
      }
    },
    RESTORES_MS,
  );
});
