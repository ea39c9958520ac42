import { followTheme, THEME_SCRIPT, toggleTheme } from './theme.js';

const root = document.documentElement;

/** As a page is opened: the theme is set before it is painted, by the very text that stands in the page. */
function openPage(): string | undefined {
  delete root.dataset.theme;
  const script = document.createElement('script');
  script.textContent = THEME_SCRIPT;
  document.head.append(script);
  return root.dataset.theme;
}

describe('the theme', () => {
  beforeEach(() => {
    openAddress('https://stories.example/');
    localStorage.clear();
  });

  it('is dark until another is chosen, which the next page finds again', () => {
    expect(openPage()).toBeUndefined();
    toggleTheme(root, () => localStorage);
    expect([root.dataset.theme, openPage()]).toEqual(['light', 'light']);
    toggleTheme(root, () => localStorage);
    expect([root.dataset.theme, openPage()]).toEqual(['dark', undefined]);
  });

  it('is told to a browser that waits for the styles', () => {
    document.head.innerHTML = '<meta name="color-scheme" content="dark">';
    const told = document.querySelector('meta')!;
    openPage();
    expect(told.content).toBe('dark');
    localStorage.setItem('theme', 'light');
    openPage();
    expect(told.content).toBe('light');
  });

  it('is what was chosen last, also in another tab and before Back', () => {
    openPage();
    followTheme(root, () => localStorage);
    localStorage.setItem('theme', 'light');
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(root.dataset.theme).toBe('light');
    localStorage.setItem('theme', 'dark');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    expect(root.dataset.theme).toBe('light');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(root.dataset.theme).toBe('dark');
  });

  it('lasts as long as the page where the browser keeps nothing', () => {
    openPage();
    toggleTheme(root, () => {
      throw new DOMException('Refused', 'SecurityError');
    });
    expect([root.dataset.theme, openPage()]).toEqual(['light', undefined]);
  });
});
