import { STAFF_LOCK_WARNING_MS } from '../../api/contract/common/screen-numbers.js';
import { SessionEnd, sessionPhase } from './staff-session.js';
function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: () => null,
    length: 0,
  };
}

const noRoom = () => {
  throw new DOMException('Full', 'QuotaExceededError');
};
/** What is in it is read and removed as ever. */
const fullStorage = (storage: Storage): Storage =>
  Object.assign(Object.create(storage) as Storage, { setItem: noRoom });

describe('the end of a session', () => {
  it('is near in its last minutes, and then it is over', () => {
    const end = 10 * STAFF_LOCK_WARNING_MS;
    expect(sessionPhase(end, end - STAFF_LOCK_WARNING_MS - 1)).toBe('open');
    expect(sessionPhase(end, end - STAFF_LOCK_WARNING_MS)).toBe('ending');
    expect(sessionPhase(end, end - 1)).toBe('ending');
    expect(sessionPhase(end, end)).toBe('over');
    expect(sessionPhase(null, 0)).toBe('over');
  });

  it('holds in every tab of a browser', () => {
    const storage = memoryStorage();
    const [one, other] = [new SessionEnd(() => storage), new SessionEnd(() => storage)];
    expect(one.read()).toBeNull();
    one.write(1_000);
    expect(other.read()).toBe(1_000);
    other.write(null);
    expect(one.read()).toBeNull();
  });

  it('is known to its own tab where the browser has no room left for it', () => {
    const storage = memoryStorage();
    const other = new SessionEnd(() => storage);
    const end = new SessionEnd(() => fullStorage(storage));
    end.write(1_000);
    expect([end.read(), other.read()]).toEqual([1_000, null]);
    other.write(2_000);
    expect(end.read()).toBe(2_000);
    end.write(3_000);
    expect([end.read(), other.read()]).toEqual([3_000, 2_000]);
    other.write(null);
    expect(end.read()).toBeNull();
  });

  it('is known to its own tab where the browser keeps nothing', () => {
    const end = new SessionEnd(() => {
      throw new DOMException('Refused', 'SecurityError');
    });
    end.write(5);
    expect(end.read()).toBe(5);
    end.write(null);
    expect(end.read()).toBeNull();
  });
});
