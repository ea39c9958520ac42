import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { Publisher } from '../../archive/publishing/publisher.js';
import { checkMedia } from '../../media/store/check-media.js';
import { MediaRepository } from '../../media/store/media.repository.js';
import { openMediaStore } from '../../media/store/open-media-store.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { startMailServer } from '../../testing/mail-server.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import type { AppConfig } from '../../platform/config/app-config.js';
import { examine, type Finding, PARTS, type Patient } from './examine.js';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  const archive = await ArchiveClient.signIn(testApp);
  await archive.publish(await archive.register(), { questionId: 1, transcript: 'Words' });
  await testApp.app.get(Publisher).bringUpToDate();
});
afterAll(() => testApp.close());

async function look(
  parts: string[],
  changes: Partial<Patient> & { isRead?: (key: string) => boolean } = {},
): Promise<Finding[]> {
  const { config, dataSource } = testApp;
  const query = <Row>(sql: string) => dataSource.query<Row[]>(sql);
  const check: Patient['checkMedia'] = (report) =>
    checkMedia(openMediaStore(config), new MediaRepository(dataSource), report, changes.isRead);
  const findings: Finding[] = [];
  await examine({ config, query, checkMedia: check, ...changes }, parts, (finding) => findings.push(finding));
  return findings;
}

/** As the server has them, but for these. */
const settings = (changes: Partial<AppConfig>): AppConfig =>
  Object.assign(Object.create(testApp.config) as AppConfig, changes);
const told = (part: string, text: string | RegExp) =>
  expect.objectContaining({
    part,
    severity: 'wrong',
    text: typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
  }) as Finding;

/** The database's clock is a minute behind. */
function queryEarlier<Row>(sql: string): Promise<Row[]> {
  return testApp.dataSource.query(sql.replace('clock_timestamp()', `clock_timestamp() - interval '1 minute'`));
}

async function folderOf(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  return file;
}

