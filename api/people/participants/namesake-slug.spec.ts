import { isNamesake } from './namesake-slug.js';

describe('a slug', () => {
  it.each(['anna-2026-03-02', 'anna-2026-03-02-2', 'anna-2026-03-02-999999999'])(
    'that is a name and day, with a number or without, is one of them: %s',
    (slug) => expect(isNamesake(slug, 'anna-2026-03-02')).toBe(true),
  );

  it.each([
    ['of another name', 'emma-2026-03-02'],
    ['of another name, with a number', 'emma-2026-03-02-2'],
    ['of another day', 'anna-2026-03-03'],
    ['with more than a number behind it', 'anna-2026-03-02-2-3'],
    ['without the day', 'anna'],
  ])('%s is not', (_which, slug) => expect(isNamesake(slug, 'anna-2026-03-02')).toBe(false));
});
