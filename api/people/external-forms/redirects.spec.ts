import { randomUUID } from 'node:crypto';
import type { AuditPage } from '../../contract/staff/audit.js';
import { REDIRECT_URL_MAX_LENGTH } from '../../contract/common/limits.js';
import type { AddRedirectRequest, Redirect } from '../../contract/interview/redirects.js';
import { LAST_STEP } from '../../contract/interview/steps.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const PATH = '/api/admin2/redirects';
const valid: AddRedirectRequest = {
  question: 3,
  redirectUrl: 'https://forms.example.com/today?lang=en#start',
  description: 'The form for life today',
};

describe('redirects', () => {
  let testApp: TestApp;
  let staff: ReturnType<TestApp['browser']>;
  beforeAll(async () => {
    testApp = await createTestApp();
    staff = testApp.staff();
  });
  afterAll(() => testApp.close());
  beforeEach(() => testApp.dataSource.query('DELETE FROM redirect'));

  const add = async (fields: Partial<AddRedirectRequest> = {}): Promise<Redirect> => {
    const { body } = await staff.post(PATH).send({ ...valid, ...fields });
    return body as Redirect;
  };
  const list = async () => (await staff.get(PATH).expect(200)).body as Redirect[];
  const next = async () => (await testApp.http.get('/api/redirect/3').expect(200)).body as unknown;
  const audited = async () => {
    const { body } = await staff.get('/api/admin/audit').expect(200);
    return (body as AuditPage).entries.map(({ action, subject }) => [action, subject.id]);
  };

  it('are added with an id', async () => {
    const { body } = await staff.post(PATH).send(valid).expect(201);
    expect(body).toEqual({ id: expect.any(String) as string, ...valid });
    expect(await list()).toEqual([body]);
  });

  it('lead on whoever has done the step', async () => {
    await add();
    expect(await next()).toEqual({ redirectUrl: valid.redirectUrl });
  });

  it('lead to the newest of several, and to the one before once that is deleted', async () => {
    await add({ redirectUrl: 'https://old.example.org' });
    const newest = await add({ redirectUrl: 'https://new.example.org' });
    expect(await next()).toEqual({ redirectUrl: 'https://new.example.org' });
    await staff.delete(`${PATH}/${newest.id}`).expect(204);
    expect(await next()).toEqual({ redirectUrl: 'https://old.example.org' });
  });

  it('are listed by question, the newest of a question first', async () => {
    const older = await add({ question: 7 });
    const newer = await add({ question: 7 });
    const first = await add({ question: 0 });
    expect(await list()).toEqual([first, newer, older]);
  });

  it('are changed field by field, which makes none newer', async () => {
    const older = await add();
    const newest = await add({ redirectUrl: 'https://new.example.org' });
    const { body } = await staff.put(`${PATH}/${older.id}`).send({ description: ' Another ' }).expect(200);
    expect(body).toEqual({ ...older, description: 'Another' });
    expect(await list()).toEqual([newest, body]);
    const moved = { ...valid, question: 5 };
    await staff.put(`${PATH}/${newest.id}`).send(moved).expect(200);
    expect(await list()).toEqual([body, { id: newest.id, ...moved }]);
  });

  it('are not changed over what somebody else has made of them meanwhile, unless nothing is said of before', async () => {
    const { id, ...was } = await add();
    await staff.put(`${PATH}/${id}`).send({ redirectUrl: 'https://new.example.org', was }).expect(200);
    const { body } = await staff.put(`${PATH}/${id}`).send({ description: 'Another', was }).expect(409);
    expect(body).toEqual({
      code: 'redirect_changed',
      message:
        'Somebody else has changed this redirect since you opened it: the redirect URL is now “https://new.example.org”. Nothing of yours is saved yet.',
    });
    // The same once more, after a response that was lost.
    await staff.put(`${PATH}/${id}`).send({ redirectUrl: 'https://new.example.org', was }).expect(200);
    await staff.put(`${PATH}/${id}`).send({ description: 'Another' }).expect(200);
    expect(await list()).toEqual([{ ...was, id, redirectUrl: 'https://new.example.org', description: 'Another' }]);
  });

  it('are changed by one of two who change one at once, and the other is told', async () => {
    const { id, ...was } = await add();
    await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query('SELECT FROM redirect WHERE id = $1 FOR UPDATE', [id]),
    );
    const changes = ['https://one.example.org', 'https://other.example.org'].map((redirectUrl) =>
      staff
        .put(`${PATH}/${id}`)
        .send({ redirectUrl, was })
        .then(({ status, body }) => ({ status, body: body as object })),
    );
    await untilBlocked(testApp.dataSource, 2);
    await commit();
    const [changed, refused] = (await Promise.all(changes)).toSorted((a, b) => a.status - b.status);
    expect(refused).toMatchObject({ status: 409, body: { code: 'redirect_changed' } });
    expect(changed).toEqual({ status: 200, body: (await list())[0] });
  });

  it('are told to be of step 0, which is no empty field', async () => {
    const { id, ...was } = await add({ question: 1 });
    await staff.put(`${PATH}/${id}`).send({ question: 0, was }).expect(200);
    const { body } = await staff.put(`${PATH}/${id}`).send({ description: 'Another', was }).expect(409);
    expect(body).toMatchObject({ message: expect.stringContaining(': the question number is now “0”. ') as string });
  });

  it('have no other fields than theirs to have been', async () => {
    const { id } = await add();
    const { body } = await staff
      .put(`${PATH}/${id}`)
      .send({ was: { url: 'https://a.example' } })
      .expect(400);
    expect(body).toEqual({ code: 'unknown_field', message: '“url” is not a field of this call.' });
    await staff.put(`${PATH}/${id}`).send({ was: 'before' }).expect(400);
  });

  it('take the question also as text, as a form sends it', async () => {
    const { body } = await staff
      .post(PATH)
      .send({ ...valid, question: '0' })
      .expect(201);
    expect(body).toMatchObject({ question: 0 });
  });

  it.each(['http://localhost:8080/form', 'http://127.0.0.1/form', 'http://[::1]:3000', 'HTTPS://Example.org'])(
    'take %s as it is',
    async (redirectUrl) => {
      expect(await add({ redirectUrl })).toMatchObject({ redirectUrl });
    },
  );

  it('leave a trace of each change', async () => {
    const { id } = await add();
    await staff.put(`${PATH}/${id}`).send({ question: 1 }).expect(200);
    await staff.delete(`${PATH}/${id}`).expect(204);
    expect((await audited()).slice(0, 3)).toEqual([
      ['redirect_deleted', id],
      ['redirect_changed', id],
      ['redirect_added', id],
    ]);
  });

  describe('refuses', () => {
    const fillInAll = 'Please fill in all fields';
    const wrongQuestion = `The question must be a whole number from 0 to ${LAST_STEP}.`;
    const notFull = 'Please enter a full address, such as https://example.org/form.';

    it.each([
      ['no address', { redirectUrl: undefined }, fillInAll],
      ['a blank address', { redirectUrl: '  ' }, fillInAll],
      ['no description', { description: null }, fillInAll],
      ['a blank description', { description: ' \t' }, fillInAll],
      ['a description that is no text', { description: 7 }, 'The description is required.'],
      ['a NUL in the description', { description: 'a\0b' }, 'The description must be readable text on one line.'],
      ['no question', { question: undefined }, wrongQuestion],
      ['a blank question', { question: '' }, wrongQuestion],
      ['a question too many', { question: LAST_STEP + 1 }, wrongQuestion],
      ['question -1', { question: -1 }, wrongQuestion],
      ['half a question', { question: 1.5 }, wrongQuestion],
      ['a script', { redirectUrl: 'javascript:alert(1)' }, notFull],
      ['data', { redirectUrl: 'data:text/html,hello' }, notFull],
      ['a path', { redirectUrl: '/resume' }, notFull],
      ['an address without its scheme', { redirectUrl: '//example.org' }, notFull],
      ['an address without slashes', { redirectUrl: 'https:example.org' }, notFull],
      ['an address without a host', { redirectUrl: 'https:///example.org' }, notFull],
      ['an address whose host has no name', { redirectUrl: 'https://.' }, notFull],
      ['an address with a gap in its host', { redirectUrl: 'https://forms..example.org' }, notFull],
      ['an address with a backslash', { redirectUrl: 'https://example.org\\@elsewhere.example' }, notFull],
      ['an address with a space', { redirectUrl: 'https://example.org/a b' }, notFull],
      ['an address that is a list', { redirectUrl: ['https://example.org'] }, 'The redirect URL is required.'],
      ['an unencrypted address', { redirectUrl: 'http://example.org' }, 'The address must begin with https://.'],
      [
        'an address that only looks local',
        { redirectUrl: 'http://localhost.example.org' },
        'The address must begin with https://.',
      ],
      [
        'a user name in the address',
        { redirectUrl: 'https://example.org@elsewhere.example' },
        'The address must not contain a user name or a password.',
      ],
      [
        'a password in the address',
        { redirectUrl: 'https://:secret@example.org' },
        'The address must not contain a user name or a password.',
      ],
      [
        'a very long address',
        { redirectUrl: `https://example.org/${'a'.repeat(REDIRECT_URL_MAX_LENGTH)}` },
        `The redirect URL must be at most ${REDIRECT_URL_MAX_LENGTH} characters long.`,
      ],
    ])('%s', async (_what, fields, message) => {
      const refused = await staff
        .post(PATH)
        .send({ ...valid, ...fields })
        .expect(400);
      expect(refused.body).toEqual({ code: 'bad_request', message });
      expect(await list()).toEqual([]);
    });

    it('to empty a field of one that is there', async () => {
      const redirect = await add();
      for (const fields of [{ description: '' }, { redirectUrl: null }, { question: null }]) {
        await staff.put(`${PATH}/${redirect.id}`).send(fields).expect(400);
      }
      expect(await list()).toEqual([redirect]);
    });

    it('to change or delete what does not exist', async () => {
      for (const id of [randomUUID(), 'abc', '%00']) {
        const expected = { code: 'redirect_not_found', message: 'This redirect does not exist.' };
        await staff.delete(`${PATH}/${id}`).expect(404, expected);
        await staff.put(`${PATH}/${id}`).send(valid).expect(404, expected);
      }
    });

    it.each(['3', '8', '-1', '1.5', '03', 'abc', '%00'])(
      'to lead on from question %s without a redirect',
      async (number) => {
        const { body } = await testApp.http.get(`/api/redirect/${number}`).expect(404);
        expect(body).toEqual({ code: 'redirect_not_found', message: 'No redirect is configured for this question.' });
      },
    );

    it('everyone but staff', async () => {
      const { id } = await add();
      await testApp.http.get(PATH).expect(401);
      await testApp.http.post(PATH).send(valid).expect(401);
      await testApp.http.put(`${PATH}/${id}`).send(valid).expect(401);
      await testApp.http.delete(`${PATH}/${id}`).expect(401);
      expect(await list()).toHaveLength(1);
    });
  });
});
