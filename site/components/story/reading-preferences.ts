/** Ways to make a story easier on eyes and ears, each remembered in this browser. */
const COMFORTS = ['listen', 'dim', 'large', 'follow'] as const;
type ComfortName = (typeof COMFORTS)[number];

const KEY = 'story-comfort';
/** Told on the document when a choice changes; what is chosen stands in `data-` attributes of <html>. */
const CHANGE = 'comfort';

/**
 * Source of the script that applies what was chosen before the first paint. It stands inline in the story page;
 * its CSP hash is made from this very text. Where the browser refuses its storage, or something else stands there,
 * nothing has been chosen, and there is nobody to tell before the first paint. Following the words is on until it is turned off.
 */
export const COMFORT_SCRIPT = `{let c={};try{c=JSON.parse(localStorage.getItem('${KEY}'))||{}}catch{}c={follow:true,...c};for(const n of ${JSON.stringify(COMFORTS)})document.documentElement.toggleAttribute('data-'+n,c[n]===true)}`;

export function isChosen(root: HTMLElement, name: ComfortName): boolean {
  return root.hasAttribute(`data-${name}`);
}

/** Turns one choice over, keeps all of them, and tells the page; without storage they last as long as the page. */
export function toggleComfort(root: HTMLElement, name: ComfortName, storage: () => Storage): void {
  root.toggleAttribute(`data-${name}`);
  try {
    const chosen = COMFORTS.map((each) => [each, isChosen(root, each)]);
    storage().setItem(KEY, JSON.stringify(Object.fromEntries(chosen)));
  } catch {
    // A browser that keeps nothing still shows what was chosen.
  }
  root.ownerDocument.dispatchEvent(new Event(CHANGE));
}

export function isComfortName(name: string | undefined): name is ComfortName {
  return COMFORTS.some((each) => each === name);
}
