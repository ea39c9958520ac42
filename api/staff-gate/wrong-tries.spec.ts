import { STAFF_WRONG_TRIES, STAFF_WRONG_TRIES_WINDOW_MS } from '../contract/limits.js';
import { WrongTries } from './wrong-tries.js';

describe('wrong tries', () => {
  const windowSeconds = STAFF_WRONG_TRIES_WINDOW_MS / 1000;
  let tries: WrongTries;
  beforeEach(() => {
    import.meta.jest.useFakeTimers({ now: 0 });
    tries = new WrongTries();
  });
  afterEach(() => import.meta.jest.useRealTimers());

  const fail = (times: number, address: string) => {
    for (let i = 0; i < times; i++) tries.add(address);
  };

  it('leave an address free below the limit', () => {
    fail(STAFF_WRONG_TRIES - 1, '203.0.113.7');
    expect(tries.waitSeconds('203.0.113.7')).toBe(0);
  });

  it('lock it from the fifth on until the first of them is 15 minutes old', () => {
    fail(1, '203.0.113.7');
    import.meta.jest.setSystemTime(60_000);
    fail(STAFF_WRONG_TRIES - 1, '203.0.113.7');
    expect(tries.waitSeconds('203.0.113.7')).toBe(windowSeconds - 60);
    import.meta.jest.setSystemTime(STAFF_WRONG_TRIES_WINDOW_MS - 1);
    expect(tries.waitSeconds('203.0.113.7')).toBe(1);
    import.meta.jest.setSystemTime(STAFF_WRONG_TRIES_WINDOW_MS);
    expect(tries.waitSeconds('203.0.113.7')).toBe(0);
    fail(1, '203.0.113.7');
    expect(tries.waitSeconds('203.0.113.7')).toBe(60);
  });

  it('lock no other address', () => {
    fail(STAFF_WRONG_TRIES, '203.0.113.7');
    expect(tries.waitSeconds('203.0.113.8')).toBe(0);
  });

  it('count an IPv6 network as one address', () => {
    fail(STAFF_WRONG_TRIES, '2001:db8:1:2::1');
    expect(tries.waitSeconds('2001:db8:1:2:ffff::9')).toBe(windowSeconds);
    expect(tries.waitSeconds('2001:db8:1:3::1')).toBe(0);
  });

  it('are forgotten with their time', () => {
    fail(STAFF_WRONG_TRIES, '203.0.113.7');
    tries.forgetOld();
    expect(tries.waitSeconds('203.0.113.7')).toBe(windowSeconds);
    import.meta.jest.setSystemTime(STAFF_WRONG_TRIES_WINDOW_MS);
    tries.forgetOld();
    expect(tries.waitSeconds('203.0.113.7')).toBe(0);
  });
});
