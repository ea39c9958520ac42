import { type Producer } from '../../contract/staff/staff.js';
import {
  AccountsApp,
  CHANGES,
  IDA,
  listProducers,
  makePasskey,
  newestEntries,
  ORIGIN,
  SESSION,
  statuses,
  use,
} from '../../testing/accounts-app.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { startSecondServer } from '../../testing/second-server.js';
import { createTestApp, TEST_STAFF_PASSWORD } from '../../testing/test-app.js';
import { NamedProducers1700000000710 } from '../database/migrations/1700000000710-named-producers.js';
import { hashToken, newToken } from './opaque-token.js';
import { StaffAccounts } from './staff-accounts.service.js';

const cookies = (all: unknown) => [all].flat().map((cookie) => String(cookie).split(';')[0]!);

describe('accounts of producers', () => {
  let site: AccountsApp;

  beforeAll(async () => {
    site = await AccountsApp.start();
  });
  afterAll(() => site[Symbol.asyncDispose]());
  beforeEach(() => site.begin());

  describe('a producer', () => {
    it('adds another, who is told by mail and signs in', async () => {
      const ida = await site.signIn();
      site.mailServer.received.length = 0;
      const added = await ida
        .post('/api/admin/producers')
        .send({ name: ' Otto ', email: 'Otto@Example.org' })
        .expect(201);
      expect(added.body).toEqual({
        id: expect.any(String) as string,
        name: 'Otto',
        email: 'otto@example.org',
        createdAt: expect.any(String) as string,
        lastSignedInAt: null,
        isYou: false,
      });
      expect(site.mailServer.received.map(({ to }) => to)).toEqual([['otto@example.org']]);
      expect(site.mailServer.received[0]!.content.text).toContain(`${ORIGIN}/admin\n`);
      expect(await newestEntries(ida)).toEqual([{ producer: 'Ida', action: 'producer_added', subject: 'producer' }]);
      const [{ by }] = (await site.query<{ by: string }>(
        `SELECT adder.email AS by FROM staff_account a JOIN staff_account adder ON adder.id = a.added_by`,
      )) as [{ by: string }];
      expect(by).toBe(IDA);
      const otto = await site.signIn('otto@example.org');
      expect((await listProducers(otto)).map(({ name, isYou }) => ({ name, isYou }))).toEqual([
        { name: 'Ida', isYou: false },
        { name: 'Otto', isYou: true },
      ]);
    });

    it('is added once for one mailbox', async () => {
      const ida = await site.signIn();
      const again = await ida.post('/api/admin/producers').send({ name: 'Ida', email: 'IDA@example.org' }).expect(409);
      expect(again.body).toMatchObject({ code: 'already_producer' });
      const both = await Promise.all(
        ['otto@example.org', 'Otto@example.org'].map((email) =>
          ida.post('/api/admin/producers').send({ name: 'Otto', email }),
        ),
      );
      expect(statuses(both)).toEqual([201, 409]);
    });

    it('has a name that is nobody else’s, in whatever letters', async () => {
      const ida = await site.signIn();
      const taken = await ida.post('/api/admin/producers').send({ name: 'IDA', email: 'otto@example.org' }).expect(409);
      expect(taken.body).toMatchObject({ code: 'name_taken' });
      expect(site.mailServer.received.map(({ to }) => to)).toEqual([[IDA]]);
      await ida.post('/api/admin/producers').send({ name: 'Ida Berg', email: 'otto@example.org' }).expect(201);
    });

    it('is none to whom no mail can go', async () => {
      const ida = await site.signIn();
      site.mailServer.replies.set('otto@example.org', '550 5.1.1 No such user');
      const refused = await ida.post('/api/admin/producers').send({ name: 'Otto', email: 'otto@example.org' });
      site.mailServer.replies.clear();
      expect({ status: refused.status, body: refused.body as object }).toMatchObject({
        status: 422,
        body: { code: 'mail_refused' },
      });
      expect((await listProducers(ida)).map(({ name }) => name)).toEqual(['Ida']);
      expect((await newestEntries(ida, 2)).map(({ action }) => action)).toEqual(['producer_removed', 'producer_added']);
    });

    it.each([
      { name: '', email: 'otto@example.org' },
      { name: 'x'.repeat(101), email: 'otto@example.org' },
      { name: 'Otto', email: 'no address' },
    ])('is not added as %j', async (body) => {
      const ida = await site.signIn();
      await ida.post('/api/admin/producers').send(body).expect(400);
    });

    it('who is removed is signed out at once, on every server, and nothing signs them in', async () => {
      await using second = await startSecondServer(site.testApp);
      await site.add('Otto', 'otto@example.org');
      const [ida, otto] = [await site.signIn(), await site.signIn('otto@example.org')];
      const { device } = await makePasskey(otto);
      const token = await site.link('otto@example.org');
      const { id } = (await listProducers(ida)).find(({ name }) => name === 'Otto')!;
      await ida.delete(`/api/admin/producers/${id}`).expect(204);
      expect(await newestEntries(ida)).toEqual([{ producer: 'Ida', action: 'producer_removed', subject: 'producer' }]);
      await otto.get('/api/admin/users').expect(401);
      await second.http.post(`${SESSION}/link/use`).send({ token }).expect(410);
      await site
        .usePasskey(device.sign({ origin: ORIGIN, challenge: await site.challenge() }), second.http)
        .expect(401);
      for (const table of ['staff_session', 'staff_browser', 'passkey', 'staff_link']) {
        const left = await site.query(
          `SELECT FROM ${table} WHERE account_id IS DISTINCT FROM (SELECT id FROM staff_account)`,
        );
        expect({ table, left }).toEqual({ table, left: [] });
      }
      await ida.delete(`/api/admin/producers/${id}`).expect(404);
      await ida.delete('/api/admin/producers/nonsense').expect(404);
    });

    it('does not remove themselves', async () => {
      const ida = await site.signIn();
      const [{ id }] = (await listProducers(ida)) as [Producer];
      const refused = await ida.delete(`/api/admin/producers/${id}`).expect(409);
      expect(refused.body).toMatchObject({ code: 'own_account' });
    });

    it('is left of two who remove each other at once', async () => {
      await site.add('Otto', 'otto@example.org');
      const [ida, otto] = [await site.signIn(), await site.signIn('otto@example.org')];
      const producers = await listProducers(ida);
      const idOf = (name: string) => producers.find((each) => each.name === name)!.id;
      await using release = await holdTransaction(site.testApp.dataSource, (transaction) =>
        transaction.query('SELECT FROM staff_account FOR UPDATE'),
      );
      const removals = Promise.all([
        ida.delete(`/api/admin/producers/${idOf('Otto')}`),
        otto.delete(`/api/admin/producers/${idOf('Ida')}`),
      ]);
      await untilBlocked(site.testApp.dataSource, 2);
      await release();
      expect(statuses(await removals)).toEqual([204, 401]);
      expect(await site.query('SELECT FROM staff_account')).toHaveLength(1);
    });

    it('who is removed while they add somebody, or a passkey, adds nobody and none', async () => {
      await site.add('Otto', 'otto@example.org');
      const otto = await site.signIn('otto@example.org');
      await using release = await holdTransaction(site.testApp.dataSource, (transaction) =>
        transaction.query(`DELETE FROM staff_account WHERE email = 'otto@example.org'`),
      );
      const adding = Promise.all([
        otto.post('/api/admin/producers').send({ name: 'Uwe', email: 'uwe@example.org' }),
        otto.post('/api/admin/passkeys/options'),
      ]);
      await untilBlocked(site.testApp.dataSource, 2);
      await release();
      expect(statuses(await adding)).toEqual([401, 401]);
      expect(await site.query('SELECT email FROM staff_account')).toEqual([{ email: IDA }]);
    });

    it('who is removed while they sign in is not signed in', async () => {
      const token = await site.link();
      await using release = await holdTransaction(site.testApp.dataSource, (transaction) =>
        transaction.query('DELETE FROM staff_account'),
      );
      const signingIn = Promise.resolve(use(site.testApp.browser(), token));
      await untilBlocked(site.testApp.dataSource);
      await release();
      expect((await signingIn).status).toBe(410);
      expect(await site.query('SELECT FROM staff_session')).toEqual([]);
    });
  });

  it('are told of at the start, where there are none', async () => {
    const unused = 'STAFF_PASSWORD opens nothing: producers have accounts.';
    expect(await site.accounts().findHints()).toEqual([unused]);
    await site.accounts().removeByEmail(IDA);
    expect(await site.accounts().findHints()).toEqual([
      'There are no producers yet. Add one: npm run staff -- add EMAIL "NAME"',
      unused,
    ]);
  });
});

