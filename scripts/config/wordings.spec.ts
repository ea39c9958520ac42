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

describe('a text that the server sends', () => {
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
