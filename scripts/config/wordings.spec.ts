import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Fewer are a label, which two screens may share by chance. */
const WORDS_OF_A_SENTENCE = 4;
const LITERAL = /'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"|`([^`]+)`/g;

/** Every sentence that stands as a literal in the sources of a folder, with the files in which it does. */
async function sentencesIn(folder: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const name of await readdir(path.join(ROOT, folder), { recursive: true })) {
    const file = path.join(folder, name);
    if (!/\.(ts|tsx|astro)$/.test(file) || /\.spec\.|\/testing\/|\/migrations\//.test(file)) continue;
    const source = (await readFile(path.join(ROOT, file), 'utf8')).replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
    for (const [, single, double, template] of source.matchAll(LITERAL)) {
      const text = single ?? double ?? template ?? '';
      const isSentence = /^[A-Z]/.test(text) && text.split(/\s+/).length >= WORDS_OF_A_SENTENCE;
      if (isSentence) found.set(text, [...(found.get(text) ?? []), file]);
    }
  }
  return found;
}

/** Kept word for word in each version, whatever other files say. */
const KEPT_VERSIONS = /^api\/contract\/(privacy-|answered-words)/;
/** Of different things, with codes of their own. */
const BY_CHANCE = ['This video does not exist.', 'This is not here any more.'];

describe('a text that the server sends', () => {
  it('is typed in one file of the server', async () => {
    const twice = [...(await sentencesIn('api'))]
      .filter(([text]) => text.endsWith('.') && !BY_CHANCE.includes(text))
      .map(([text, files]) => ({ text, files: [...new Set(files)].filter((file) => !KEPT_VERSIONS.test(file)) }))
      .filter(({ files }) => files.length > 1);
    expect(twice).toEqual([]);
  });

  it('is not typed again in a screen or a page: both read it from the contract', async () => {
    const server = await sentencesIn('api');
    const twice: Record<string, string[]> = {};
    for (const folder of ['app', 'site']) {
      for (const [text, files] of await sentencesIn(folder)) {
        if (server.has(text)) twice[text] = [...server.get(text)!, ...files];
      }
    }
    expect(server.size).toBeGreaterThan(100);
    expect(twice).toEqual({});
  });
});
