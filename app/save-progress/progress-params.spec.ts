import { LAST_STEP } from '../../api/contract/steps.js';
import { readProgressParams } from './progress-params.js';

describe('the query of /save-progress', () => {
  it.each([0, LAST_STEP])('tells who has done step %d', (question) => {
    expect(readProgressParams(`?contact_email=anna%2Bme%40example.org&question=${question}`)).toMatchObject({
      kind: 'valid',
      email: 'anna+me@example.org',
      step: { number: question },
    });
  });

  it('may have lost the e-mail to the history, where a reload finds it', () => {
    const found = { kind: 'valid', email: 'anna@example.org', step: { number: 2 } };
    expect(readProgressParams('?question=2', { contactEmail: ' anna@example.org' })).toMatchObject(found);
    expect(readProgressParams('?question=2', { contactEmail: 7 })).toEqual({ kind: 'missing' });
  });

  it('is read without the spaces around', () =>
    expect(readProgressParams('?contact_email=%20a@b.org%20&question=%203')).toMatchObject({
      kind: 'valid',
      email: 'a@b.org',
      step: { wireField: 'trigger_event_completed_at' },
    }));

  it.each([
    '',
    '?question=1',
    '?question=1&contact_email=%20',
    '?contact_email=a@b.org',
    '?contact_email=a@b.org&question=',
  ])('lacks something: "%s"', (search) => expect(readProgressParams(search)).toEqual({ kind: 'missing' }));

  it.each([`${LAST_STEP + 1}`, '-1', '1.5', '01', '100', '1e0', 'one', '٣'])('names no step: %s', (question) =>
    expect(readProgressParams(`?contact_email=a@b.org&question=${encodeURIComponent(question)}`)).toEqual({
      kind: 'unknown-question',
    }),
  );
});
