import { READING_PREFERENCES_CHANGE } from '../../../api/contract/common/player-texts.js';
import { STORY_LENGTHS } from '../../../api/contract/transcripts/short-forms.js';

/** What makes a story easier on eyes and ears, each remembered in this browser. */
const PREFERENCES = ['listen', 'dim', 'large', 'follow'] as const;

/** How much of a story is shown; all of it unless one of these is chosen. */
const LENGTHS = STORY_LENGTHS.filter((length) => length !== 'whole');

const KEY = 'story-comfort';

/**
 * Source of the script that applies what was chosen before the first paint. It stands inline in the story page;
 * its CSP hash is made from this very text. Where the browser refuses its storage, or something else stands there,
 * nothing has been chosen, and there is nobody to tell before the first paint. Following the words is on until it is turned off.
 */
export const READING_PREFERENCES_SCRIPT = `{let c={};try{c=JSON.parse(localStorage.getItem('${KEY}'))||{}}catch{}c={follow:true,...c};for(const n of ${JSON.stringify(PREFERENCES)})document.documentElement.toggleAttribute('data-'+n,c[n]===true);if(${JSON.stringify(LENGTHS)}.includes(c.length))document.documentElement.dataset.length=c.length}`;

/** Makes the controls of a story change the preferences, and show which are chosen. */
export function bindReadingPreferences(root: HTMLElement, storage: () => Storage): void {
  const buttons = [...root.querySelectorAll<HTMLElement>('[data-preference]')];
  const lengths = [...root.querySelectorAll<HTMLInputElement>('[data-length-choice]')];
  const tell = () => {
    root.ownerDocument.dispatchEvent(new Event(READING_PREFERENCES_CHANGE));
    show();
  };
  const change = (name: (typeof PREFERENCES)[number] | 'length') => {
    keep(root, storage, name);
    tell();
  };
  const show = () => {
    // What this story does not offer stays chosen for the next one, and of this one all is shown.
    const shown =
      lengths.find(({ value }) => value === root.dataset.length) ?? lengths.find(({ value }) => value === 'whole');
    if (shown) shown.checked = true;
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(root.hasAttribute(`data-${button.dataset.preference}`)));
    }
  };
  for (const button of buttons) {
    button.addEventListener('click', () => {
      const name = button.dataset.preference as (typeof PREFERENCES)[number];
      root.toggleAttribute(`data-${name}`);
      change(name);
    });
  }
  for (const choice of lengths) {
    choice.addEventListener('change', () => {
      if (choice.value === 'whole') delete root.dataset.length;
      else root.dataset.length = choice.value;
      change('length');
    });
  }
  const follow = () => {
    const kept = readKept(storage);
    if (!kept) return;
    for (const name of PREFERENCES) root.toggleAttribute(`data-${name}`, isChosen(name, kept));
    const length = LENGTHS.find((one) => one === kept.length);
    if (length) root.dataset.length = length;
    else delete root.dataset.length;
    tell();
  };
  // Of another tab, or of another page before Back led here again.
  addEventListener('storage', ({ key }) => key === KEY && follow());
  addEventListener('pageshow', ({ persisted }) => persisted && follow());
  show();
}

type Kept = Partial<Record<(typeof PREFERENCES)[number], boolean>> & { length?: string };

function isChosen(name: (typeof PREFERENCES)[number], kept: Kept): boolean {
  return { follow: true, ...kept }[name] === true;
}

/** Null where the browser keeps nothing, or something else stands there. */
function readKept(storage: () => Storage): Kept | null {
  try {
    return JSON.parse(storage().getItem(KEY) ?? '{}') as Kept | null;
  } catch {
    return null;
  }
}

/** Beside what other pages have kept since. Without storage they last as long as the page. */
function keep(root: HTMLElement, storage: () => Storage, changed: keyof Kept): void {
  const { length } = root.dataset;
  const value = changed === 'length' ? length : root.hasAttribute(`data-${changed}`);
  try {
    storage().setItem(KEY, JSON.stringify({ ...readKept(storage), [changed]: value }));
  } catch {
    // A browser that keeps nothing still shows what was chosen.
  }
}
