/** What a key means in a line's field. */
export type CueKey = 'split' | 'merge back' | 'merge' | 'up' | 'down' | 'play' | 'save';

interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

interface Caret {
  text: string;
  from: number;
  to: number;
}

/** Enter splits, Backspace and Delete at a line's ends merge, arrows leave it at its ends; null: the browser's own meaning. */
export function cueKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress, caret: Caret): CueKey | null {
  const isCommand = ctrlKey || metaKey;
  if (isCommand && key === 's') return 'save';
  if (isCommand && (key === ' ' || key === 'Enter')) return 'play';
  if (isCommand || shiftKey || altKey) return null;
  if (key === 'Enter') return 'split';
  if (caret.from !== caret.to) return null;
  if (key === 'Backspace' && caret.from === 0) return 'merge back';
  if (key === 'Delete' && caret.from === caret.text.length) return 'merge';
  if (key === 'ArrowUp' && !caret.text.slice(0, caret.from).includes('\n')) return 'up';
  if (key === 'ArrowDown' && !caret.text.slice(caret.from).includes('\n')) return 'down';
  return null;
}
