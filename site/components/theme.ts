/** Where the chosen theme is kept. Anything but `light` is the dark default. */
const THEME_KEY = 'theme';

/**
 * Source of the script that sets the theme before the first paint. It stands inline at the top of every page;
 * its CSP hash is made from this very text. Until the styles are there, the page's own word says which ground it has. A browser that refuses its storage has no choice kept: the dark default stays.
 */
export const THEME_SCRIPT = `try{if(localStorage.getItem('${THEME_KEY}')==='light'){document.documentElement.dataset.theme='light';document.querySelector('meta[name=color-scheme]').content='light'}}catch{}`;

/** Changes to the other theme and keeps the choice; without storage it lasts as long as the page. */
export function toggleTheme(root: HTMLElement, storage: () => Storage): void {
  const theme = root.dataset.theme === 'light' ? 'dark' : 'light';
  root.dataset.theme = theme;
  try {
    storage().setItem(THEME_KEY, theme);
  } catch {
    // A browser that keeps nothing still shows the chosen theme.
  }
}

/** Takes on what another tab has kept, or another page before Back led here again. */
export function followTheme(root: HTMLElement, storage: () => Storage): void {
  const follow = () => {
    try {
      root.dataset.theme = storage().getItem(THEME_KEY) === 'light' ? 'light' : 'dark';
    } catch {
      // What was chosen here stays.
    }
  };
  addEventListener('storage', ({ key }) => key === THEME_KEY && follow());
  addEventListener('pageshow', ({ persisted }) => persisted && follow());
}
