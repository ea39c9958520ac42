import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { LookFinding, NightlyLook } from '../../contract/staff/nightly-look.js';
import { Publisher } from '../../archive/publishing/publisher.js';
import { mediaKey } from '../../media/store/media-key.js';
import { MediaStore } from '../../media/store/media-store.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { readOutbox } from '../../testing/outbox.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { NightlyLookService } from './nightly-look.service.js';

const SUBJECT = 'Something is wrong with the site';

describe('the nightly look', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
    const archive = await ArchiveClient.signIn(testApp);
    await archive.publish(await archive.register(), { questionId: 1, transcript: 'Words' });
    await testApp.app.get(Publisher).bringUpToDate();
  });
  afterAll(() => testApp.close());

  const query = <Row>(sql: string) => testApp.dataSource.query<Row[]>(sql);
  const night = () => testApp.app.get(NightlyLookService).look();
  const nextNight = async (nights = 1) => {
    await query(`UPDATE nightly_look SET began_at = began_at - interval '${nights} days',
      ended_at = ended_at - interval '${nights} days', mailed_at = mailed_at - interval '${nights} days'`);
    await night();
  };
  const seen = async () => (await testApp.staff().get('/api/admin/nightly-look').expect(200)).body as NightlyLook;
  const wrongParts = async () =>
    (await seen()).findings.filter(({ severity }) => severity === 'wrong').map(({ part }) => part);
  const mails = async () => (await readOutbox(testApp)).filter(({ subject }) => subject === SUBJECT);
  const proveBackup = () => query(`INSERT INTO backup_record VALUES ('a', now(), now(), true, 1, 1, 1)`);

  it('tells staff what is wrong, by mail what is newly wrong, and of a quiet night nothing', async () => {
    await testApp.http.get('/api/admin/nightly-look').expect(401);
    expect(await seen()).toEqual({ at: null, isOld: false, findings: [], more: 0 });
    await proveBackup();
    // Whether this machine has room is not the question here.
    await night();
    const usual = await wrongParts();
    expect(usual.filter((part) => part !== 'room')).toEqual([]);
    const before = (await mails()).length;
    expect(before).toBe(usual.length);

    const [file] = await query<{ key: string }>('SELECT key FROM media_file ORDER BY key LIMIT 1');
    await rm(path.join(testApp.config.stateDir, 'media', file!.key));
    await nextNight();
    expect(await wrongParts()).toEqual([...usual, 'media'].toSorted());
    const [mail, ...others] = (await mails()).slice(before);
    expect(mail!.text).toContain(`media: ${file!.key} is missing`);
    expect(mail!.to?.[0]?.address).toBe(testApp.config.organisation.email);
    expect(others).toEqual([]);

    for (let n = 0; n < 3; n++) await nextNight();
    expect((await mails()).length).toBe(before + 1);
    await nextNight(5);
    expect((await mails()).length).toBe(before + 2);
  });

  it('tells again what was told by a clock that went ahead', async () => {
    await query(`UPDATE nightly_look SET mailed_at = now() + interval '1 year' WHERE mailed_at IS NOT NULL`);
    const before = (await mails()).length;
    await query(`UPDATE nightly_look SET began_at = began_at - interval '1 day'`);
    await night();
    expect((await mails()).length).toBe(before + 1);
  });

  it('is taken once, by however many servers', async () => {
    await query('DELETE FROM nightly_look');
    await Promise.all([night(), night(), night()]);
    expect(await query('SELECT FROM nightly_look')).toHaveLength(1);
  });

  it('is taken though one was written down by a clock that went ahead', async () => {
    await query('DELETE FROM nightly_look');
    await query(`INSERT INTO nightly_look (began_at) VALUES (now() + interval '1 year')`);
    await night();
    expect(await query('SELECT FROM nightly_look WHERE began_at <= now()')).toHaveLength(1);
  });

  it('reads all bytes within 28 nights, each once', async () => {
    const altered: string[] = [];
    for (let n = 0; n < 12; n++) {
      const id = randomUUID();
      const key = mediaKey(id, 'txt');
      await testApp.app.get(MediaStore, { strict: false }).put(key, Readable.from([Buffer.from('rotten')]));
      await query(
        `INSERT INTO media_file VALUES ('${id}', '${key}', sha256('told'), length('rotten'), 'text/plain', now())`,
      );
      altered.push(key);
    }
    using clock = jest.spyOn(Date, 'now');
    const read: string[] = [];
    const today = Date.now();
    for (let day = 0; day < 28; day++) {
      clock.mockReturnValue(today + day * 86_400_000);
      await nextNight();
      const [last] = await query<{ findings: LookFinding[] }>(
        'SELECT findings FROM nightly_look ORDER BY id DESC LIMIT 1',
      );
      read.push(...altered.filter((key) => last!.findings.some(({ text }) => text.startsWith(key))));
    }
    clock.mockRestore();
    expect(read.toSorted()).toEqual(altered.toSorted());
  });

  it('is known to be old', async () => {
    await query(`UPDATE nightly_look SET ended_at = now() - interval '3 days'`);
    expect(await seen()).toMatchObject({ isOld: true });
  });
});
