import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Fewer are a label, which two screens may share by chance. */
const WORDS_OF_A_SENTENCE = 4;
const LITERAL = /'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"|`([^`]+)`/g;

/** The sources of a folder without their comments. */
async function* sourcesIn(folder: string): AsyncGenerator<{ file: string; source: string }> {
  for (const name of await readdir(path.join(ROOT, folder), { recursive: true })) {
    const file = path.join(folder, name);
    if (!/\.(ts|tsx|astro)$/.test(file) || /\.spec\.|\/testing\/|\/migrations\//.test(file)) continue;
    const source = await readFile(path.join(ROOT, file), 'utf8');
    yield { file, source: source.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '') };
  }
}

/** Every sentence that stands as a literal in the sources of a folder, with the files in which it does. */
async function sentencesIn(folder: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for await (const { file, source } of sourcesIn(folder)) {
    for (const [, single, double, template] of source.matchAll(LITERAL)) {
      const text = single ?? double ?? template ?? '';
      const isSentence = /^[A-Z]/.test(text) && text.split(/\s+/).length >= WORDS_OF_A_SENTENCE;
      if (isSentence) found.set(text, [...(found.get(text) ?? []), file]);
    }
  }
  return found;
}

/** Kept word for word in each version, whatever other files say. */
const KEPT_VERSIONS = /^api\/contract\/consent\/(privacy-|answered-words)/;
/** Of different things, with codes of their own. */
const BY_CHANCE = ['This video does not exist.', 'This is not here any more.'];

/** A number with its unit, as a sentence has it that was not made from the limit: "within one hour", "for 30 days", "three times". */
const TYPED_LIMIT =
  /(?:\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|sixty|ninety)|\b(?:within|in|for|than) an?) (?:(?:second|minute|hour|day|week|month|year)s?|times)\b|\d ?[kMG]B\b/;
const STATEMENT = /^(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/;
/** What is counted by the day is so whatever its number is. */
const NO_LIMIT = ['You have sent as much as we can take from one sender in a day. Please send the rest tomorrow.'];

describe('a limit in a sentence', () => {
  it.each(['one hour', 'within an hour', 'for 30 days', '14 days', 'three times', '500MB', 'more than a day in'])(
    'is found in "%s"',
    (text) => expect(text).toMatch(TYPED_LIMIT),
  );

  it.each(['api', 'app', 'site'])('is made from its number, and not typed, in %s', async (folder) => {
    const typed = [...(await sentencesIn(folder))]
      .filter(([text]) => TYPED_LIMIT.test(text) && !STATEMENT.test(text) && !NO_LIMIT.includes(text))
      .flatMap(([text, files]) => files.filter((file) => !KEPT_VERSIONS.test(file)).map((file) => `${file}: ${text}`));
    for await (const { file, source } of sourcesIn(folder)) {
      const [, , markup = ''] = file.endsWith('.astro') ? source.split(/^---$/m) : [];
      typed.push(...markup.split('\n').flatMap((line) => (TYPED_LIMIT.test(line) ? `${file}: ${line.trim()}` : [])));
    }
    expect(typed).toEqual([]);
  });
});

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
