import { looksLikeEmail } from './email.js';

describe('looksLikeEmail', () => {
  it.each(['anna@example.org', ' anna@example.org ', 'anna+stories@localhost', 'änna@exämple.org'])(
    'takes "%s"',
    (text) => expect(looksLikeEmail(text)).toBe(true),
  );

  it.each(['', ' ', 'anna', 'anna@', '@example.org', 'anna @example.org', 'anna@b@example.org'])(
    'takes no "%s"',
    (text) => expect(looksLikeEmail(text)).toBe(false),
  );
});
