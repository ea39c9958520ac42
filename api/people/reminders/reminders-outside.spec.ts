import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { areBlocked, holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { type MailServer, startMailServer } from '../../testing/mail-server.js';
import { provenPerson } from '../../testing/proven-person.js';
import { createTestApp, newState, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { RemindersService } from './reminders.service.js';

/** In which whatever does not wait has ended. */
const A_WHILE_MS = 1000;

/** Of another recording each time. */
const heldDraftPath = () => `/api/reminder/held-draft?draft=${randomUUID()}`;
const sendDue = ({ app }: TestApp) => app.get(RemindersService, { strict: false }).sendDue();

describe('reminders, over a mail server,', () => {
  let server: MailServer;
  let state: Awaited<ReturnType<typeof newState>>;
  /** Without a mail server: its people get their links as files. It looks after no reminders. */
  let people: TestApp;
  const started: TestApp[] = [];
  beforeAll(async () => {
    server = await startMailServer();
    state = await newState();
    people = await createTestApp({ ROLES: 'web' }, { state });
  });
  afterAll(async () => {
    await people.close();
    await state.dispose();
    await server[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    for (const table of ['reminder', 'held_draft']) await people.dataSource.query(`DELETE FROM ${table}`);
    server.received.length = 0;
  });
  afterEach(async () => {
    server.hang(false);
    server.refuseAll(false);
    server.refused.clear();
    server.replies.clear();
    for (const app of started.splice(0)) await app.close();
  });

  async function start(): Promise<TestApp> {
    const app = await createTestApp({ SMTP_URL: server.url }, { state, hasLine: true });
    started.push(app);
    return app;
  }
  async function stop(app: TestApp): Promise<void> {
    started.splice(started.indexOf(app), 1);
    await app.close();
  }

  /** Somebody whose reminder is due, later than those before. */
  async function duePerson() {
    const person = await provenPerson(people);
    await ask(person);
    return person;
  }
  async function ask({ id, browser }: Awaited<ReturnType<typeof provenPerson>>): Promise<void> {
    const at = new Date(Date.now() + 86_400_000).toISOString();
    await browser.put('/api/reminder').send({ at }).expect(200);
    await people.dataSource.query('UPDATE reminder SET due_at = now() WHERE participant_id = $1', [id]);
  }

  const mailedTo = () => server.received.map(({ to: [address] }) => address);
  const stillDue = async () => {
    const rows = await people.dataSource.query<{ email: string }[]>(
      'SELECT email FROM reminder JOIN participant ON id = participant_id WHERE sent_at IS NULL ORDER BY due_at',
    );
    return rows.map(({ email }) => email);
  };
  /** Leaves a reminder as sent that was not: its mail was refused while the database was away. */
  async function failWithoutDatabase(app: TestApp): Promise<void> {
    server.hang(true);
    server.refuseAll(true);
    const round = sendDue(app);
    await until(() => server.waiting === 1);
    await app.line.cut();
    server.hang(false);
    await round;
    server.refuseAll(false);
    await app.line.mend();
    expect(await stillDue()).toEqual([]);
  }

  /** Whether `work` ends while the table is locked, and does not wait for that. */
  async function endsDespite(lock: 'SHARE' | 'ACCESS EXCLUSIVE', work: () => Promise<void>): Promise<boolean> {
    await using letGo = await holdTransaction(people.dataSource, (transaction) =>
      transaction.query(`LOCK TABLE reminder IN ${lock} MODE`),
    );
    let hasEnded = false;
    const working = work().finally(() => (hasEnded = true));
    await Promise.race([working, until(async () => hasEnded || (await areBlocked(people.dataSource)))]);
    const hasNotWaited = hasEnded;
    await letGo();
    await working;
    return hasNotWaited;
  }

  it('are sent whatever becomes of another, which stays due and is tried again', async () => {
    const app = await start();
    const [first, second, third] = [await duePerson(), await duePerson(), await duePerson()];
    server.refused.add(first.email);
    await sendDue(app);
    expect(mailedTo()).toEqual([second.email, third.email]);
    expect(await stillDue()).toEqual([first.email]);
    server.refused.clear();
    await sendDue(app);
    expect(mailedTo()).toEqual([second.email, third.email, first.email]);
    expect(await stillDue()).toEqual([]);
  });

  it('are tried once where nobody has the address, says the mail server, and again at another one', async () => {
    const app = await start();
    const { id, email } = await duePerson();
    server.replies.set(email, '550 5.1.1 User unknown');
    await sendDue(app);
    server.replies.clear();
    await sendDue(app);
    expect(mailedTo()).toEqual([]);
    const corrected = `corrected-${email}`;
    await people.dataSource.query('UPDATE participant SET email = $2 WHERE id = $1', [id, corrected]);
    await sendDue(app);
    expect(mailedTo()).toEqual([corrected]);
    expect(await stillDue()).toEqual([]);
  });

  it('are noted as sent one at a time, so that a process that ends leaves the others due', async () => {
    const app = await start();
    const [first, second] = [await duePerson(), await duePerson()];
    server.hang(true);
    const round = sendDue(app);
    await until(() => server.waiting === 1);
    expect(await stillDue()).toEqual([second.email]);
    server.hang(false);
    await round;
    expect(mailedTo()).toEqual([first.email, second.email]);
  });

  it('are sent once by two servers that look at the same time', async () => {
    const servers = [await start(), await start()];
    const { id, email } = await duePerson();
    await using letGo = await holdTransaction(people.dataSource, (transaction) =>
      transaction.query('SELECT FROM reminder WHERE participant_id = $1 FOR UPDATE', [id]),
    );
    const rounds = Promise.all(servers.map(sendDue));
    await untilBlocked(people.dataSource, 2);
    await letGo();
    await rounds;
    expect(mailedTo()).toEqual([email]);
  });

  it('are sent in one round at a time', async () => {
    const app = await start();
    const [first, second] = [await duePerson(), await duePerson()];
    server.hang(true);
    const rounds = Promise.all([sendDue(app), sendDue(app)]);
    await until(() => server.waiting > 0);
    await wait(A_WHILE_MS);
    expect(server.waiting).toBe(1);
    server.hang(false);
    await rounds;
    expect(mailedTo()).toEqual([first.email, second.email]);
  });

  it('hold up no start when the mail server hangs', async () => {
    const { email } = await duePerson();
    server.hang(true);
    const app = await start();
    await app.http.get('/api/reminder').expect(401);
    await until(() => server.waiting === 1);
    expect(mailedTo()).toEqual([]);
    server.hang(false);
    await until(() => server.received.length === 1);
    expect(mailedTo()).toEqual([email]);
  });

  it('are not lost at a stop, which waits for the one under way and begins no other', async () => {
    const app = await start();
    const [first, second, third] = [await duePerson(), await duePerson(), await duePerson()];
    server.refused.add(first.email);
    server.hang(true);
    const round = sendDue(app);
    await until(() => server.waiting === 1);
    const reminders = app.app.get(RemindersService, { strict: false });
    using stopping = jest.spyOn(reminders, 'beforeApplicationShutdown');
    const stopped = stop(app);
    await until(() => stopping.mock.calls.length > 0);
    server.hang(false);
    await Promise.all([stopped, round]);
    expect(mailedTo()).toEqual([]);
    expect(await stillDue()).toEqual([first.email, second.email, third.email]);
  });

  it('are looked for no more once the server stops', async () => {
    const app = await start();
    await app.app.get(RemindersService, { strict: false }).beforeApplicationShutdown();
    expect(await endsDespite('ACCESS EXCLUSIVE', () => sendDue(app))).toBe(true);
  });

  it('are given back in the next round when the database was away', async () => {
    const app = await start();
    const { email } = await duePerson();
    await failWithoutDatabase(app);
    await sendDue(app);
    expect(mailedTo()).toEqual([email]);
    expect(await stillDue()).toEqual([]);
    // Nothing is left to be written.
    expect(await endsDespite('SHARE', () => sendDue(app))).toBe(true);
    expect(mailedTo()).toEqual([email]);
  });

  it('are given back at the stop when the database was away', async () => {
    const app = await start();
    const { email } = await duePerson();
    await failWithoutDatabase(app);
    await stop(app);
    expect(await stillDue()).toEqual([email]);
  });

  it('are not given back when they were set anew and sent by another server since', async () => {
    const [app, other] = [await start(), await start()];
    const person = await duePerson();
    await failWithoutDatabase(app);
    await ask(person);
    await sendDue(other);
    await sendDue(app);
    expect(mailedTo()).toEqual([person.email]);
    expect(await stillDue()).toEqual([]);
  });

  it('are given back when the database noted them and could not say so', async () => {
    const app = await start();
    const { id, email } = await duePerson();
    await using letGo = await holdTransaction(people.dataSource, (transaction) =>
      transaction.query('SELECT FROM reminder WHERE participant_id = $1 FOR UPDATE', [id]),
    );
    const round = sendDue(app);
    await untilBlocked(people.dataSource);
    await app.line.cut();
    await round;
    await letGo();
    await until(async () => (await stillDue()).length === 0);
    await app.line.mend();
    await sendDue(app);
    expect(mailedTo()).toEqual([email]);
  });

  it('lead back to a recording whose mail failed while something else changed, unless it was let go', async () => {
    const app = await start();
    /** Somebody who has held a recording for longer than a day, whose mail fails while `change` is made. */
    const failWhile = async (
      change: (holder: Awaited<ReturnType<typeof provenPerson>>, held: string) => Promise<unknown>,
    ) => {
      const holder = await provenPerson(people);
      const held = heldDraftPath();
      await holder.browser.put(held).expect(204);
      for (const [table, column] of [
        ['reminder', 'due_at'],
        ['held_draft', 'told_at'],
      ]) {
        await people.dataSource.query(
          `UPDATE ${table} SET ${column} = ${column} - interval '25 hours' WHERE participant_id = $1`,
          [holder.id],
        );
      }
      server.hang(true);
      server.refuseAll(true);
      const round = sendDue(app);
      await until(() => server.waiting === 1);
      await change(holder, held);
      server.hang(false);
      await round;
      server.refuseAll(false);
      return holder;
    };
    const other = heldDraftPath();
    const waiting = await failWhile(({ browser }) => browser.put(other).expect(204));
    expect(await stillDue()).toEqual([waiting.email]);
    await waiting.browser.delete(other).expect(204);
    await sendDue(app);
    expect(mailedTo()).toEqual([waiting.email]);
    await failWhile(({ browser }, held) => browser.delete(held).expect(204));
    await sendDue(app);
    expect(mailedTo()).toEqual([waiting.email]);
  });
});
