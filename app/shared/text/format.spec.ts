import { fileSize, mailtoAddress, shortDateTime } from './format.js';

describe('fileSize', () => {
  it('is in megabytes', () => {
    expect(fileSize(12.34 * 1024 * 1024)).toBe('12.3 MB');
    expect(fileSize(500 * 1024 * 1024)).toBe('500 MB');
  });
  it('does not round a small file down to nothing', () => expect(fileSize(2_000)).toBe('< 0.1 MB'));
  it('tells an empty file', () => expect(fileSize(0)).toBe('0 MB'));
});

describe('shortDateTime', () => {
  it('is the short US form', () =>
    expect(shortDateTime(new Date(2026, 2, 4, 15, 12).toISOString()).replace(/\s/gu, ' ')).toBe(
      'Mar 4, 2026, 3:12 PM',
    ));
});

it.each([
  ['anna@example.org', 'mailto:anna@example.org'],
  ["o'brien+me@example.org", "mailto:o'brien%2Bme@example.org"],
  ['?bcc=spy%40evil.example&x=@foo.com', 'mailto:%3Fbcc%3Dspy%2540evil.example%26x%3D@foo.com'],
])('a mail to %s goes there alone', (email, address) => {
  expect(mailtoAddress(email)).toBe(address);
});
