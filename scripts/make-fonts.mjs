// Cuts the two typefaces down to what pages show first (Latin-1, the weights in use): 85 kB become 48 kB.
// Run by `npm run fonts` after an update of the @fontsource packages; the results are committed.
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const PUNCTUATION =
  '\u0131\u0152\u0153\u2009\u200b\u2010\u2011\u2012\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026' +
  '\u2032\u2033\u2039\u203a\u20ac\u2122\u2212\ufffd';
const LATIN = String.fromCodePoint(...range(0x20, 0x7e), ...range(0xa0, 0xff)) + PUNCTUATION;
/** Of the other letters of the serif: as its package parts them. */
const EXTENDED = {
  'latin-ext': [...range(0x100, 0x24f), ...range(0x1e00, 0x1eff)],
  vietnamese: [...range(0x300, 0x309), 0x323, 0x329, ...range(0x1ea0, 0x1ef9)],
  cyrillic: range(0x400, 0x45f),
  'cyrillic-ext': range(0x460, 0x52f),
  greek: range(0x370, 0x3ff),
};
const SANS = '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next';
const SERIF = '@fontsource-variable/source-serif-4/files/source-serif-4';

/**
 * Of the serif's optical sizes the one of what is read in it, the stories. The whole axis would cost 41 kB, a second cut for
 * headings 18 kB, of the 100 kB that a story may weigh.
 */
const OPTICAL_SIZE = 20;

const forPages = (source, name, axes) => ({
  source,
  target: `site/fonts/${name}.woff2`,
  characters: LATIN,
  options: { targetFormat: 'woff2', variationAxes: axes },
});
/** The library that draws names on pictures reads nothing but TrueType. */
const forPictures = (script, characters) => ({
  source: `${SERIF}-${script}-wght-normal.woff2`,
  target: `api/archive/publishing/pictures/story-name-${script}.ttf`,
  characters,
  options: { targetFormat: 'truetype', variationAxes: { wght: 500 } },
});
const fonts = [
  forPages(`${SANS}-latin-wght-normal.woff2`, 'story-sans-latin', { wght: { min: 400, max: 700 } }),
  forPages(`${SERIF}-latin-opsz-normal.woff2`, 'story-serif-latin', {
    wght: { min: 400, max: 600 },
    opsz: OPTICAL_SIZE,
  }),
  forPictures('latin', LATIN),
  ...Object.entries(EXTENDED).map(([script, letters]) => forPictures(script, String.fromCodePoint(...letters))),
];

for (const { source, target, characters, options } of fonts) {
  const original = await readFile(new URL(import.meta.resolve(source)));
  const subset = await subsetFont(original, characters, {
    ...options,
    keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'lnum', 'tnum'],
  });
  await writeFile(new URL(`../${target}`, import.meta.url), subset);
  console.log(`${target}: ${original.length} → ${subset.length} bytes`);
}
