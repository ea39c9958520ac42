import { forget, keep, keysWith, readKept, readKeptJson } from './local-storage.js';

/** What a browser has for its pages: storage with the room of a few letters, or none at all. */
function giveStorage(make: () => Storage): void {
  Object.defineProperty(globalThis, 'localStorage', { get: make, configurable: true });
}

function smallStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > 20) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
  };
}

afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

describe('what this browser keeps', () => {
  beforeEach(() => {
    const storage = smallStorage();
    giveStorage(() => storage);
  });

  it('is read again until it is forgotten', () => {
    expect(keep('hand', '"left"')).toBe(true);
    expect([readKept('hand'), readKeptJson('hand')]).toEqual(['"left"', 'left']);
    expect(forget('hand')).toBe(true);
    expect([readKept('hand'), readKeptJson('hand')]).toEqual([null, null]);
  });

  it('is nothing of JSON where it is none', () => {
    keep('hand', 'left');
    expect(readKeptJson('hand')).toBeNull();
  });

  it('is found by how its keys begin', () => {
    for (const key of ['words:1', 'words:2', 'hand', 'other words:1']) keep(key, 'kept');
    expect(keysWith('words:')).toEqual(['words:1', 'words:2']);
  });

  it('is what was there before where there is no room left', () => {
    keep('words', 'short');
    expect(keep('words', 'longer than the room that there is')).toBe(false);
    expect(readKept('words')).toBe('short');
  });
});

it('is nothing in a browser whose storage is blocked', () => {
  giveStorage(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect([keep('hand', 'left'), forget('hand')]).toEqual([false, false]);
  expect([readKept('hand'), readKeptJson('hand'), keysWith('')]).toEqual([null, null, []]);
});
