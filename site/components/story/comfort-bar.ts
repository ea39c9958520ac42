import { isChosen, isComfortName, toggleComfort } from './comfort.js';

const root = document.documentElement;
const buttons = document.querySelectorAll<HTMLElement>('[data-comfort]');

function show(): void {
  for (const button of buttons) {
    const { comfort } = button.dataset;
    if (isComfortName(comfort)) button.ariaPressed = String(isChosen(root, comfort));
  }
}

for (const button of buttons) {
  const { comfort } = button.dataset;
  if (!isComfortName(comfort)) continue;
  button.addEventListener('click', () => {
    toggleComfort(root, comfort, () => localStorage);
    show();
  });
}
show();
