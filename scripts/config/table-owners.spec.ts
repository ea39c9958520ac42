import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { API_LAYERS } from './import-boundaries.js';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Files or folders whose SQL names what is not below them; a name that stands there no more has to go from here. */
const EXCEPTIONS: { where: string; names: string[]; because: string }[] = [
  {
    where: 'api/platform/audit/audit.repository.ts',
    names: ['answer', 'photo', 'showcase_video', 'public_upload_owner'],
    because: 'An entry is of whoever its subject is of, and nobody else could say so in the statement that writes it.',
  },
  {
    where: 'api/media/store/media.repository.ts',
    names: ['video_preparation', 'picture'],
    because: 'What was made of a file goes with it, in the transaction that removes it.',
  },
  {
    where: 'api/media/uploads/upload-sessions.repository.ts',
    names: ['participant', 'helper_link'],
    because:
      'For whose uploads room is kept depends on whose mail is proven by now, in one sum over all of them; and who begins to send is held as it is written.',
  },
  {
    where: 'api/people/ledger/ledger-clock.repository.ts',
    names: ['participant'],
    because: 'A time is of somebody who is there, and held before their clock is.',
  },
  {
    where: 'api/people/participants/participants.repository.ts',
    names: ['helper_link', 'participant_session'],
    because:
      'With the person held: whether who writes in their name may, and what ends as they prove their e-mail or go.',
  },
  {
    where: 'api/people/participants/added-by-helper.entity.ts',
    names: ['helper_link'],
    because: 'A column of photos, recordings and words, which are all below helpers.',
  },
  {
    where: 'api/people/participants/unclaimed-beginnings.repository.ts',
    names: [
      'answer',
      'written_answer',
      'photo',
      'public_upload',
      'public_upload_owner',
      'recording_consent',
      'consent_subject',
      'guardian_set_apart',
    ],
    because: 'All that somebody has begun is set apart as one, when their e-mail is proven: below what is begun.',
  },
  {
    where: 'api/archive/stories',
    names: ['showcase_video', 'chosen_sentence', 'cut_release', 'public_video'],
    because: 'What the public reads is found in one statement, and published by those who change videos.',
  },
  {
    where: 'api/archive/publishing/appearances.repository.ts',
    names: ['public_video'],
    because: 'The view is what says who is public, to whoever publishes.',
  },
  {
    where: 'api/archive/elsewhere/elsewhere.repository.ts',
    names: ['showcase_video', 'former_film'],
    because: 'Where films stand, and stood, at hosts is told by videos, whose changes recall them from there.',
  },
  {
    where: 'api/operations/backup/carry-over.ts',
    names: ['due_removal'],
    because: 'A restore carries over what any folder has.',
  },
];

