import { jest } from '@jest/globals';
import { RefusedAddresses } from './refused-addresses.js';

describe('an address that was refused', () => {
  afterEach(() => jest.useRealTimers());

  it('is known for a day, or until it takes a mail', () => {
    jest.useFakeTimers();
    const refused = new RefusedAddresses();
    expect(refused.has('a@example.org')).toBe(false);
    for (const email of ['a@example.org', 'b@example.org']) refused.add(email);
    refused.delete('b@example.org');
    expect(['a@example.org', 'b@example.org'].map((email) => refused.has(email))).toEqual([true, false]);
    jest.advanceTimersByTime(24 * 60 * 60_000 - 1);
    expect(refused.has('a@example.org')).toBe(true);
    jest.advanceTimersByTime(1);
    expect(refused.has('a@example.org')).toBe(false);
  });
});