/** Of this machine, with a certificate that only itself has signed. */
async function startTlsServer(days: number) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stories-tls-'));
  const [key, cert] = [path.join(folder, 'key'), path.join(folder, 'cert')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', String(days)];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await promisify(execFile)('openssl', [...kind, '-keyout', key, '-out', cert, ...subject]);
  const certificate = await readFile(cert, 'utf8');
  const server = tls.createServer({ key: await readFile(key), cert: certificate });
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, 'localhost'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    certificate,
    url: `https://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      await rm(folder, { recursive: true });
    },
  };
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
    await testApp.dataSource.query(
      `INSERT INTO backup_record VALUES ('c', now(), now() + interval '1 year', true, 1, 1, 1)`,
    );
    expect(await look(['backup'])).toEqual([told('backup', 'The last proven backup is of')]);
  });

  it('tells that nobody can sign in, where producers have accounts', async () => {
    const config = settings({ staffAccounts: true });
    expect(await look(['producers'], { config })).toEqual([told('producers', 'npm run staff -- add')]);
    await testApp.dataSource.query(
      `INSERT INTO staff_account (id, email, name, created_at) VALUES (gen_random_uuid(), 'ida@example.org', 'Ida', now())`,
    );
    expect(await look(['producers'], { config })).toEqual([]);
    await testApp.dataSource.query('DELETE FROM staff_account');
    expect(await look(['producers'])).toEqual([]);
  });

  it('names what is not as it was published, which publishing mends, and nothing that is being published just then', async () => {
    const tell = (change: object) =>
      appendFile(path.join(testApp.config.stateDir, 'site-manifest.jsonl'), `${JSON.stringify(change)}\n`);
    await tell({ pending: ['index.html'] });
    await appendFile(path.join(testApp.config.stateDir, 'site/index.html'), 'x');
    expect(await look(['public site'])).toEqual([]);
    await tell({ untouched: ['index.html'] });
    expect(await look(['public site'])).toEqual([
      expect.objectContaining({ severity: 'wrong', canBeMended: true, text: expect.stringContaining('index.html') }),
    ]);
    await testApp.app.get(Publisher).bringUpToDateNightly();
    expect(await look(['public site'])).toEqual([]);
  });

  it('names schemas that are behind or ahead', async () => {
    const { dataSource } = testApp;
    const last = `SELECT name FROM migrations ORDER BY id DESC LIMIT 1`;
    await dataSource.query(`UPDATE migrations SET name = name || 'Later' WHERE name = (${last})`);
    expect(await look(['database'])).toEqual([
      told('database', '1 migrations have not run'),
      expect.objectContaining({ severity: 'notice', text: expect.stringContaining('newer version') }),
    ]);
    await dataSource.query(`UPDATE migrations SET name = replace(name, 'Later', '')`);
    expect(await look(['database'])).toEqual([]);
  });

  it('names clocks that are apart', async () => {
    expect(await look(['clock'], { query: queryEarlier })).toEqual([
      told('clock', /^The clocks .* are (59|60|61) s apart/),
    ]);
  });

  // The system's own files have no room for others.
  (process.platform === 'linux' ? describe : describe.skip)('where there is /proc', () => {
    it('names a disk without room', async () => {
      const findings = await look(['room'], { config: settings({ stateDir: '/proc' }) });
      expect(findings).toEqual([told('room', '0.0 GB (0 %) are free where /proc lies')]);
    });
  });

  it('names bytes that are other ones, and bytes that nobody needs', async () => {
    const [file] = await testApp.dataSource.query<{ key: string }[]>('SELECT key FROM media_file ORDER BY key');
    const media = path.join(testApp.config.stateDir, 'media');
    const bytes = await readFile(path.join(media, file!.key));
    await writeFile(path.join(media, file!.key), Buffer.from(bytes).fill(1, 20, 21));
    const orphan = file!.key.replace(/[0-9a-f]{8}-/, '00000000-');
    await copyFile(path.join(media, file!.key), await folderOf(path.join(media, orphan)));
    expect(await look(['media'])).toEqual([
      told('media', `${file!.key} is not as it was stored`),
      expect.objectContaining({ severity: 'notice', text: expect.stringContaining(`${orphan} is needed by nobody`) }),
    ]);
    expect(await look(['media'], { isRead: () => false })).toEqual([]);
    await writeFile(path.join(media, file!.key), bytes);
    await rm(path.join(media, orphan));
  });

  it('names what should have been done long ago: conversions, deletions, uploads', async () => {
    const { dataSource } = testApp;
    const conversion = (set: string) => dataSource.query(`UPDATE video_preparation SET ${set}`);
    await conversion(`state = 'failed'`);
    expect(await look(['conversions'])).toEqual([
      expect.objectContaining({ severity: 'notice', text: expect.stringContaining('could not be converted') }),
    ]);
    await conversion(`state = 'waiting', waiting_since = now() - interval '25 hours'`);
    expect(await look(['conversions'])).toEqual([told('conversions', 'waited longer than 24 hours')]);
    await conversion(`waiting_since = now()`);
    await dataSource.query(
      `INSERT INTO answer (id, participant_id, question_id, media_id, title, created_at, join_problem)
       SELECT gen_random_uuid(), p.id, 1, m.id, 'In pieces', now(), 'too long' FROM participant p, media_file m LIMIT 1`,
    );
    expect(await look(['conversions'])).toEqual([
      expect.objectContaining({ severity: 'notice', text: '1 answers could not be joined; /admin says why.' }),
    ]);
    const joins = (set: string) => dataSource.query(`UPDATE answer SET join_problem = NULL, ${set}`);
    await joins('join_due_at = now(), join_failures = 7');
    expect(await look(['conversions'])).toEqual([]);
    await joins('join_failures = 8');
    expect(await look(['conversions'])).toEqual([told('conversions', 'could not be joined in 8 tries or more')]);
    await dataSource.query('DELETE FROM answer');
    await dataSource.query(`INSERT INTO media_deletion (key, requested_at) VALUES ('gone', now() - interval '2 days')`);
    expect(await look(['deletions'])).toEqual([
      expect.objectContaining({ part: 'deletions', severity: 'wrong', canBeMended: true }),
    ]);
    await dataSource.query('DELETE FROM media_deletion');
    await dataSource.query(
      `INSERT INTO upload_session (id, audience, filename, mime_type, total_size, total_chunks, created_at)
       VALUES (gen_random_uuid(), 'public', 'a', 'video/webm', 1, 1, now() - interval '4 days')`,
    );
    expect(await look(['uploads'])).toEqual([
      expect.objectContaining({ severity: 'notice', text: expect.stringContaining('1 uploads') }),
    ]);
    // It waits for its owner, however long.
    await dataSource.query(`UPDATE upload_session SET audience = 'set_apart'`);
    expect(await look(['uploads'])).toEqual([]);
    await dataSource.query('DELETE FROM upload_session');
    expect(await look(['conversions', 'deletions', 'uploads'])).toEqual([]);
  });

  it('names lines of the ledger that say nothing', async () => {
    const ledger = path.join(testApp.config.stateDir, 'ledger/withdrawals.jsonl');
    await folderOf(ledger);
    await appendFile(ledger, '{"at":"2026-01-01T00:00:00.000Z","kind":"unheard of"}\n');
    expect(await look(['ledger'])).toEqual([told('ledger', 'a "no" may be lost')]);
    await rm(ledger);
  });

  it('names walls that are missing', async () => {
    const config = settings({ programFolders: [] });
    expect(await look(['sandbox'], { config })).toEqual([
      expect.objectContaining({ severity: 'notice', text: expect.stringContaining('decoded without') }),
    ]);
  });

  it('names a mail server that takes nothing, and none that does', async () => {
    await using server = await startMailServer();
    expect(await look(['mail'], { config: settings({ smtpUrl: server.url }) })).toEqual([]);
    const config = settings({ smtpUrl: 'smtp://127.0.0.1:9' });
    expect(await look(['mail'], { config })).toEqual([told('mail', 'does not take mails (ESOCKET)')]);
    expect(await look(['mail'])).toEqual([expect.objectContaining({ severity: 'notice' })]);
  });

  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const hasOpenssl = folders.some((folder) => existsSync(path.join(folder, 'openssl')));
  (hasOpenssl ? describe : describe.skip)('with openssl', () => {
    it('names a certificate that is bad, or ends soon', async () => {
      await using server = await startTlsServer(5);
      const config = settings({ publicUrl: server.url });
      expect(await look(['certificate'], { config })).toEqual([told('certificate', 'with a good certificate')]);
      const trusted = tls.getCACertificates('default');
      tls.setDefaultCACertificates([...trusted, server.certificate]);
      try {
        expect(await look(['certificate'], { config })).toEqual([told('certificate', /ends in [45] days/)]);
        await using good = await startTlsServer(50);
        tls.setDefaultCACertificates([...trusted, good.certificate]);
        expect(await look(['certificate'], { config: settings({ publicUrl: good.url }) })).toEqual([]);
      } finally {
        tls.setDefaultCACertificates(trusted);
      }
    });
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
