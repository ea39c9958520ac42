import type { AuditPage } from '../contract/staff/audit.js';
import { type Passkey, type Producer, STAFF_LINK_FRAGMENT } from '../contract/staff/staff.js';
import { StaffAccounts } from '../platform/auth/staff-accounts.service.js';
import { LaterMails } from '../platform/mail/later-mails.js';
import { type MailServer, startMailServer } from './mail-server.js';
import { PasskeyDevice } from './passkey-device.js';
import { createTestApp, type TestApp } from './test-app.js';

/** Where the pages of the tests say they are. */
export const ORIGIN = 'http://localhost:3000';
export const SESSION = '/api/admin/session';
/** Of the producer whom every case begins with. */
export const IDA = 'ida@example.org';

export type Browser = ReturnType<TestApp['browser']>;

/** A server whose producers have accounts, a mail server beside it, and what producers do there. */
export class AccountsApp {
  /** What this case asks from: nobody has asked from it before. */
  address: string;
  private addresses = 0;

  private constructor(
    readonly testApp: TestApp,
    readonly mailServer: MailServer,
  ) {}

  static async start(): Promise<AccountsApp> {
    const mailServer = await startMailServer();
    const env = { STAFF_ACCOUNTS: '1', TRUST_PROXY: '1', SMTP_URL: mailServer.url };
    return new AccountsApp(await createTestApp(env), mailServer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.testApp.close();
    await this.mailServer[Symbol.asyncDispose]();
  }

  /** Before each case: Ida is the only producer, and nothing is counted or mailed yet. */
  async begin(): Promise<void> {
    this.address = `203.0.113.${++this.addresses}`;
    for (const table of ['staff_account', 'passkey_challenge', 'rate_limit']) await this.query(`DELETE FROM ${table}`);
    await this.add('Ida', IDA);
    this.mailServer.received.length = 0;
  }

  readonly query = <Row = object>(sql: string, values: unknown[] = []) =>
    this.testApp.dataSource.query<Row[]>(sql, values);

  accounts(): StaffAccounts {
    return this.testApp.app.get(StaffAccounts, { strict: false });
  }

  readonly add = (name: string, email: string) => this.accounts().add({ name, email }, null);

  /** A network that nobody has asked from before. */
  readonly elsewhere = () => `2001:db8:${++this.addresses}::1`;

  readonly ask = (email = IDA, from: string | Browser = this.address, page = 'admin') =>
    (typeof from === 'string' ? this.testApp.http : from)
      .post(`${SESSION}/link`)
      .set('X-Forwarded-For', typeof from === 'string' ? from : this.address)
      .send({ email, page });

  /** Mails go once the answer has gone. */
  readonly mailed = () => this.testApp.app.get(LaterMails, { strict: false }).beforeApplicationShutdown();

  /** Of the newest link that was asked for. */
  readonly link = async (email = IDA, page = 'admin') => {
    const before = this.tokens().length;
    await this.ask(email, this.elsewhere(), page).expect(202);
    await this.mailed();
    const token = this.tokens()[before];
    if (token === undefined) throw new Error(`No link was mailed to ${email}.`);
    return token;
  };

  readonly signIn = async (email = IDA) => {
    const browser = this.testApp.browser();
    await use(browser, await this.link(email)).expect(200);
    return browser;
  };

  readonly challenge = async () => {
    const { body } = await this.testApp.http.post(`${SESSION}/passkey/options`).expect(200);
    return (body as PublicKeyCredentialRequestOptionsJSON).challenge;
  };

  readonly usePasskey = (response: object, browser: Pick<Browser, 'post'> = this.testApp.http) =>
    browser.post(`${SESSION}/passkey`).send({ response });

  private tokens(): string[] {
    return this.mailServer.received.flatMap(
      ({ content }) => content.text!.split(STAFF_LINK_FRAGMENT)[1]?.split('\n')[0] ?? [],
    );
  }
}

export const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

export const use = (browser: Pick<Browser, 'post'>, token: string) =>
  browser.post(`${SESSION}/link/use`).send({ token });

export const listProducers = async (browser: Browser) =>
  (await browser.get('/api/admin/producers').expect(200)).body as Producer[];

/** The newest entries of the audit. */
export const newestEntries = async (browser: Browser, count = 1) =>
  ((await browser.get('/api/admin/audit').expect(200)).body as AuditPage).entries
    .slice(0, count)
    .map(({ producer, action, subject }) => ({ producer, action, subject: subject.type }));

/** Adds a passkey of `device` for whoever is signed in there. */
export const makePasskey = async (browser: Browser, device = new PasskeyDevice(), label = 'Laptop') => {
  const { body: options } = await browser.post('/api/admin/passkeys/options').expect(200);
  const response = device.make(options as PublicKeyCredentialCreationOptionsJSON, ORIGIN);
  const added = await browser.post('/api/admin/passkeys').send({ response, label });
  return { device, added, passkey: added.body as Passkey, response };
};

/** Calls that change something. */
export const CHANGES: ['post' | 'delete', string][] = [
  ['post', '/api/admin/producers'],
  ['delete', `/api/admin/producers/${crypto.randomUUID()}`],
  ['post', '/api/admin/passkeys/options'],
  ['post', '/api/admin/passkeys'],
  ['delete', `/api/admin/passkeys/${crypto.randomUUID()}`],
  ['post', `${SESSION}/link`],
  ['post', `${SESSION}/link/use`],
  ['post', `${SESSION}/passkey/options`],
  ['post', `${SESSION}/passkey`],
];
