import { findStorageEnd } from './storage-end.js';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const FORGETFUL: [string, string][] = [
  ['Safari on an iPhone', IPHONE],
  ['Chrome on an iPhone', IPHONE.replace('Version/18.5', 'CriOS/137.0')],
  ['an app that shows pages on an iPhone', IPHONE.replace(/ Version.*/, ' Mobile/15E148 [FBAN/FBIOS;FBAV/520.0]')],
  [
    'Safari on a Mac, and on an iPad that says it is one',
    'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
  ],
];
const LASTING: [string, string][] = [
  ['Chrome', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'],
  ['Chrome on Android', 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
];
const NOW = new Date('2026-11-22T12:00:00Z');
const persisting = (isLasting: boolean) => ({ persisted: () => Promise.resolve(isLasting) });

it.each(FORGETFUL)('counts seven days from this visit in %s', async (_name, userAgent) => {
  const end = await findStorageEnd({ userAgent, storage: persisting(false) }, NOW);
  expect(end?.toISOString().slice(0, 10)).toBe('2026-11-29');
  expect(await findStorageEnd({ userAgent }, NOW)).not.toBeNull();
  expect(
    await findStorageEnd({ userAgent, storage: { persisted: () => Promise.reject(new Error('no')) } }, NOW),
  ).not.toBeNull();
});

it.each(FORGETFUL)('counts nothing in %s where it has said that it keeps everything', async (_name, userAgent) => {
  expect(await findStorageEnd({ userAgent, storage: persisting(true) }, NOW)).toBeNull();
});

it.each(LASTING)('counts nothing in %s', async (_name, userAgent) => {
  expect(await findStorageEnd({ userAgent, storage: persisting(false) }, NOW)).toBeNull();
});
