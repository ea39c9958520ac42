// Cuts the two typefaces down to what pages show first (Latin-1, the weights in use): 85 kB become 48 kB.
// Run by `npm run fonts` after an update of the @fontsource packages; the results in site/fonts are committed.
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const fonts = [
  {
    source: '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
    target: 'story-sans-latin.woff2',
    weights: { min: 400, max: 700 },
  },
  {
    source: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
    target: 'story-serif-latin.woff2',
    weights: { min: 400, max: 600 },
  },
];

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const PUNCTUATION =
  '\u0131\u0152\u0153\u2009\u200b\u2010\u2011\u2012\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026' +
  '\u2032\u2033\u2039\u203a\u20ac\u2122\u2212\ufffd';
const characters = String.fromCodePoint(...range(0x20, 0x7e), ...range(0xa0, 0xff)) + PUNCTUATION;

for (const { source, target, weights } of fonts) {
  const original = await readFile(new URL(import.meta.resolve(source)));
  const subset = await subsetFont(original, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'lnum', 'tnum'],
  });
  await writeFile(new URL(`../site/fonts/${target}`, import.meta.url), subset);
  console.log(`${target}: ${original.length} → ${subset.length} bytes`);
}
