import { act, renderHook } from '@testing-library/react';
import { jest } from '@jest/globals';
import { hasDraft, keepDraft } from './form-drafts.js';
import { keepAtClosing, settleDraft, useKeptDraft, useOfferedDraft } from './use-form-draft.js';
import { asksBeforeLeaving } from '../../testing/leaving.js';

const FORM = 'a form';
const type = (words: string) =>
  renderHook((text: string) => useKeptDraft(FORM, text, 'saved'), { initialProps: words });
const offer = (saved: string) => renderHook(() => useOfferedDraft(FORM, saved)).result;

const inOtherTab = (words: string) => {
  keepDraft(FORM, words, 'saved');
  const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('staff-words:'));
  act(() => void dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) })));
};
const kept = () => offer('saved').current.offered?.words;

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

describe('what is typed into a form of staff', () => {
  it('is kept at every change, and offered at the next opening, once', () => {
    type('typed').rerender('typed more');
    const offered = offer('saved');
    expect(offered.current.offered).toMatchObject({ words: 'typed more', base: 'saved', isStale: false });
    expect(offer('changed meanwhile').current.offered).toMatchObject({ isStale: true });
    act(() => offered.current.settle());
    expect(offered.current.offered).toBeNull();
  });

  it('is no draft once it is saved, but what was typed meanwhile is', () => {
    type('typed');
    settleDraft(FORM, 'something else');
    expect(hasDraft(FORM)).toBe(true);
    settleDraft(FORM, 'typed');
    expect([hasDraft(FORM), offer('typed').current.offered]).toEqual([false, null]);
  });

  it('is asked about before the page is left where the browser cannot keep it, and no longer than that', () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { rerender, unmount } = type('typed');
    expect(asksBeforeLeaving()).toBe(true);
    full.mockRestore();
    rerender('typed more');
    expect(asksBeforeLeaving()).toBe(false);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    rerender('typed still more');
    expect(asksBeforeLeaving()).toBe(true);
    unmount();
    expect(asksBeforeLeaving()).toBe(false);
  });

  describe('in the same form in two tabs', () => {
    it('is asked about before the page is left once other words took its place, until more is typed', () => {
      const { rerender } = type('typed here');
      inOtherTab('typed there');
      expect([kept(), asksBeforeLeaving()]).toEqual(['typed there', true]);
      rerender('typed here again');
      expect([kept(), asksBeforeLeaving()]).toEqual(['typed here again', false]);
    });

    it('is no loss where nothing was typed in this one', () => {
      type('saved');
      inOtherTab('typed there');
      expect(asksBeforeLeaving()).toBe(false);
    });

    it('is what stays where its form is closed to be gone on with', () => {
      type('typed here');
      inOtherTab('typed there');
      keepAtClosing(FORM);
      expect(kept()).toBe('typed here');
    });
  });
});
