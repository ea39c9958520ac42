import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['api', 'app', 'site', 'scripts'];
/**
 * Where a refused word still stands: files or folders. One that stands nowhere there any more has to go from here. For good
 * are `takes` (the name of a store in browsers) and `take` as a verb ("Take a break").
 */
const EXCEPTIONS: Record<string, string[]> = {
  look: ['api/staff/corrections.spec.ts'],
  take: ['app/interview/frame/interview-frame.tsx', 'app/interview/common/interview.messages.ts'],
  takes: ['app/interview/local-drafts'],
};

interface Refusal {
  /** In lower case, one after another. */
  words: string[];
  say: string;
  where: string[];
}

/** What stands in backticks in a cell of the table. */
function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
}

/** The rows of the table of refused words in `api/contract/README.md`. */
async function refusals(): Promise<Refusal[]> {
  const readme = await readFile(path.join(ROOT, 'api/contract/README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| (`[^|]*`) \| ([^|]+) \| (`[^|]*`) \|$/gm)];
  return rows.flatMap(([, refused, say, where]) =>
    quoted(refused!).map((words) => ({ words: words.split(' '), say: say!, where: quoted(where!) })),
  );
}

/** "keptTakes", "kept-takes" and "KEPT_TAKES" are the words kept, takes. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
}

/** The identifiers of a source; words of its comments and texts are none. */
function identifiersOf(source: string): Set<string> {
  const code = source
    .replaceAll(/\/\*[^]*?\*\/|(?<![:"'`\w])\/\/.*$|<!--[^]*?-->/gm, ' ')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, ' ')
    // Of a template, what is code in it.
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, (template) =>
      Array.from(template.matchAll(/\$\{([^}]*)\}/g), ([, inserted]) => inserted).join(' '),
    );
  return new Set(code.match(/[\p{L}_$][\p{L}\d_$]*/gu));
}

function isAt(place: { word: string; start: string }, { file, word }: { file: string; word: string }): boolean {
  return place.word === word && file.startsWith(place.start);
}

function contains(words: string[], run: string[]): boolean {
  return words.some((_, start) => run.every((word, index) => words[start + index] === word));
}

async function sources(): Promise<string[]> {
  const found = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(path.join(ROOT, folder), { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  );
  return found.flat().filter((file) => /\.(ts|tsx|mts|mjs|astro)$/.test(file) && !file.includes('/migrations/'));
}

describe('the words of the project', () => {
  it('are those of the list: none that it refuses names a file, a folder or anything in them', async () => {
    const refused = await refusals();
    expect(refused.length).toBeGreaterThan(20);
    const found: { file: string; word: string; say: string }[] = [];
    for (const file of await sources()) {
      const rows = refused.filter(({ where }) => where.some((folder) => file.startsWith(`${folder}/`)));
      if (rows.length === 0 || file === 'scripts/config/words.spec.ts') continue;
      const names = identifiersOf(await readFile(path.join(ROOT, file), 'utf8'));
      const spelled = [...file.split('/').map((part) => part.replace(/\.\w+$/, '')), ...names].map(wordsOf);
      for (const { words, say } of rows) {
        if (spelled.some((name) => contains(name, words))) found.push({ file, word: words.join(' '), say });
      }
    }
    const excepted = Object.entries(EXCEPTIONS).flatMap(([word, starts]) => starts.map((start) => ({ word, start })));
    const unexpected = found.filter((one) => !excepted.some((place) => isAt(place, one)));
    expect(unexpected.map(({ file, word, say }) => `${file}: "${word}", say ${say}`)).toEqual([]);
    expect(excepted.filter((place) => !found.some((one) => isAt(place, one)))).toEqual([]);
  });

  it('are found in every spelling', () => {
    for (const name of ['keptTake', 'KEPT_TAKE', 'kept-take.spec', 'aKeptTake', 'IDKeptTake']) {
      expect(contains(wordsOf(name), ['kept', 'take'])).toBe(true);
    }
    expect(contains(wordsOf('mistake'), ['take'])).toBe(false);
    expect([...identifiersOf("const a = 'take'; // takes\n/* take */ b.run(`take`)")]).toEqual([
      'const',
      'a',
      'b',
      'run',
    ]);
    expect([...identifiersOf('a(`b ${c.d} e`); const f = `g`')]).toEqual(['a', 'c', 'd', 'const', 'f']);
  });
});
