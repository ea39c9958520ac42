import { maskEmail } from './mask-email.js';

describe('a masked e-mail', () => {
  it.each([
    ['anna@example.org', 'a•••@example.org'],
    ['anna.with.a.long.name@example.org', 'a•••@example.org'],
    ['x@y.org', 'x•••@y.org'],
    ['"a@b"@example.org', '"•••@example.org'],
    ['𝒶nna@example.org', '𝒶•••@example.org'],
  ])('of %s is %s', (email, masked) => expect(maskEmail(email)).toBe(masked));
});
