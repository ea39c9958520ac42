import { appendFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Publisher } from '../../archive/publishing/publisher.js';
import { MediaRepository } from '../../media/store/media.repository.js';
import { openMediaStore } from '../../media/store/open-media-store.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { examine, type Finding, PARTS, type Patient } from './examine.js';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  const archive = await ArchiveClient.signIn(testApp);
  await archive.publish(await archive.register(), { questionId: 1, transcript: 'Words' });
  await testApp.app.get(Publisher).bringUpToDate();
});
afterAll(() => testApp.close());

async function look(parts: string[], changes: Partial<Patient> = {}): Promise<Finding[]> {
  const { config, dataSource } = testApp;
  const query = <Row>(sql: string) => dataSource.query<Row[]>(sql);
  const patient = { config, query, store: openMediaStore(config), media: new MediaRepository(dataSource), ...changes };
  const findings: Finding[] = [];
  await examine(patient, parts, (finding) => findings.push(finding));
  return findings;
}

describe('examine', () => {
  it('finds nothing wrong where nothing is, but for a backup', async () => {
    const wrong = (await look(PARTS)).filter(({ severity, part }) => severity === 'wrong' && part !== 'room');
    expect(wrong).toEqual([expect.objectContaining({ part: 'backup' })]);
    await testApp.dataSource.query(
      `INSERT INTO backup_record VALUES ('a', now(), now() - interval '1 day', true, 1, 1, 1), ('b', now(), now(), false, 1, 1, 1)`,
    );
    expect(await look(['backup'])).toEqual([]);
    await testApp.dataSource.query(`UPDATE backup_record SET proven_at = now() - interval '8 days' WHERE is_whole`);
    expect(await look(['backup'])).toHaveLength(1);
  });

  it('names what is not as it was published, which publishing mends', async () => {
    await appendFile(path.join(testApp.config.stateDir, 'site/index.html'), 'x');
    expect(await look(['public site'])).toEqual([
      expect.objectContaining({ severity: 'wrong', canBeMended: true, text: expect.stringContaining('index.html') }),
    ]);
    await testApp.app.get(Publisher).bringUpToDateNightly();
    expect(await look(['public site'])).toEqual([]);
  });

  it('goes on after what cannot be examined', async () => {
    const [file] = await testApp.dataSource.query<{ key: string }[]>('SELECT key FROM media_file');
    await rm(path.join(testApp.config.stateDir, 'media', file!.key));
    const findings = await look(['database', 'clock', 'media'], {
      query: () => Promise.reject(new Error('the database is away')),
    });
    expect(findings.map(({ part, severity }) => ({ part, severity }))).toEqual(
      ['database', 'clock', 'media'].map((part) => ({ part, severity: 'wrong' })),
    );
    expect(findings[2]!.text).toContain(`${file!.key} is missing`);
  });
});
