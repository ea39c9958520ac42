import { SAVE_PROGRESS_CALLS_PER_HOUR } from '../../contract/common/limits.js';
import { TRACKED_STEPS, LAST_STEP } from '../../contract/interview/steps.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const PATH = '/api/save-progress';

describe('POST /api/save-progress', () => {
  let testApp: TestApp;
  let people = 0;
  let addresses = 0;
  let email: string;
  beforeAll(async () => {
    testApp = await createTestApp({ TRUST_PROXY: '1' });
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    email = `person-${++people}@example.org`;
    await testApp.http.post('/api/register').send({ firstName: 'Anna', lastName: 'Example', email }).expect(201);
  });

  const save = (body: object) => testApp.http.post(PATH).send(body);
  const stored = async () => {
    const rows: Record<string, unknown>[] = await testApp.dataSource.query(
      'SELECT * FROM participant WHERE email = $1',
      [email],
    );
    return rows[0] ?? {};
  };

  it.each(TRACKED_STEPS.slice(1))('notes when step $number is done ($wireField)', async (step) => {
    const before = Date.now();
    await save({ email, field: step.wireField, questionNumber: step.number }).expect(200, { received: true });
    const row = await stored();
    const time = row[step.wireField] as Date;
    expect(time.getTime()).toBeGreaterThanOrEqual(before);
    const others = TRACKED_STEPS.slice(1).filter(({ number }) => number !== step.number);
    expect(others.map(({ wireField }) => row[wireField])).toEqual(others.map(() => null));
  });

  it('sets a time once and never moves it', async () => {
    const confirmed = (await stored())['identity_confirmed_at'];
    await save({ email, field: 'identity_confirmed_at', questionNumber: 0 }).expect(200);
    expect((await stored())['identity_confirmed_at']).toEqual(confirmed);
    const step = { email, field: 'life_today_completed_at', questionNumber: 4 };
    await save(step).expect(200);
    const first = await stored();
    await save(step).expect(200);
    expect(await stored()).toEqual(first);
  });

  it('knows the e-mail in any spelling, and the number also as text', async () => {
    await save({ email: ` ${email.toUpperCase()} `, field: 'life_before_completed_at', questionNumber: '2' }).expect(
      200,
    );
    expect((await stored())['life_before_completed_at']).toBeInstanceOf(Date);
  });

  it('answers the same for an e-mail that nobody has', async () => {
    const step = { field: 'life_before_completed_at', questionNumber: 2 };
    const known = await save({ ...step, email });
    const unknown = await save({ ...step, email: 'nobody@example.org' });
    const told = ({ status, body, headers }: typeof known) => ({ status, body, headers: { ...headers, date: '' } });
    expect(told(unknown)).toEqual(told(known));
  });

  it('reads a plus that was not encoded, where only that e-mail is known', async () => {
    const plus = `plus+${email}`;
    const person = { firstName: 'Anna', lastName: 'Example', email: plus };
    await testApp.browser().post('/api/register').send(person).expect(201);
    const time = async () => {
      const rows = await testApp.dataSource.query<{ at: Date | null }[]>(
        'SELECT life_before_completed_at AS at FROM participant WHERE email = $1',
        [plus],
      );
      return rows[0]!.at;
    };
    const step = { field: 'life_before_completed_at', questionNumber: 2 };
    await save({ ...step, email: `other ${email}` }).expect(200);
    expect(await time()).toBeNull();
    await save({ ...step, email: plus.replace('+', ' ') }).expect(200);
    expect(await time()).toBeInstanceOf(Date);
  });

  describe('refuses', () => {
    const wrongNumber = `The question number must be a whole number from 0 to ${LAST_STEP}.`;
    const valid = { field: 'life_before_completed_at', questionNumber: 2 };

    it.each([
      ['no e-mail', { email: undefined }, 'Email is required.'],
      ['a blank e-mail', { email: ' ' }, 'Email is required.'],
      ['a NUL in the e-mail', { email: 'a\0@example.org' }, 'Email must be readable text on one line.'],
      ['an unknown field', { field: 'is_done' }, 'The field is not one of the interview.'],
      ['no field', { field: undefined }, 'The field is not one of the interview.'],
      ['a list of fields', { field: [valid.field] }, 'The field is not one of the interview.'],
      ['a question too many', { questionNumber: LAST_STEP + 1 }, wrongNumber],
      ['no question', { questionNumber: null }, wrongNumber],
    ])('%s', async (_what, fields, message) => {
      await save({ email, ...valid, ...fields }).expect(400, { message, code: 'bad_request' });
    });

    it('the field of another question', async () => {
      const { body } = await save({ email, ...valid, questionNumber: 3 }).expect(400);
      expect(body).toEqual({ code: 'wrong_field', message: 'The field belongs to another question.' });
      expect(await stored()).toMatchObject({ life_before_completed_at: null, trigger_event_completed_at: null });
    });

    it('a flood from one address', async () => {
      const address = `203.0.113.${++addresses}`;
      const flood = () => save({}).set('X-Forwarded-For', address);
      for (let i = 0; i < SAVE_PROGRESS_CALLS_PER_HOUR; i++) await flood().expect(400);
      const { body } = await flood().expect(429);
      expect(body).toMatchObject({ code: 'too_many_requests' });
    });
  });
});
