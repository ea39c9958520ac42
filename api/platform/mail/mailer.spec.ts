import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Test } from '@nestjs/testing';
import PostalMime from 'postal-mime';
import { ConfigModule } from '../config/config.module.js';
import { loadConfig } from '../config/load-config.js';
import { startMailServer } from '../../testing/mail-server.js';
import { composeMail, type Mail } from './mail.js';
import { MailModule } from './mail.module.js';
import { Mailer, MailRefused } from './mailer.js';

const mail = (to: string) =>
  composeMail(to, 'Für Sie: ein Link', ['Grüße, Zoë', { label: 'Weiter', url: 'https://x.org/#a=b' }]);
const notSent = {
  status: 503,
  code: 'mail_not_sent',
  message: 'We could not send the mail just now. Please try again in a few minutes.',
};

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);

describe('mailer', () => {
  let stateDir: string;
  let printed: unknown[];
  const print = (message: unknown) => void printed.push(message);
  beforeEach(async () => {
    printed = [];
    stateDir = await mkdtemp(path.join(os.tmpdir(), 'stories-mail-'));
  });
  afterEach(() => rm(stateDir, { recursive: true }));

  const outbox = () => path.join(stateDir, 'outbox');

  async function createMailer(env: Record<string, string> = {}): Promise<Mailer> {
    const config = loadConfig({ STATE_DIR: stateDir, STAFF_PASSWORD: 'any', ...env }, stateDir);
    const testing = await Test.createTestingModule({ imports: [ConfigModule.register(config), MailModule] }).compile();
    testing.useLogger({ log: print, warn: print, error: print, debug: print });
    return testing.get(Mailer);
  }

  /** Of a mail to which the mail server says that. */
  async function failureOf(reply: string): Promise<unknown> {
    await using server = await startMailServer();
    server.replies.set('anna@example.org', reply);
    const mailer = await createMailer({ SMTP_URL: server.url });
    return await mailer.send(mail('anna@example.org')).catch((error: unknown) => error);
  }

  describe('with a mail server', () => {
    it.each(['path', 'href'])('reads nothing from elsewhere into a mail, by its %s', async (by) => {
      await using server = await startMailServer();
      await using site = http.createServer((_, response) => void response.end('private'));
      await once(site.listen(0, '127.0.0.1'), 'listening');
      const file = path.join(stateDir, 'a.txt');
      await writeFile(file, 'private');
      const where = by === 'path' ? file : `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
      const mailer = await createMailer({ SMTP_URL: server.url });
      const attachments = [{ filename: 'a.txt', [by]: where }] as unknown as Mail['attachments'];
      await expect(mailer.send({ ...mail('anna@example.org'), attachments })).rejects.toMatchObject(notSent);
      expect(server.received).toEqual([]);
    });

    it('hands over a mail that arrives as it was written', async () => {
      await using server = await startMailServer();
      const mailer = await createMailer({ SMTP_URL: server.url, MAIL_FROM: 'ME/CFS stories <stories@example.org>' });
      await mailer.send(mail('anna@example.org'));
      expect(server.received).toEqual([
        { from: 'stories@example.org', to: ['anna@example.org'], content: expect.anything() as unknown },
      ]);
      const { subject, from, to, text, html, headers } = server.received[0]!.content;
      expect({ subject, from, to, text }).toEqual({
        subject: 'Für Sie: ein Link',
        from: { name: 'ME/CFS stories', address: 'stories@example.org' },
        to: [{ name: '', address: 'anna@example.org' }],
        text: 'Grüße, Zoë\n\nWeiter:\nhttps://x.org/#a=b\n',
      });
      expect(html).toContain('<p>Grüße, Zoë</p>');
      expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
      expect(headers.find(({ key }) => key === 'x-auto-response-suppress')?.value).toBe('All');
      // Which program writes them is nobody's business.
      expect(headers.map(({ key }) => key)).not.toContain('x-mailer');
    });

    it.each([
      ['anna@\u017Felf.example', 'anna@self.example'],
      ['anna@so\u00ADft.example', 'anna@soft.example'],
      ['anna@ＢＩＧ.example', 'anna@big.example'],
      // The server shows the letters of the DNS as what they stand for.
      ['anna@xn--gmal-nza.example', 'anna@gmaıl.example'],
      ['anna@gmaıl.example', 'anna@gmaıl.example'],
    ])('sends for %s to %s, whatever else the domain could be read as', async (address, mailbox) => {
      await using server = await startMailServer();
      const mailer = await createMailer({ SMTP_URL: server.url, MAIL_FROM: 'stories@example.org' });
      await mailer.send(mail(address));
      expect(server.received.map(({ to }) => to)).toEqual([[mailbox]]);
    });

    it.each(['zoë@example.org', 'anna+story@example.org', "o'brien@example.org"])(
      'sends to %s alone',
      async (address) => {
        await using server = await startMailServer();
        await (await createMailer({ SMTP_URL: server.url })).send(mail(address));
        expect(server.received.map(({ to }) => to)).toEqual([[address]]);
      },
    );
  });

  describe('without one', () => {
    it('writes each mail as a file that a mail program opens and nobody else may read', async () => {
      const mailer = await createMailer();
      await mailer.send(mail('anna@example.org'));
      await mailer.send(mail('"anna, bert"@example.org'));
      const names = await readdir(outbox());
      expect(names).toEqual([
        expect.stringMatching(/^[\dTZ.-]+-[\da-f-]{36}\.eml$/),
        expect.stringMatching(/^[\dTZ.-]+-[\da-f-]{36}\.eml$/),
      ]);
      const recipients: (string | undefined)[] = [];
      for (const name of names) {
        const file = path.join(outbox(), name);
        expect((await stat(file)).mode & 0o777).toBe(0o600);
        const bytes = await readFile(file);
        expect(bytes.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n\u0080-\u00ff]/);
        const { to, text } = await PostalMime.parse(bytes);
        recipients.push(...(to ?? []).map(({ address }) => address));
        expect(text).toBe(`${mail('any').text}\n`);
      }
      expect(new Set(recipients)).toEqual(new Set(['anna@example.org', '"anna, bert"@example.org']));
      expect((await stat(outbox())).mode & 0o777).toBe(0o700);
    });

    it.each([
      'anna@example.org',
      '"anna, bert"@example.org',
      'zoë@example.org',
      `${'a'.repeat(60)}@${'b'.repeat(60)}.org`,
    ])('removes what was written to %s, and nothing of others', async (address) => {
      const mailer = await createMailer();
      for (const to of [address, 'other@example.org', address]) await mailer.send(mail(to));
      const seen: string[] = [];
      await mailer.forget((to) => seen.push(to) > 0 && to === address);
      expect(seen.toSorted()).toEqual([address, address, 'other@example.org'].toSorted());
      expect(await readdir(outbox())).toHaveLength(1);
    });

    it('removes each mail after a week', async () => {
      const mailer = await createMailer();
      for (const to of ['anna@example.org', 'ben@example.org']) await mailer.send(mail(to));
      const [first, second] = (await readdir(outbox())).toSorted();
      await utimes(path.join(outbox(), first!), daysAgo(8), daysAgo(8));
      await utimes(path.join(outbox(), second!), daysAgo(6), daysAgo(6));
      await mailer.sweep();
      expect(await readdir(outbox())).toEqual([second]);
    });
  });

  describe('refuses', () => {
    it('to say that a mail is sent which the mail server refused', async () => {
      await using server = await startMailServer();
      server.refuseAll(true);
      const mailer = await createMailer({ SMTP_URL: server.url });
      await expect(mailer.send(mail('anna@example.org'))).rejects.toMatchObject(notSent);
      expect(server.received).toEqual([]);
    });

    it.each([
      '550 <anna@example.org> is nobody',
      '550 Unrouteable address',
      '550 5.1.1 <anna@example.org>: Recipient address rejected: User unknown',
      '550 5.1.1 The account that you tried to reach\ndoes not exist',
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound',
      '556 5.1.10 The domain takes no mails',
      '550 5.2.1 The account is disabled',
      '550 (5.1.1) No such user',
      '550 #5.1.1',
      '550 5.1.1 <anna@example.org>: Recipient address rejected: User unknown in relay recipient table',
      '550 5.4.1 Recipient address rejected: Access denied',
      // Whose names say nothing of whose fault it is.
      '550 <jane.black@example.org> is nobody',
      '550 No such user: blockhaus@example.org',
      '550 relay3.example.org: user unknown',
      '550 [5.7.1.9] knows no such user',
    ])('for good, and in words that ask for another address: %s', async (reply) => {
      const failure = await failureOf(reply);
      expect(failure).toBeInstanceOf(MailRefused);
      expect(failure).toMatchObject({
        status: 422,
        code: 'mail_refused',
        message: 'The mail server refuses mails to this address. Please check how it is written.',
      });
    });

    it.each([
      '452 4.2.2 The mailbox is full',
      '450 4.1.1 User unknown in the moment',
      '552 5.2.2 The mailbox is full',
      // Of this server or of who sends, which most mail servers tell no earlier.
      '554 5.7.1 <anna@example.org>: Relay access denied',
      '553 5.7.1 <stories@example.org>: Sender address rejected: not owned by user',
      '554 5.7.1 Client host [192.0.2.1] blocked using zen.example',
      '550 5.1.8 <stories@example.org>: Sender address rejected: Domain not found',
      '550 5.1.7 <stories@example.org>: Sender address rejected',
      '550 5.1.1 <stories@example.org>: unauthorized sender',
      '550 #5.7.1 Your access is rejected',
      '550 (5.7.1) Your access is rejected',
      '550 5.7.1: Your access is rejected',
      '550 5.7.1',
      '550 5.4.1 No answer from host',
      '550 relay not permitted',
      '550 Sender verify failed',
      '550 rejected because 192.0.2.1 is in a black list',
      '553 That domain is not in the list of allowed hosts',
      '554 Transaction failed',
    ])('only for now: %s', async (reply) => {
      const failure = await failureOf(reply);
      expect(failure).not.toBeInstanceOf(MailRefused);
      expect(failure).toMatchObject(notSent);
    });

    it('and says why in the log, but not whose mail it was', async () => {
      await failureOf('550 <anna@example.org> is nobody');
      expect(printed).toEqual(['A mail was not sent: EENVELOPE RCPT TO 550']);
    });

    it('when the mail server is not there', async () => {
      const probe = net.createServer();
      await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
      const { port } = probe.address() as AddressInfo;
      await new Promise((resolve) => probe.close(resolve));
      const mailer = await createMailer({ SMTP_URL: `smtp://127.0.0.1:${port}` });
      await expect(mailer.send(mail('anna@example.org'))).rejects.toMatchObject(notSent);
    });

    it('when the mail cannot be written', async () => {
      await writeFile(outbox(), 'in the way');
      await expect((await createMailer()).send(mail('anna@example.org'))).rejects.toMatchObject(notSent);
    });
  });
});
