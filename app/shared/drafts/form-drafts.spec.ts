import {
  findDraft,
  forgetOfEveryProducer,
  forgetOfProducer,
  hasDraft,
  keepDraft,
  keepForProducer,
  readOfProducer,
} from './form-drafts.js';

/** A browser's storage with little room. */
class SmallStorage implements Storage {
  [name: string]: unknown;
  private readonly items = new Map<string, string>();
  get length() {
    return this.items.size;
  }
  key(index: number) {
    return [...this.items.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (value.length > 10_000) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(key, value);
  }
  removeItem(key: string) {
    this.items.delete(key);
  }
  clear() {
    this.items.clear();
  }
}

const SAVED = { title: 'Saved' };
const TYPED = { title: 'Typed' };

describe('form drafts', () => {
  beforeEach(() => {
    Object.assign(globalThis, { localStorage: new SmallStorage() });
  });

  it('offer what was typed', () => {
    expect(keepDraft('video:1', TYPED, SAVED)).toBe(true);
    expect(findDraft('video:1', SAVED)).toMatchObject({ words: TYPED, isStale: false });
    expect(findDraft('video:2', SAVED)).toBeNull();
  });

  it('say when what they were begun from has changed', () => {
    keepDraft('video:1', TYPED, SAVED);
    expect(findDraft('video:1', { title: 'Theirs' })).toMatchObject({ words: TYPED, base: SAVED, isStale: true });
  });

  it('are none where the same is saved by now, or was typed back', () => {
    keepDraft('video:1', TYPED, SAVED);
    expect(findDraft('video:1', TYPED)).toBeNull();
    keepDraft('video:1', SAVED, SAVED);
    expect(hasDraft('video:1')).toBe(false);
  });

  it('are seen by their producer alone', () => {
    localStorage.setItem('staff-name', 'Mara');
    keepDraft('video:1', TYPED, SAVED);
    localStorage.setItem('staff-name', 'Jo');
    expect(findDraft('video:1', SAVED)).toBeNull();
    localStorage.setItem('staff-name', ' mara ');
    expect(findDraft('video:1', SAVED)).not.toBeNull();
    forgetOfProducer('video:1');
    expect(hasDraft('video:1')).toBe(false);
  });

  it('go at signing out, everybody’s, and nothing else does', () => {
    localStorage.setItem('theme', 'light');
    localStorage.setItem('showcase-uploads', '[]');
    localStorage.setItem('staff-name', 'Mara');
    keepDraft('video:1', TYPED, SAVED);
    keepForProducer('uploads', ['a record']);
    localStorage.setItem('staff-name', 'Jo');
    keepDraft('video:1', TYPED, SAVED);
    forgetOfEveryProducer();
    const left = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
    expect(left).toEqual(['theme', 'staff-name']);
  });

  it('tell when the browser has no room, and survive what is no draft', () => {
    expect(keepDraft('video:1', { title: 'x'.repeat(20_000) }, SAVED)).toBe(false);
    localStorage.setItem('staff-words::video:2', '{broken');
    expect(readOfProducer('video:2')).toBeNull();
    Object.assign(globalThis, { localStorage: undefined });
    expect(keepDraft('video:1', TYPED, SAVED)).toBe(false);
    expect(findDraft('video:1', SAVED)).toBeNull();
  });
});
