import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** What reaches a browser, or may: pages are made of the same files. */
const FOLDERS = ['app', 'site', 'api/contract'];
/** Has what is used in their place. */
const STAND_INS = 'api/contract/common/older-browsers.ts';

// Newer than the browsers for which the build is made: Chrome 111, Firefox 115 or Safari 16.4 lack each of them.
const STATIC = [
  'AbortSignal.any',
  'Array.fromAsync',
  'Error.isError',
  'Intl.DurationFormat',
  'Intl.Segmenter',
  'Iterator.from',
  'Map.groupBy',
  'Math.sumPrecise',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'ReadableStream.from',
  'RegExp.escape',
  'Response.json',
  'Symbol.asyncDispose',
  'Symbol.dispose',
  'URL.canParse',
  'URL.parse',
  'Uint8Array.fromBase64',
  'Uint8Array.fromHex',
];
const METHODS = [
  'difference',
  'getHTML',
  'getOrInsert',
  'getOrInsertComputed',
  'intersection',
  'isDisjointFrom',
  'isSubsetOf',
  'isSupersetOf',
  'isWellFormed',
  'moveBefore',
  'requestClose',
  'requestIdleCallback',
  'showPopover',
  'startViewTransition',
  'symmetricDifference',
  'toBase64',
  'toHex',
  'toWellFormed',
  'togglePopover',
  'transferToFixedLength',
  'union',
];
const NEWER = [
  new RegExp(`\\b(?:${STATIC.map((name) => name.replace('.', '\\.')).join('|')})\\b`),
  new RegExp(`\\.(?:${METHODS.join('|')})\\(`),
  // An iterator knows `next` alone.
  /(?<!\b(?:Object|Array))\.(?:values|keys|entries|matchAll)\((?:[^()]|\([^()]*\))*\)\s*\.(?!next\b)\w+/,
  // Firefox makes no attribute of it.
  /\.aria[A-Z]\w* = /,
];

/** What of a source such a browser does not know. */
function newerIn(source: string): string[] {
  // No comment begins within `video/*`.
  const code = source.replaceAll(/(?<=^|[\s{(])\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  return NEWER.flatMap((pattern) => pattern.exec(code)?.[0] ?? []);
}

describe('what older browsers lack', () => {
  it.each([
    'const { promise } = Promise.withResolvers<void>();',
    'AbortSignal.any([one, other])',
    'const segmenter = new Intl.Segmenter();',
    'before.symmetricDifference(after)',
    'text\n  .toWellFormed()\n  .trim()',
    'groups.values().map(first)',
    'text.matchAll(/(a|b)/g).toArray()',
    "button.ariaPressed = 'true';",
    '<input accept="video/*,audio/*" /> Map.groupBy(all, kindOf) /** Of each kind. */',
    "headers: { accept: '*/*' }, URL.parse(address) /* Or null. */",
  ])('is found in "%s"', (source) => expect(newerIn(source)).toHaveLength(1));

  it.each([
    'withResolvers<void>()',
    'Object.values(groups).map(first)',
    'Array.from(groups.values(), first).map(last)',
    'for (const [at, one] of all.entries()) first(at);',
    'groups.keys().next().value',
    'toWellFormed(text)',
    '// As AbortSignal.any does.',
    'first();\n/** As AbortSignal.any does. */',
    '{/* As AbortSignal.any does. */}',
    '<button aria-pressed={isPressed}>',
  ])('is not found in "%s"', (source) => expect(newerIn(source)).toEqual([]));

  it.each(FOLDERS)('is used nowhere in %s', async (folder) => {
    const found: string[] = [];
    for (const name of await readdir(path.join(ROOT, folder), { recursive: true })) {
      const file = `${folder}/${name.replaceAll('\\', '/')}`;
      if (!/\.(ts|tsx|astro)$/.test(file) || /\.spec\.|\/testing\//.test(file) || file === STAND_INS) continue;
      for (const newer of newerIn(await readFile(path.join(ROOT, file), 'utf8'))) found.push(`${file}: ${newer}`);
    }
    expect(found).toEqual([]);
  });
});
