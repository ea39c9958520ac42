import { READING_PREFERENCES_CHANGE } from '../../../api/contract/common/player-texts.js';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { bindReadingPreferences, READING_PREFERENCES_SCRIPT } from './reading-preferences.js';

const root = document.documentElement;
const ATTRIBUTES = ['data-listen', 'data-dim', 'data-large', 'data-follow'];
const chosen = () => ATTRIBUTES.filter((name) => root.hasAttribute(name));
const stored = () => localStorage.getItem('story-comfort');

/** As a page is opened: what was chosen is applied before it is painted, then the bar comes alive. */
function openPage(storage: () => Storage = () => localStorage): void {
  for (const name of [...ATTRIBUTES, 'data-length']) root.removeAttribute(name);
  // The very text that stands in the page.
  const script = document.createElement('script');
  script.textContent = READING_PREFERENCES_SCRIPT;
  document.head.append(script);
  document.body.innerHTML = ['listen', 'dim', 'large', 'follow']
    .map((name) => `<button data-preference="${name}">${name}</button>`)
    .join('');
  document.body.innerHTML += ['whole', '10', 'words']
    .map((length) => `<label><input type="radio" name="l" value="${length}" data-length-choice />${length}</label>`)
    .join('');
  bindReadingPreferences(root, storage);
}

const isPressed = (name: string) => screen.getByRole('button', { name }).ariaPressed;
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }));

describe('reading preferences', () => {
  beforeEach(() => {
    openAddress('https://stories.example/stories/anna');
    localStorage.clear();
  });

  it('follow the words, and nothing else, until something is chosen', () => {
    openPage();
    expect([chosen(), isPressed('follow'), isPressed('dim')]).toEqual([['data-follow'], 'true', 'false']);
  });

  it('are applied, shown and told of, and found again by the next page', async () => {
    openPage();
    let told = 0;
    document.addEventListener(READING_PREFERENCES_CHANGE, () => told++, { once: true });
    await press('dim');
    expect([chosen(), isPressed('dim'), told]).toEqual([['data-dim', 'data-follow'], 'true', 1]);
    await press('follow');
    expect(stored()).toBe('{"dim":true,"follow":false}');
    openPage();
    expect([chosen(), isPressed('dim'), isPressed('follow')]).toEqual([['data-dim'], 'true', 'false']);
    await press('dim');
    expect(chosen()).toEqual([]);
  });

  it('remember how much of a story is wanted, whether or not the next one offers it', async () => {
    openPage();
    await userEvent.setup().click(screen.getByRole('radio', { name: 'words' }));
    expect(stored()).toContain('"length":"words"');
    openPage();
    expect([root.dataset.length, screen.getByRole<HTMLInputElement>('radio', { name: 'words' }).checked]).toEqual([
      'words',
      true,
    ]);
    await userEvent.setup().click(screen.getByRole('radio', { name: 'whole' }));
    expect([root.dataset.length, stored()?.includes('length')]).toEqual([undefined, false]);
    localStorage.setItem('story-comfort', '{"length":"2"}');
    openPage();
    await press('dim');
    expect([root.dataset.length, stored()]).toEqual(['2', expect.stringContaining('"length":"2"')]);
  });

  it.each(['no JSON', 'null', '7', '{"dim":"yes"}', '{"length":"3"}', '{"length":["2"]}'])(
    'are as at the beginning where something else is kept: %s',
    (kept) => {
      localStorage.setItem('story-comfort', kept);
      openPage();
      expect(chosen()).toEqual(['data-follow']);
    },
  );

  it.each<[string, () => Event]>([
    ['another tab has chosen', () => new StorageEvent('storage', { key: 'story-comfort' })],
    ['Back has led here again', () => new PageTransitionEvent('pageshow', { persisted: true })],
  ])('are what was chosen last once %s, and a press changes nothing else of it', async (_, event) => {
    openPage();
    await press('dim');
    await userEvent.setup().click(screen.getByRole('radio', { name: 'words' }));
    localStorage.setItem('story-comfort', '{"large":true,"follow":false}');
    dispatchEvent(event());
    expect([chosen(), isPressed('dim'), isPressed('large')]).toEqual([['data-large'], 'false', 'true']);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'whole' }).checked).toBe(true);
    localStorage.setItem('story-comfort', '{"large":true,"listen":true}');
    await press('dim');
    expect(JSON.parse(stored()!)).toEqual({ large: true, listen: true, dim: true });
  });

  it('last as long as the page where the browser keeps nothing', async () => {
    openPage(() => {
      throw new DOMException('Refused', 'SecurityError');
    });
    await press('large');
    expect([chosen(), stored()]).toEqual([['data-large', 'data-follow'], null]);
  });
});
