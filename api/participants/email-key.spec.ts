import { emailKey } from './email-key.js';

describe('e-mail key', () => {
  it.each([
    [' Anna@Example.ORG ', 'anna@example.org'],
    ['zoe\u0308@example.org', 'ZOË@EXAMPLE.ORG'],
    ['ΟΔΥΣΣΕΥΣ@example.org', 'οδυσσευσ@example.org'],
  ])('takes %j and %j for one address', (one, other) => expect(emailKey(one)).toBe(emailKey(other)));

  it('keeps different addresses apart', () => {
    expect(emailKey('anna+story@example.org')).not.toBe(emailKey('anna@example.org'));
  });
});