/** A table or view: how a statement writes it. */
const NAME = String.raw`(?:\$\{\w+\}\.?)?"?(\w+)"?(?![\w.(])`;
const NAMED = new RegExp(String.raw`\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE)\s+(?:ONLY\s+)?${NAME}`, 'g');
/** With what stands after a comma in it: `FROM answer a, photo`. */
const LIST = /\b(?:FROM|USING)\s+("?\w+"?(?:\s+(?:AS\s+)?\w+)?(?:\s*,\s*"?\w+"?(?:\s+(?:AS\s+)?\w+)?)+)/g;
/** A statement into which a table is inserted: there a text that begins with a table is taken for one. */
const INSERTED = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+\$\{/;
const BEGINNING = /['"`]\s*([a-z_]+)\b/g;

type Sources = Map<string, string>;

function read(pattern: string): Sources {
  const files = globSync(pattern, { cwd: ROOT }).filter((file) => !/\.spec\.ts$|\/testing\//.test(file));
  return new Map(files.toSorted().map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]));
}

const migrations = read('api/platform/database/migrations/*.ts');
const sources = new Map([...read('api/*/**/*.ts')].filter(([file]) => !migrations.has(file)));

/** All that statements of a source may mean by a table. */
function namesIn(source: string): Set<string> {
  const lists = [...source.matchAll(LIST)].flatMap(([, list]) => list!.split(',').map((item) => /\w+/.exec(item)![0]));
  const inserted = INSERTED.test(source) ? [...source.matchAll(BEGINNING)] : [];
  return new Set([...lists, ...[...source.matchAll(NAMED), ...inserted].map(([, name]) => name!)]);
}

/** Of a file or a folder below api/: its layer and its row there, as `import-boundaries.ts` has them. */
function placeOf(file: string): { layer: number; row: number; folder: string } {
  const [, name, folder = ''] = file.split('/');
  const layer = API_LAYERS.findIndex((each) => each.layer === name);
  const row = API_LAYERS[layer]?.folders.findIndex((folders) => folders.includes(folder)) ?? -1;
  // What stands beside the folders puts them together.
  return row === -1 ? { layer, row: Infinity, folder: '' } : { layer, row, folder };
}

function isBelow(one: string, other: string): boolean {
  const [a, b] = [placeOf(one), placeOf(other)];
  return a.layer < b.layer || (a.layer === b.layer && a.row < b.row);
}

const lowestFirst = (one: string, other: string) => (isBelow(one, other) ? -1 : Number(isBelow(other, one)));

/** From each table and view that the migrations make to the statement that makes it; the last one counts. */
function made(kind: 'TABLE' | 'VIEW'): Map<string, string> {
  const statement = new RegExp(String.raw`CREATE (?:OR REPLACE )?${kind} "(\w+)"([^;\`]*)`, 'g');
  return new Map(
    [...migrations.values()].flatMap((source) =>
      Array.from(source.matchAll(statement), ([, name, rest]) => [name!, rest!] as const),
    ),
  );
}

/** The folder of its entity, else the lowest that adds rows to it, else that changes them, else that removes them. */
function ownerOf(table: string): string | undefined {
  const writing = [
    `@Entity\\('${table}'\\)`,
    `INSERT INTO ${table}\\b`,
    `UPDATE ${table}\\b`,
    `DELETE FROM ${table}\\b`,
  ];
  const folders = writing.map((text) => {
    const files = [...sources].filter(([, source]) => new RegExp(text).test(source));
    return files.map(([file]) => path.dirname(file).split('/').slice(0, 3).join('/')).toSorted(lowestFirst);
  });
  return folders.find(({ length }) => length > 0)?.[0];
}

/** From each table to the folder whose it is, and from each view to the highest of those whose tables it reads. */
function owners(): Map<string, string | undefined> {
  const tables = new Map(Array.from(made('TABLE').keys(), (table) => [table, ownerOf(table)]));
  const views = Array.from(made('VIEW'), ([view, statement]) => {
    const folders = Array.from(namesIn(statement), (name) => tables.get(name) ?? []).flat();
    return [view, folders.toSorted(lowestFirst).at(-1)] as const;
  });
  return new Map([...tables, ...views]);
}

const OWNERS = owners();

/** What a source names that belongs to a folder which it may not import. */
function foreign(file: string, source: string): string[] {
  return [...namesIn(source)].filter((name) => {
    const owner = OWNERS.get(name);
    if (owner === undefined) return false;
    const [here, there] = [placeOf(file), placeOf(owner)];
    const isBeside = here.layer === there.layer && here.row === there.row && here.folder !== there.folder;
    return isBelow(file, owner) || isBeside;
  });
}

describe('the tables', () => {
  it('each have a folder whose they are', () => {
    expect(OWNERS.size).toBeGreaterThan(60);
    expect([...OWNERS].filter(([, owner]) => owner === undefined)).toEqual([]);
    expect(OWNERS.get('answer')).toBe('api/people/interview');
    expect(OWNERS.get('story_choice')).toBe('api/people/participants');
    expect(OWNERS.get('public_upload_owner')).toBe('api/people/public-uploads');
    expect(OWNERS.get('public_video')).toBe('api/archive/videos');
  });

  it('are named in SQL only where their folder may be imported', () => {
    const found = [...sources].flatMap(([file, source]) => foreign(file, source).map((name) => ({ file, name })));
    const excepted = EXCEPTIONS.flatMap(({ where, names }) => names.map((name) => ({ where, name })));
    const isAt = (place: (typeof excepted)[number], one: (typeof found)[number]) =>
      one.file.startsWith(place.where) && one.name === place.name;
    const unexpected = found.filter((one) => !excepted.some((place) => isAt(place, one)));
    expect(unexpected.map(({ file, name }) => `${file} names ${name}, of ${OWNERS.get(name)}`)).toEqual([]);
    expect(excepted.filter((place) => !found.some((one) => isAt(place, one)))).toEqual([]);
  });

  it.each([
    ['of a higher layer', 'api/media/store/a.ts', "'SELECT FROM participant p'"],
    ['of a later folder', 'api/people/participants/a.ts', "'UPDATE answer SET title = 1'"],
    ['of a folder beside its own', 'api/people/sign-in/a.ts', '`INSERT INTO "recording_consent" (a)`'],
    ['after a comma', 'api/media/store/a.ts', "'SELECT FROM media_file m, participant p'"],
    ['that is inserted', 'api/media/store/a.ts', "for (const a of ['photo']) query(`DELETE FROM ${a} WHERE b`)"],
    ['of another schema', 'api/media/store/a.ts', '`SELECT FROM ${from}.photo`'],
    ['which is a view', 'api/platform/audit/a.ts', "'JOIN public_video v'"],
  ])('would be found: one %s', (_which, file, source) => expect(foreign(file, source)).toHaveLength(1));

  it.each([
    ['a table of its own folder', 'api/people/interview/a.ts', "'DELETE FROM answer'"],
    ['one of a lower folder', 'api/people/interview/a.ts', "'SELECT FROM participant'"],
    ['one of a lower layer', 'api/staff/a.ts', "'SELECT FROM answer'"],
    ['a row of that name', 'api/media/store/a.ts', "'trim(FROM answer.text)'"],
    ['a word that is no statement', 'api/media/store/a.ts', "'answer'"],
  ])('would not be refused: %s', (_which, file, source) => expect(foreign(file, source)).toEqual([]));
});
