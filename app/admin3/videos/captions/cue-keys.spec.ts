import { cueKey } from './cue-keys.js';

const press = (key: string, held: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});
const at = (from: number, to = from, text = 'one\ntwo') => ({ text, from, to });

describe('cueKey', () => {
  it.each([
    ['Enter', 3, 'split'],
    ['Backspace', 0, 'merge back'],
    ['Backspace', 1, null],
    ['Delete', 7, 'merge'],
    ['Delete', 6, null],
    ['ArrowUp', 2, 'up'],
    ['ArrowUp', 5, null],
    ['ArrowDown', 5, 'down'],
    ['ArrowDown', 2, null],
    ['a', 0, null],
  ] as const)('reads %s after %i characters as %s', (key, caret, meaning) =>
    expect(cueKey(press(key), at(caret))).toBe(meaning),
  );

  it('plays and saves with Ctrl or ⌘', () => {
    expect(cueKey(press('s', { metaKey: true }), at(0))).toBe('save');
    expect(cueKey(press(' ', { ctrlKey: true }), at(0))).toBe('play');
    expect(cueKey(press('Enter', { ctrlKey: true }), at(0))).toBe('play');
  });

  describe('refuses', () => {
    it('to merge while words are selected, and to split with Shift', () => {
      expect(cueKey(press('Backspace'), at(0, 2))).toBeNull();
      expect(cueKey(press('Enter', { shiftKey: true }), at(2))).toBeNull();
    });
  });
});
