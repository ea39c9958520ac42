import { jest } from '@jest/globals';
import type { AuditPage } from '../../contract/staff/audit.js';
import { EMAIL_CHANGES_PER_DAY } from '../../contract/common/limits.js';
import { NEW_EMAIL_FRAGMENT } from '../../contract/stories/my-story.js';
import { EmailChanges } from '../../people/sign-in/email-changes.service.js';
import { EmailNoticesWorker } from '../../people/sign-in/email-notices.worker.js';
import { OutboxDelivery } from '../../platform/mail/outbox-delivery.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { readMyStory } from '../../testing/my-story.js';
import { readOutbox, signInTokenIn } from '../../testing/outbox.js';
import { openLink, provenPerson } from '../../testing/proven-person.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';

const PATH = '/api/my-story';

const deliver = OutboxDelivery.prototype.deliver;

describe('my story', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());

  const linkTo = async (email: string) => {
    const mails = (await readOutbox(testApp)).filter(({ to }) => to?.[0]?.address === email);
    const mail = mails.findLast(({ text }) => text?.includes(NEW_EMAIL_FRAGMENT));
    return mail?.text?.split(NEW_EMAIL_FRAGMENT)[1]?.split('\n')[0] ?? '';
  };

  describe('at another e-mail', () => {
    it('is reached there once the link was used, and the old address is told', async () => {
      const { browser, email } = await provenPerson(testApp);
      const next = `new-${email}`;
      await browser.post(`${PATH}/email`).send({ email: next }).expect(202);
      expect(await readMyStory(browser)).toMatchObject({ email });
      const token = await linkTo(next);
      await testApp.http.post(`${PATH}/email/confirm`).send({ token }).expect(204);
      expect(await readMyStory(browser)).toMatchObject({ email: next, isEmailProven: true });
      await testApp.http.post(`${PATH}/email/confirm`).send({ token }).expect(410);
      await until(async () => {
        const subjects = (await readOutbox(testApp))
          .filter(({ to }) => to?.[0]?.address === email)
          .map(({ subject }) => subject);
        return subjects.includes('Your e-mail is about to change') && subjects.includes('Your e-mail has changed');
      });
      await openLink(testApp, next);
    });

    it('is noted as the person’s own doing, by which a restore knows it', async () => {
      const { browser, email, id } = await provenPerson(testApp);
      const next = `new-${email}`;
      await browser.post(`${PATH}/email`).send({ email: next }).expect(202);
      await testApp.http
        .post(`${PATH}/email/confirm`)
        .send({ token: await linkTo(next) })
        .expect(204);
      const { body } = await testApp.staff().get(`/api/admin/audit?person=${id}`).expect(200);
      expect((body as AuditPage).entries).toMatchObject([{ actor: 'participant', action: 'own_data_changed' }]);
    });

    it('is told no last mail where only the spelling is another', async () => {
      const { browser, email } = await provenPerson(testApp);
      const next = email.replace(/^./, (letter) => letter.toUpperCase());
      await browser.post(`${PATH}/email`).send({ email: next }).expect(202);
      await testApp.http
        .post(`${PATH}/email/confirm`)
        .send({ token: await linkTo(next) })
        .expect(204);
      expect(await readMyStory(browser)).toMatchObject({ email: next });
      await testApp.app.get(EmailNoticesWorker, { strict: false }).look();
      await until(async () => (await testApp.dataSource.query('SELECT FROM email_notice')).length === 0);
      const mails = (await readOutbox(testApp)).filter(({ to }) => to?.[0]?.address?.toLowerCase() === email);
      expect(mails.map(({ subject }) => subject)).not.toContain('Your e-mail has changed');
    });

    it('leaves no mail about it to whoever is deleted while that is sent', async () => {
      const { browser, id, email } = await provenPerson(testApp);
      const mailedTo = async (address: string) =>
        (await readOutbox(testApp)).filter(({ to }) => to?.[0]?.address === address).length;
      using delivering = jest.spyOn(OutboxDelivery.prototype, 'deliver');
      const delivered = Promise.withResolvers<void>();
      delivering.mockImplementation(async function (this: OutboxDelivery, message) {
        try {
          const isNotice = message.subject === 'Your e-mail is about to change';
          if (isNotice) await testApp.staff().delete(`/api/admin/delete-user/${id}`).expect(200);
          await deliver.call(this, message);
          if (!isNotice) return;
          expect(await mailedTo(email)).toBe(1);
          delivered.resolve();
        } catch (error) {
          delivered.reject(error);
          throw error;
        }
      });
      await browser
        .post(`${PATH}/email`)
        .send({ email: `new-${email}` })
        .expect(202);
      await delivered.promise;
      await until(async () => (await mailedTo(email)) === 0);
    });

    it('is refused that of somebody else, who alone learns of it', async () => {
      const [one, other] = [await provenPerson(testApp), await provenPerson(testApp)];
      await one.browser.post(`${PATH}/email`).send({ email: other.email }).expect(202);
      const token = await linkTo(other.email);
      await testApp.http.post(`${PATH}/email/confirm`).send({ token }).expect(409);
      expect(await readMyStory(one.browser)).toMatchObject({ email: one.email });
    });

    it('is reached by a link of the last 24 hours', async () => {
      const { browser, email, id } = await provenPerson(testApp);
      const ask = async (next: string, age: string) => {
        await browser.post(`${PATH}/email`).send({ email: next }).expect(202);
        await testApp.dataSource.query(
          `UPDATE email_change SET created_at = now() - interval '${age}' WHERE participant_id = $1`,
          [id],
        );
        return linkTo(next);
      };
      const confirm = async (token: string) =>
        (await testApp.http.post(`${PATH}/email/confirm`).send({ token })).status;
      const sweep = () => testApp.app.get(EmailChanges, { strict: false }).sweepOld();
      expect(await confirm(await ask(`first-${email}`, '24 hours'))).toBe(410);
      const token = await ask(`second-${email}`, '23 hours 59 minutes');
      await sweep();
      expect(await confirm(token)).toBe(204);
      await ask(`third-${email}`, '24 hours');
      await sweep();
      expect(await testApp.dataSource.query('SELECT FROM email_change WHERE participant_id = $1', [id])).toEqual([]);
    });

    it('ends every other link that was asked for, whoever has that', async () => {
      const { browser, email } = await provenPerson(testApp);
      for (const next of [`first-${email}`, `second-${email}`]) {
        await browser.post(`${PATH}/email`).send({ email: next }).expect(202);
      }
      const [first, second] = [await linkTo(`first-${email}`), await linkTo(`second-${email}`)];
      await testApp.http.post(`${PATH}/email/confirm`).send({ token: second }).expect(204);
      await testApp.http.post(`${PATH}/email/confirm`).send({ token: first }).expect(410);
      expect(await readMyStory(browser)).toMatchObject({ email: `second-${email}` });
    });

    it.each([
      ['all browsers but one', () => `${PATH}/browsers`],
      ['one browser', (id: string) => `${PATH}/browsers/${id}`],
    ])('is not reached by a link that was asked for before the owner ended %s', async (_, addressOf) => {
      const { browser, email } = await provenPerson(testApp);
      const stolen = await openLink(testApp, email);
      for (let n = 1; n <= EMAIL_CHANGES_PER_DAY; n++) {
        await stolen
          .post(`${PATH}/email`)
          .send({ email: `thief-${n}-${email}` })
          .expect(202);
      }
      const { browsers } = await readMyStory(browser);
      await browser.delete(addressOf(browsers.find(({ isCurrent }) => !isCurrent)!.id)).expect(204);
      for (let n = 1; n <= EMAIL_CHANGES_PER_DAY; n++) {
        const token = await linkTo(`thief-${n}-${email}`);
        await testApp.http.post(`${PATH}/email/confirm`).send({ token }).expect(410);
      }
      expect(await readMyStory(browser)).toMatchObject({ email });
      // They count all the same.
      await browser
        .post(`${PATH}/email`)
        .send({ email: `more-${email}` })
        .expect(429);
    });

    it('is not reached by a link that is ended while it is used', async () => {
      const { browser, email, id } = await provenPerson(testApp);
      const next = `thief-${email}`;
      await browser.post(`${PATH}/email`).send({ email: next }).expect(202);
      const token = await linkTo(next);
      await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
        transaction.query('SELECT FROM participant WHERE id = $1 FOR UPDATE', [id]),
      );
      const confirm = async () => (await testApp.http.post(`${PATH}/email/confirm`).send({ token })).status;
      const confirmed = confirm();
      await untilBlocked(testApp.dataSource);
      await browser.delete(`${PATH}/browsers`).expect(204);
      await commit();
      expect(await confirmed).toBe(410);
      expect(await readMyStory(browser)).toMatchObject({ email });
    });

    it('is not reached by a link that is ended while it is used, where another one was asked for since', async () => {
      const { browser, email, id } = await provenPerson(testApp);
      await browser
        .post(`${PATH}/email`)
        .send({ email: `thief-${email}` })
        .expect(202);
      const token = await linkTo(`thief-${email}`);
      await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
        transaction.query('SELECT FROM participant WHERE id = $1 FOR NO KEY UPDATE', [id]),
      );
      const confirm = async () => (await testApp.http.post(`${PATH}/email/confirm`).send({ token })).status;
      const confirmed = confirm();
      await untilBlocked(testApp.dataSource);
      await browser.delete(`${PATH}/browsers`).expect(204);
      await testApp.dataSource.query(
        `INSERT INTO email_change (token_hash, participant_id, email) VALUES (sha256('another'), $1, $2)`,
        [id, `new-${email}`],
      );
      await commit();
      expect(await confirmed).toBe(410);
      expect(await readMyStory(browser)).toMatchObject({ email });
    });

    it('ends what signs in by the old one', async () => {
      const { browser, email } = await provenPerson(testApp);
      const next = `new-${email}`;
      await testApp.http.post('/api/resume-interview').send({ email }).expect(200);
      const old = signInTokenIn((await readOutbox(testApp)).filter(({ to }) => to?.[0]?.address === email).at(-1)!);
      expect(old).not.toBe('');
      await browser.post(`${PATH}/email`).send({ email: next }).expect(202);
      const token = await linkTo(next);
      await testApp.http.post(`${PATH}/email/confirm`).send({ token }).expect(204);
      await testApp.http.post('/api/auth/link').send({ token: old }).expect(410);
      expect(await readMyStory(browser)).toMatchObject({ email: next });
    });

    it('is confirmed once too where it is the one of today', async () => {
      const { browser, email } = await provenPerson(testApp);
      await browser.post(`${PATH}/email`).send({ email }).expect(202);
      const token = await linkTo(email);
      await testApp.http.post(`${PATH}/email/confirm`).send({ token }).expect(204);
      await testApp.http.post(`${PATH}/email/confirm`).send({ token }).expect(410);
    });

    it('counts what was mailed alone, and that exactly', async () => {
      const { browser, email, id } = await provenPerson(testApp);
      const ask = async (n: number) => (await browser.post(`${PATH}/email`).send({ email: `${n}${email}` })).status;
      using delivering = jest.spyOn(OutboxDelivery.prototype, 'deliver').mockRejectedValue(new Error('No folder.'));
      const unsent = [await ask(1), await ask(2)];
      delivering.mockRestore();
      expect(unsent).toEqual([503, 503]);
      await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
        transaction.query('SELECT FROM participant WHERE id = $1 FOR UPDATE', [id]),
      );
      const asked = Promise.all([1, 2, 3, 4, 5, 6].map(ask));
      await untilBlocked(testApp.dataSource, 6);
      await commit();
      expect((await asked).toSorted((a, b) => a - b)).toEqual([202, 202, 202, 202, 202, 429]);
    });

    it('is asked for a few times a day', async () => {
      const { browser, email } = await provenPerson(testApp);
      for (let i = 0; i < 5; i++)
        await browser
          .post(`${PATH}/email`)
          .send({ email: `${i}${email}` })
          .expect(202);
      await browser
        .post(`${PATH}/email`)
        .send({ email: `6${email}` })
        .expect(429);
    });
  });
});