describe('producers of before, of whom several had one name', () => {
  it('are told apart by the e-mail of whoever came later', async () => {
    await using site = await AccountsApp.start();
    await site.begin();
    const migration = new NamedProducers1700000000710();
    await site.testApp.dataSource.transaction(({ queryRunner }) => migration.down(queryRunner!));
    await site.add('ida', 'second@example.org');
    await site.add('Otto', 'otto@example.org');
    await site.add('IDA', 'third@example.org');
    await site.testApp.dataSource.transaction(({ queryRunner }) => migration.up(queryRunner!));
    expect((await site.accounts().list(null)).map(({ name }) => name)).toEqual([
      'Ida',
      'ida (second@example.org)',
      'Otto',
      'IDA (third@example.org)',
    ]);
  });
});

describe('the setting of accounts', () => {
  it('ends what was opened the other way, in both directions', async () => {
    const shared = await createTestApp();
    const connection = (shared.dataSource.options as unknown as { extra: never }).extra;
    const state = { stateDir: shared.config.stateDir, connection };
    const browser = shared.browser();
    const { headers } = await browser.post(SESSION).send({ password: TEST_STAFF_PASSWORD }).expect(201);
    const byPassword = cookies((headers as Record<string, unknown>)['set-cookie']);
    await shared.http.get(SESSION).set('Cookie', byPassword).expect(200);

    const accounts = await createTestApp({ STAFF_ACCOUNTS: '1' }, { state });
    await accounts.http.get(SESSION).set('Cookie', byPassword).expect(401);
    const service = accounts.app.get(StaffAccounts, { strict: false });
    await service.add({ name: 'Ida', email: IDA }, null);
    const token = newToken();
    await accounts.dataSource.query(
      `INSERT INTO staff_link (token_hash, account_id, page, created_at) SELECT $1, id, 'admin', now() FROM staff_account`,
      [hashToken(token)],
    );
    const used = await accounts.http.post(`${SESSION}/link/use`).send({ token }).expect(200);
    const byAccount = cookies((used.headers as Record<string, unknown>)['set-cookie']);
    await accounts.http.get(SESSION).set('Cookie', byAccount).expect(200);
    await shared.http.get(SESSION).set('Cookie', byAccount).expect(401);
    // What is nobody's account opens nothing, whatever its token.
    await accounts.dataSource.query('UPDATE staff_session SET account_id = NULL');
    await accounts.http.get(SESSION).set('Cookie', byAccount).expect(401);
    await accounts.close();
    await shared.close();
  });

  it('off leaves no route of accounts, and no page that asks for passkeys', async () => {
    const testApp = await createTestApp();
    const { headers } = await testApp.http.get('/api/health');
    expect((headers as Record<string, string>)['permissions-policy']).toContain('publickey-credentials-get=()');
    const calls: ['get' | 'post' | 'delete', string][] = [
      ['get', '/api/admin/producers'],
      ['get', '/api/admin/passkeys'],
      ...CHANGES,
    ];
    for (const [method, path] of calls) {
      const { status, body } = await testApp.staff()[method](path);
      expect({ path, status, body: body as object }).toMatchObject({
        path,
        status: 404,
        body: { code: 'no_accounts' },
      });
    }
    await testApp.close();
  });
});
