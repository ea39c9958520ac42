import { toggleTheme } from './theme.js';

for (const button of document.querySelectorAll('[data-theme-switch]')) {
  button.addEventListener('click', () => toggleTheme(document.documentElement, () => localStorage));
}
