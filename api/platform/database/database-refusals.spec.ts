import type { ErrorBody } from '../../contract/common/errors.js';
import { runQuery, testServer } from '../../testing/test-database.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';

/** Ends every connection to the database but this one, as a restart of the server does. */
const CUT_OTHERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

let testApp: TestApp;
let names = 0;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const register = () =>
  testApp.http.post('/api/register').send({ firstName: 'Anna', lastName: 'Berg', email: `anna${++names}@example.org` });

describe('refuses', () => {
  it('with 507 what the database has no space for', async () => {
    await testApp.dataSource.query(`
      CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
    await testApp.dataSource.query('CREATE TRIGGER no_space BEFORE INSERT ON participant EXECUTE FUNCTION no_space()');
    const { status, body } = await register();
    await testApp.dataSource.query('DROP FUNCTION no_space CASCADE');
    expect([status, body]).toEqual([507, expect.objectContaining({ code: 'out_of_space' })]);
    await register().expect(201);
  });

  it('with 503 what a database that can only be read would have to save', async () => {
    const [row] = await testApp.dataSource.query<{ name: string }[]>('SELECT current_database() AS name');
    const elsewhere = { ...testServer(), database: row!.name };
    const setReadOnly = async (isOn: boolean) => {
      await runQuery(
        elsewhere,
        `BEGIN; SET TRANSACTION READ WRITE; ALTER DATABASE "${row!.name}" SET default_transaction_read_only = ${isOn}; COMMIT`,
      );
      await runQuery(elsewhere, CUT_OTHERS);
    };
    await setReadOnly(true);
    // Before that it may be away.
    await until(async () => ((await register()).body as ErrorBody).code === 'read_only');
    await register().expect(503);
    await setReadOnly(false);
    await until(async () => (await register()).status === 201);
  });
});
