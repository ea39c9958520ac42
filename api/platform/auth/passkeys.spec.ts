import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { PASSKEY_CHALLENGE_MAX_AGE_MS, PASSKEYS_MAX } from '../../contract/common/limits.js';
import { type Passkey } from '../../contract/staff/staff.js';
import { AccountsApp, IDA, makePasskey, newestEntries, ORIGIN, SESSION, statuses } from '../../testing/accounts-app.js';
import { PasskeyDevice } from '../../testing/passkey-device.js';

const userHandle = (device: PasskeyDevice) => (device as unknown as { userHandle: string }).userHandle;

describe('producers and their passkeys', () => {
  let site: AccountsApp;

  beforeAll(async () => {
    site = await AccountsApp.start();
  });
  afterAll(() => site[Symbol.asyncDispose]());
  beforeEach(() => site.begin());

  describe('a passkey', () => {
    it('may be asked for by the pages of this site alone', async () => {
      const { headers } = await site.testApp.http.get('/admin');
      const policy = (headers as Record<string, string>)['permissions-policy'];
      expect(policy).toContain('publickey-credentials-create=(self), publickey-credentials-get=(self)');
    });

    it('is added by a producer and signs in with one press', async () => {
      const browser = await site.signIn();
      const { body } = await browser.post('/api/admin/passkeys/options').expect(200);
      expect(body).toMatchObject({
        rp: { id: 'localhost' },
        user: { name: IDA, displayName: 'Ida' },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      });
      const { device, added, passkey } = await makePasskey(browser);
      expect(added.status).toBe(201);
      expect(passkey).toEqual({
        id: expect.any(String) as string,
        label: 'Laptop',
        createdAt: expect.any(String) as string,
        lastUsedAt: null,
      });
      expect(await newestEntries(browser)).toEqual([{ producer: 'Ida', action: 'passkey_added', subject: 'producer' }]);
      const other = site.testApp.browser();
      const options = (await other.post(`${SESSION}/passkey/options`).expect(200)).body as object;
      expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
      expect(options).not.toHaveProperty('allowCredentials');
      const signed = device.sign({ origin: ORIGIN, challenge: (options as { challenge: string }).challenge });
      expect((await site.usePasskey(signed, other).expect(200)).body).toMatchObject({ name: 'Ida' });
      expect(await newestEntries(other)).toEqual([
        { producer: 'Ida', action: 'signed_in_by_passkey', subject: 'gate' },
      ]);
      const passkeys = (await other.get('/api/admin/passkeys').expect(200)).body as Passkey[];
      expect(passkeys).toEqual([{ ...passkey, lastUsedAt: expect.any(String) as string }]);
    });

    it.each<[string, (device: PasskeyDevice, challenge: string) => AuthenticationResponseJSON]>([
      ['another page', (device, asked) => device.sign({ origin: 'https://example.org', challenge: asked })],
      ['another port', (device, asked) => device.sign({ origin: 'http://localhost:3001', challenge: asked })],
      ['a challenge of its own', (device) => device.sign({ origin: ORIGIN, challenge: 'bWFkZSB1cA' })],
      [
        'nobody who was seen',
        (device, asked) => device.sign({ origin: ORIGIN, challenge: asked, isUserVerified: false }),
      ],
      [
        'another account',
        (device, asked) => device.sign({ origin: ORIGIN, challenge: asked }, 'AAAAAAAAAAAAAAAAAAAAAA'),
      ],
      ['no account', (device, asked) => device.sign({ origin: ORIGIN, challenge: asked }, '')],
    ])('opens nothing for %s', async (_whom, answer) => {
      const { device } = await makePasskey(await site.signIn());
      const before = await site.query('SELECT FROM staff_session');
      const refused = await site.usePasskey(answer(device, await site.challenge())).expect(401);
      expect(refused.body).toMatchObject({ code: 'passkey_refused' });
      expect(refused.headers['set-cookie']).toBeUndefined();
      expect(await site.query('SELECT FROM staff_session')).toHaveLength(before.length);
      await site.usePasskey(device.sign({ origin: ORIGIN, challenge: await site.challenge() })).expect(200);
    });

    it('of another site, or that nobody knows, opens nothing', async () => {
      const { device } = await makePasskey(await site.signIn());
      const elsewhere = new PasskeyDevice('example.org');
      Object.assign(elsewhere, { id: device.id });
      await site
        .usePasskey(elsewhere.sign({ origin: ORIGIN, challenge: await site.challenge() }, userHandle(device)))
        .expect(401);
      await site
        .usePasskey(new PasskeyDevice().sign({ origin: ORIGIN, challenge: await site.challenge() }))
        .expect(401);
    });

    it('signs each challenge once, also of two at once, and within five minutes', async () => {
      const { device } = await makePasskey(await site.signIn());
      const signed = device.sign({ origin: ORIGIN, challenge: await site.challenge() });
      const answers = await Promise.all([site.usePasskey(signed), site.usePasskey(signed)]);
      expect(statuses(answers)).toEqual([200, 401]);
      await site.usePasskey(signed).expect(401);
      const late = device.sign({ origin: ORIGIN, challenge: await site.challenge() });
      const past = new Date(Date.now() - PASSKEY_CHALLENGE_MAX_AGE_MS);
      await site.query('UPDATE passkey_challenge SET created_at = $1', [past]);
      await site.usePasskey(late).expect(401);
    });

    it('uses its challenge up also where it is refused', async () => {
      const { device } = await makePasskey(await site.signIn());
      const asked = await site.challenge();
      await site.usePasskey(device.sign({ origin: 'https://example.org', challenge: asked })).expect(401);
      await site.usePasskey(device.sign({ origin: ORIGIN, challenge: asked })).expect(401);
    });

    it('is refused with its reason in the log alone', async () => {
      const { device } = await makePasskey(await site.signIn());
      using logged = jest.spyOn(Logger.prototype, 'warn');
      const signed = device.sign({ origin: 'https://example.org', challenge: await site.challenge() });
      const { body } = await site.usePasskey(signed).expect(401);
      expect(logged.mock.calls.flat()).toEqual([
        expect.stringMatching(/^A passkey was refused: .*"https:\/\/example\.org"/) as string,
      ]);
      expect(JSON.stringify(body)).not.toContain('example.org');
    });

    it('that counts no further than it did is a copy, also of two at once', async () => {
      const { device } = await makePasskey(await site.signIn());
      const [first, second] = [await site.challenge(), await site.challenge()];
      const one = device.sign({ origin: ORIGIN, challenge: first });
      device.counter--;
      const copy = device.sign({ origin: ORIGIN, challenge: second });
      const answers = await Promise.all([site.usePasskey(one), site.usePasskey(copy)]);
      expect(statuses(answers)).toEqual([200, 401]);
      device.counter -= 2;
      await site.usePasskey(device.sign({ origin: ORIGIN, challenge: await site.challenge() })).expect(401);
    });

    it('is not signed in with by what was asked to add one, nor the other way round', async () => {
      const browser = await site.signIn();
      const { device } = await makePasskey(browser);
      const { body } = await browser.post('/api/admin/passkeys/options').expect(200);
      const toAdd = body as PublicKeyCredentialCreationOptionsJSON;
      await site.usePasskey(device.sign({ origin: ORIGIN, challenge: toAdd.challenge })).expect(401);
      const response = new PasskeyDevice().make({ ...toAdd, challenge: await site.challenge() }, ORIGIN);
      await browser.post('/api/admin/passkeys').send({ response, label: 'A' }).expect(400);
    });

    it('is added by whoever was asked alone, for this site, once', async () => {
      await site.add('Otto', 'otto@example.org');
      const [ida, otto] = [await site.signIn(), await site.signIn('otto@example.org')];
      const { body } = await ida.post('/api/admin/passkeys/options').expect(200);
      const options = body as PublicKeyCredentialCreationOptionsJSON;
      const response = new PasskeyDevice().make(options, ORIGIN);
      await otto.post('/api/admin/passkeys').send({ response, label: 'A' }).expect(400);
      await ida.post('/api/admin/passkeys').send({ response, label: 'A' }).expect(201);
      await ida.post('/api/admin/passkeys').send({ response, label: 'A' }).expect(400);
      const next = (await ida.post('/api/admin/passkeys/options')).body as PublicKeyCredentialCreationOptionsJSON;
      expect(next.excludeCredentials).toEqual([{ id: response.id, transports: ['internal'], type: 'public-key' }]);
      const elsewhere = new PasskeyDevice().make(next, 'https://example.org');
      await ida.post('/api/admin/passkeys').send({ response: elsewhere, label: 'A' }).expect(400);
    });

    it('that one has already is not added to another account', async () => {
      await site.add('Otto', 'otto@example.org');
      const { device } = await makePasskey(await site.signIn());
      expect((await makePasskey(await site.signIn('otto@example.org'), device)).added.status).toBe(400);
    });

    it('is told to its producer by mail, also where none can go just now', async () => {
      const browser = await site.signIn();
      site.mailServer.received.length = 0;
      await makePasskey(browser, new PasskeyDevice(), 'Old <b>phone</b>');
      await site.mailed();
      const [mail] = site.mailServer.received;
      expect(mail!.to).toEqual([IDA]);
      expect(mail!.content.subject).toBe('A passkey was added');
      expect(mail!.content.text).toContain('“Old <b>phone</b>”');
      expect(mail!.content.html).not.toContain('<b>phone');
      site.mailServer.refuseAll(true);
      try {
        expect((await makePasskey(browser)).added.status).toBe(201);
        await site.mailed();
      } finally {
        site.mailServer.refuseAll(false);
      }
    });

    it('is reached by what WebAuthn knows, whatever a browser says', async () => {
      const browser = await site.signIn();
      const { body: options } = await browser.post('/api/admin/passkeys/options').expect(200);
      const response = new PasskeyDevice().make(options as PublicKeyCredentialCreationOptionsJSON, ORIGIN);
      response.response.transports = ['usb', 'a\0b', 7, 'hybrid'] as string[];
      await browser.post('/api/admin/passkeys').send({ response, label: 'A' }).expect(201);
      expect(await site.query('SELECT transports FROM passkey')).toEqual([{ transports: ['hybrid', 'usb'] }]);
    });

    it('is one of so many', async () => {
      const browser = await site.signIn();
      for (let i = 0; i < PASSKEYS_MAX; i++) expect((await makePasskey(browser)).added.status).toBe(201);
      const { added } = await makePasskey(browser);
      expect({ status: added.status, body: added.body as object }).toMatchObject({
        status: 409,
        body: { code: 'too_many_passkeys' },
      });
    });

    it('is removed by its owner alone, and opens nothing from then on', async () => {
      await site.add('Otto', 'otto@example.org');
      const [ida, otto] = [await site.signIn(), await site.signIn('otto@example.org')];
      const { device, passkey } = await makePasskey(ida);
      expect((await otto.get('/api/admin/passkeys').expect(200)).body).toEqual([]);
      await otto.delete(`/api/admin/passkeys/${passkey.id}`).expect(404);
      await ida.delete('/api/admin/passkeys/nonsense').expect(404);
      const elsewhere = await site.signIn();
      await ida.delete(`/api/admin/passkeys/${passkey.id}`).expect(204);
      // Its device may be in other hands.
      await elsewhere.get(SESSION).expect(401);
      for (const browser of [ida, otto]) await browser.get(SESSION).expect(200);
      expect(await newestEntries(ida)).toEqual([{ producer: 'Ida', action: 'passkey_removed', subject: 'producer' }]);
      await ida.delete(`/api/admin/passkeys/${passkey.id}`).expect(404);
      await site.usePasskey(device.sign({ origin: ORIGIN, challenge: await site.challenge() })).expect(401);
    });

    it.each<unknown>([
      {},
      { id: 7 },
      { id: 'a', response: null },
      { id: 'a\0', response: {} },
      { id: 'a', response: { clientDataJSON: 'e30' } },
      [],
    ])('is refused as %j', async (response) => {
      const { status } = await site.testApp.http.post(`${SESSION}/passkey`).send({ response });
      expect([400, 401]).toContain(status);
      const browser = await site.signIn();
      await browser.post('/api/admin/passkeys').send({ response, label: 'A' }).expect(400);
    });
  });
});
