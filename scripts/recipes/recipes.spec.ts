import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { createTestDatabase } from '../../api/testing/test-database.js';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A copy of the sources, on which the recipes of HOW-TO-ADD are performed. */
let copy: string;
/** Of what a case has written: what stood there before, if anything did. */
const replaced = new Map<string, string | undefined>();
beforeAll(async () => {
  copy = await mkdtemp(path.join(os.tmpdir(), 'recipes-'));
  for (const name of ['api', 'app', 'site', 'tsconfig.json', 'package.json', '.env.example']) {
    await cp(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
});
afterEach(async () => {
  for (const [file, text] of replaced) {
    await (text === undefined ? rm(path.join(copy, file)) : writeFile(path.join(copy, file), text));
  }
  replaced.clear();
});
afterAll(() => rm(copy, { recursive: true }));

const read = (file: string) => readFile(path.join(copy, file), 'utf8');
async function write(file: string, content: string | Buffer): Promise<void> {
  if (!replaced.has(file)) replaced.set(file, await read(file).catch(() => undefined));
  await writeFile(path.join(copy, file), content);
}

/** The one file below `folder` that says `text`: a recipe names what is to be changed, wherever that may stand. */
async function fileWith(folder: string, text: string): Promise<string> {
  const names = await readdir(path.join(copy, folder), { recursive: true });
  const sources = names.filter((name) => /\.tsx?$/.test(name) && !/\.spec\.tsx?$/.test(name));
  const found = [];
  for (const name of sources) if ((await read(path.join(folder, name))).includes(text)) found.push(name);
  expect(found).toHaveLength(1);
  return path.join(folder, found[0]!);
}

/** Writes `line` before the one place where `at` stands. */
async function insert(file: string, at: string, line: string): Promise<void> {
  const parts = (await read(file)).split(at);
  expect({ file, at, places: parts.length - 1 }).toEqual({ file, at, places: 1 });
  await write(file, `${parts[0]}${line}\n${at}${parts[1]}`);
}

/** Of packages, which are the same for every case. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** What the compiler has against these files as they are in the copy. */
function typeErrors(files: string[]): string[] {
  const { config } = ts.readConfigFile(path.join(copy, 'tsconfig.json'), (name) => ts.sys.readFile(name)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, copy);
  const host = ts.createCompilerHost(options);
  const parse = host.getSourceFile;
  host.getSourceFile = (name, ...rest) => {
    if (!name.includes('/node_modules/')) return parse(name, ...rest);
    if (!parsed.has(name)) parsed.set(name, parse(name, ...rest));
    return parsed.get(name);
  };
  const program = ts.createProgram(
    files.map((file) => path.join(copy, file)),
    options,
    host,
  );
  return files.flatMap((file) => {
    const source = program.getSourceFile(path.join(copy, file))!;
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

/** Runs code in the copy that has imported a module of it; returns what it printed. */
async function run(file: string, code: string, env: Record<string, string> = {}): Promise<unknown> {
  const script = `import * as it from ${JSON.stringify(pathToFileURL(path.join(copy, file)).href)};
    console.log(JSON.stringify(await (${code})(it)));`;
  const resolving = pathToFileURL(path.join(ROOT, 'scripts/config/resolve-typescript.mjs')).href;
  const args = ['--import', resolving, '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: copy, env: { ...process.env, ...env } });
  return JSON.parse(stdout) as unknown;
}

/** The paths of all that is published where nothing is public. */
const plannedPages = async (plan: string) =>
  (await run(
    plan,
    `({ desiredPages }) => desiredPages({
      ascending: [],
      templateKey: '',
      questions: [],
      feedNames: { ids: new Map(), gone: [] },
      staffAccounts: false,
    }).map(({ path }) => path)`,
  )) as string[];

/** A worker with these methods. */
const worker = (body: string) => `import { QueueWorker } from '../../platform/jobs/queue-worker.js';
  export class ApprovalsWorker extends QueueWorker {${body}}`;

/** A part of health with this. */
const healthPart = (body: string) => `import { HealthPart } from '../../platform/health/health-part.js';
  export class LedgerHealth extends HealthPart { readonly name = 'ledger'; ${body} }`;

describe('the recipe for', () => {
  it('a setting needs the variable, where it is kept, and .env.example', async () => {
    const [types, load] = ['api/platform/config/app-config.ts', 'api/platform/config/load-config.ts'];
    await insert(types, '  readonly donateUrl', '  readonly forumUrl: string | null;');
    expect(typeErrors([load]).join()).toContain(`Property 'forumUrl' is missing`);
    await insert(load, '    DONATE_URL: ', '    FORUM_URL: optional(httpUrl),');
    await insert(load, '    donateUrl: ', '    forumUrl: env.FORUM_URL,');
    expect(typeErrors([load])).toEqual([]);
    const settings = { STAFF_PASSWORD: 'a', FORUM_URL: 'https://forum.example' };
    const code = `({ loadConfig }) => loadConfig(${JSON.stringify(settings)}, '/').forumUrl`;
    expect(await run(load, code)).toBe('https://forum.example');

    const known = [...(await read(load)).matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name);
    const explained = [...(await read('.env.example')).matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect([...known, 'STATE_DIR'].filter((name) => !explained.includes(name))).toEqual(['FORUM_URL']);
  });

  it('a field of a person needs a migration, the entity, the contract and the mapper', async () => {
    const folder = 'api/platform/database/migrations';
    await write(
      `${folder}/1900000000000-pronouns.ts`,
      `import type { MigrationInterface, QueryRunner } from 'typeorm';
      export class Pronouns1900000000000 implements MigrationInterface {
        name = 'Pronouns1900000000000';
        async up(queryRunner: QueryRunner): Promise<void> {
          await queryRunner.query('ALTER TABLE "participant" ADD "pronouns" text');
        }
        async down(queryRunner: QueryRunner): Promise<void> {
          await queryRunner.query('ALTER TABLE "participant" DROP "pronouns"');
        }
      }`,
    );
    await insert(
      `${folder}/index.ts`,
      '\n/** In the order',
      `import { Pronouns1900000000000 } from './1900000000000-pronouns.js';`,
    );
    await insert(`${folder}/index.ts`, '];', '  Pronouns1900000000000,');
    const database = await createTestDatabase();
    const code = `async ({ dataSourceOptions, migrate }) => {
      const { DataSource } = await import('typeorm');
      const source = await new DataSource(dataSourceOptions(${JSON.stringify(database.connection)})).initialize();
      await migrate(source);
      const columns = await source.query("SELECT 1 FROM information_schema.columns WHERE column_name = 'pronouns'");
      await source.destroy();
      return columns.length;
    }`;
    try {
      expect(await run('api/platform/database/data-source.ts', code)).toBe(1);
    } finally {
      await database.drop();
    }

    const contract = await fileWith('api/contract', 'export interface AdminUser ');
    const mapper = await fileWith('api/staff', 'export function toAdminUser(');
    const entity = await fileWith('api/people', 'export class Participant ');
    await insert(contract, '  /** Of the story page', '  pronouns: string | null;');
    expect(typeErrors([mapper]).join()).toContain(`Property 'pronouns' is missing`);
    await insert(
      entity,
      '  /** As it was typed',
      `  @Column('text', { nullable: true })\n  pronouns: string | null;\n`,
    );
    await insert(mapper, '    userName: ', '    pronouns: participant.pronouns,');
    const download = await fileWith('api/archive/my-story', 'export function aboutMe(');
    expect(typeErrors([download]).join()).toContain(`Property 'pronouns' is missing`);
    await insert(download, '  createdAt: true,', '  pronouns: true,');
    expect(typeErrors([contract, mapper, entity, download])).toEqual([]);
  });

  it('a text of a finished video needs its places in the contract: the compiler asks for what is agreed to, too', async () => {
    const words = await fileWith('api/contract', 'export interface ShowcaseWords ');
    await insert(words, '  transcript: string;\n  /** Null', '  advice: string;');
    await write(words, (await read(words)).replace(`WordField = 'title'`, `WordField = 'title' | 'advice'`));
    const [staff, story] = ['export interface ShowcaseVideo ', 'export interface StoryVideo '];
    await insert(
      await fileWith('api/contract', staff),
      '  /** Null: the transcript has no times.',
      '  advice: string;',
    );
    await insert(await fileWith('api/contract', story), `  /** The transcript's timed lines;`, '  advice: string;');
    const mapper = await fileWith('api/archive', 'export function toShowcaseVideo(');
    const shown = await fileWith('api/archive', 'export function toStoryOverviewItems(');
    const versions = await fileWith('api/archive', 'export class WordVersionsService ');
    const changed = await fileWith('api/archive', 'const FIELD_NAMES: ');
    const agreed = await fileWith('api/archive', 'function partsOf(');
    const asked = typeErrors([mapper, shown, versions, changed, agreed]).filter((error) => error.includes('advice'));
    expect(new Set(asked.map((error) => error.split(':')[0]))).toEqual(
      new Set([mapper, shown, versions, changed, agreed]),
    );

    const before = (cut: object) => run(agreed, `({ cutHashOf }) => cutHashOf(${JSON.stringify(cut)})`);
    const cut = { film: 'ab', title: 'Before', description: '', transcript: '', cues: null, shownName: 'Anna' };
    const hash = await before(cut);
    const added = (await read(agreed))
      .replace('chosenSentence, picture };\n}', 'chosenSentence, picture, ...(advice && { advice }) };\n}')
      .replace(
        'chosenSentence, picture } = cut;\n  const cues',
        'chosenSentence, picture, advice } = cut;\n  const cues',
      );
    await write(agreed, added);
    expect(await before({ ...cut, advice: '' })).toBe(hash);
    expect(await before({ ...cut, advice: 'It is loud.' })).not.toBe(hash);
  });

  it('a column of a staff list needs the field in the contract, and its cell', async () => {
    const contract = await fileWith('api/contract', 'export interface AdminUser ');
    const columns = await fileWith('app/admin', 'export function userColumns(');
    const cell = `    [{ heading: 'Pronouns', cell: (person) => person.pronouns ?? '' }],\n`;
    await insert(columns, '    ...STEP_COLUMNS,', cell);
    expect(typeErrors([columns]).join()).toContain(`Property 'pronouns' does not exist`);
    await insert(contract, '  /** Of the story page', '  pronouns: string | null;');
    expect(typeErrors([columns])).toEqual([]);
  });

  it('a page needs a payload, its line in the plan, and a route file of that name', async () => {
    const plan = await fileWith('api/archive/publishing', 'export function desiredPages(');
    await insert('api/contract/pages.ts', `  | { page: 'save-progress' }`, `  | { page: 'about' }`);
    expect(typeErrors([plan]).join()).toContain(`Property 'about' is missing`);
    await insert(plan, '  resume: RESUME_PATH,', `  about: '/about',`);
    expect(typeErrors([plan])).toEqual([]);
    const files = await plannedPages(plan);
    expect(files).toContain('about/index.html');
    // Every page that no story is needed for has a route; the landing page and the one for what is not there have two files.
    const routes = await readdir(path.join(copy, 'site/pages'), { recursive: true });
    const names = files
      .filter((file) => file.endsWith('.html') && !['landing', 'story-not-found'].includes(path.dirname(file)))
      .map((file) => file.replace(/(\/?index)?\.html$/, ''))
      // One route serves every version.
      .filter((name) => !/^privacy\/\d/.test(name));
    const lost = names.filter(
      (name) => !routes.some((route) => new Set([`${name || 'index'}.astro`, `${name}/index.astro`]).has(route)),
    );
    expect(lost).toEqual(['about']);
  });

  it('a limit of calls needs its number, and the route that says it', async () => {
    const routes = await fileWith('api', 'export class GuardianController ');
    const before = await read(routes);
    await insert(
      'api/contract/common/limits.ts',
      '/** Where nothing else is said',
      'export const ANSWERS_PER_HOUR = 3;',
    );
    const limit = `import { CallsPerHour } from '../../platform/rate-limits/rate-limit.guard.js';
        import { ANSWERS_PER_HOUR } from '../../contract/common/limits.js';\n`;
    await write(
      routes,
      limit + before.replace(/@Post\('answer'\)(?![^]*@Post\('answer'\))/, '$&\n  @CallsPerHour(ANSWERS_PER_HOUR)'),
    );
    expect(await read(routes)).toContain('@CallsPerHour');
    expect(typeErrors([routes])).toEqual([]);
  });

  it('a period needs its kind and its months: the compiler asks for all the rest', async () => {
    const contract = 'api/contract/staff/keeping.ts';
    await write(contract, (await read(contract)).replace(`'public_upload';`, `'public_upload' | 'photos';`));
    await insert(contract, '  /** Of what staff did. */', '  photos: number;');
    const things = await fileWith('api/operations/keeping', 'const KINDS: ');
    const removal = await fileWith('api/operations/keeping', 'const removals: ');
    const mail = await fileWith('api/operations/keeping', 'const WHAT: ');
    const words = await fileWith('app/admin', 'export const KEEPING_MESSAGES = ');
    const setting = 'api/platform/config/load-config.ts';
    const asked = typeErrors([things, removal, mail, words, setting]).filter((error) =>
      /photos' is missing/.test(error),
    );
    expect(asked.map((error) => error.split(':')[0])).toEqual([things, removal, mail, words, words, setting]);

    const photos = `'SELECT participant_id, NULL::uuid AS public_upload_id, max(created_at) AS active_at FROM photo GROUP BY 1'`;
    await insert(things, '  public_upload: {', `  photos: { period: 'photos', things: ${photos} },`);
    await insert(removal, '      public_upload: () =>', '      photos: () => Promise.resolve(),');
    await insert(mail, '  public_upload: (', `  photos: ({ photos }) => [months(photos)],`);
    await insert(words, `  audit: 'Staff actions'`, `  photos: 'Photos',`);
    await insert(words, '    public_upload: ', `    photos: 'Photos',`);
    await insert(setting, '    KEEP_AUDIT_MONTHS: ', '    KEEP_PHOTOS_MONTHS: wholeNumber(1, MONTHS_MAX).default(36),');
    await insert(setting, '      audit: env.KEEP_AUDIT_MONTHS', '      photos: env.KEEP_PHOTOS_MONTHS,');
    expect(typeErrors([things, removal, mail, words, setting])).toEqual([]);
    const filled = `({ fillPrivacyWords }) => fillPrivacyWords('{photos} months', { organisation: {}, keeping: { photos: 7 } })`;
    expect(await run('api/contract/consent/privacy.ts', filled)).toBe('7 months');
  });

  it('an action of staff needs its name, its kind and its words, before a service can record it', async () => {
    const [contract, words] = ['api/contract/staff/audit.ts', 'app/admin/common/admin.messages.ts'];
    const service = await fileWith('api/staff', 'export class ExportService ');
    const record = `    await this.audit.record('people_printed', { type: 'archive', id: null });`;
    await insert(service, '    return this.showcaseVideos.listByApproval();', record);
    expect(typeErrors([service]).join()).toContain(`'"people_printed"' is not assignable`);
    await insert(contract, `  | 'people_exported'`, `  | 'people_printed'`);
    const asked = typeErrors([contract, words]).filter((error) => error.includes(`'people_printed' is missing`));
    expect(asked.map((error) => error.split(':')[0])).toEqual([contract, words]);
    await insert(contract, '  people_exported: ', `  people_printed: 'taken',`);
    await insert(words, '    people_exported: ', `    people_printed: 'Printed the people',`);
    expect(typeErrors([contract, words, service, 'api/platform/audit/audit.service.ts'])).toEqual([]);
    expect(await run(contract, '({ AUDIT_KINDS }) => AUDIT_KINDS.people_printed')).toBe('taken');
  });

  it('what happens at a time needs a worker that says what is due, and does one piece', async () => {
    const file = 'api/archive/videos/approvals.worker.ts';
    await write(file, worker(''));
    expect(typeErrors([file]).join()).toMatch(/findDue.*work|work.*findDue/);
    const findDue = 'protected override async findDue(): Promise<string[]> { return []; }';
    const work = 'protected override async work(_id: string): Promise<void> {}';
    await write(file, worker(`${findDue} ${work}`));
    expect(typeErrors([file])).toEqual([]);
  });

  it('other words about privacy need a file, and a line that holds from then on', async () => {
    const [versions, file] = ['api/contract/consent/privacy.ts', 'api/contract/consent/privacy-2026-11-23.ts'];
    const last = `import { PRIVACY_2026_11_22_2 } from './privacy-2026-11-22-2.js';`;
    await write(
      file,
      `${last}\nexport const PRIVACY_2026_11_23 = { ...PRIVACY_2026_11_22_2, title: 'Privacy, in other words' };`,
    );
    await insert(versions, last, `import { PRIVACY_2026_11_23 } from './privacy-2026-11-23.js';`);
    await insert(
      versions,
      '];\n\n/** The words that hold now. */',
      `  { version: '2026-11-23', sha256: '', text: PRIVACY_2026_11_23 },`,
    );
    expect(typeErrors([file, versions])).toEqual([]);
    const present = '({ PRIVACY, dayOfVersion }) => [PRIVACY.text.title, dayOfVersion(PRIVACY.version)]';
    expect(await run(versions, present)).toEqual(['Privacy, in other words', '2026-11-23']);
    const plan = await fileWith('api/archive/publishing', 'export function desiredPages(');
    expect(await plannedPages(plan)).toEqual(
      expect.arrayContaining(['privacy/2026-11-22.2/index.html', 'privacy/2026-11-23/index.html']),
    );
  });

  it('something that is watched needs a part of health, or an examination', async () => {
    const health = 'api/people/ledger/ledger.health.ts';
    await write(health, healthPart(''));
    expect(typeErrors([health]).join()).toContain('member check');
    await write(health, healthPart('check() { return Promise.resolve({}); }'));
    const app = 'api/app.module.ts';
    await write(
      app,
      `import { LedgerHealth } from './people/ledger/ledger.health.js';\n${(await read(app)).replace('[MediaHealth, ', '[LedgerHealth, MediaHealth, ')}`,
    );
    expect(typeErrors([health, app])).toEqual([]);

    const examinations = await fileWith('api/operations/doctor', 'const EXAMINATIONS: ');
    const before = await read(examinations);
    for (const [finding, problem] of [
      [`{ text: 'It is full.' }`, `Property 'severity' is missing`],
      [`{ severity: 'wrong', text: 'It is full.', canBeMended: true }`, ''],
    ] as const) {
      await write(examinations, before);
      await insert(
        examinations,
        '  async certificate({',
        `  async outbox(_, report) {\n    report(${finding});\n  },\n`,
      );
      expect(typeErrors([examinations]).join()).toMatch(problem === '' ? /^$/ : problem);
    }
  });

  it('another language needs one file beside the words: no other names the present one, or counts and lists as it does', async () => {
    const folders = ['api', 'app', 'site'];
    const names = await Promise.all(
      folders.map(async (folder) =>
        (await readdir(path.join(copy, folder), { recursive: true })).map((name) => `${folder}/${name}`),
      ),
    );
    const sources = names.flat().filter((name) => /\.(ts|tsx|astro)$/.test(name) && !/\.spec\.|\/testing\//.test(name));
    const [naming, counting] = [new Set<string>(), new Set<string>()];
    for (const name of sources) {
      const source = await read(name);
      if (/['"]en(-US)?['"]|lang=["']?en\b/.test(source)) naming.add(name);
      if (/Intl\.(ListFormat|PluralRules)|join\(['"] and |=== 1 \? ['"`]/.test(source)) counting.add(name);
    }
    expect([...naming]).toEqual(['api/contract/common/language.ts']);
    expect([...counting]).toEqual(['api/contract/common/grammar.ts']);
  });

  it('an e-mail needs its words alone', async () => {
    const code = `({ composeMail }) => composeMail('a@example.org', 'Your story is public', [
      'Your story can be seen now.', { label: 'See it', url: 'https://stories.example/stories/anna' }])`;
    const mail = (await run('api/platform/mail/mail.ts', code)) as { text: string; html: string };
    expect(mail.text).toBe('Your story can be seen now.\n\nSee it:\nhttps://stories.example/stories/anna');
    expect(mail.html).toContain('<a href="https://stories.example/stories/anna"');
  });

  it('a media format needs its line among the types that are accepted', async () => {
    const types = await fileWith('api/media', 'const MEDIA_TYPES = ');
    const sniff = await fileWith('api/media', 'export async function sniffMedia(');
    await write('picture', Buffer.concat([Buffer.from('ff0a', 'hex'), Buffer.alloc(62)]));
    const code = `async ({ sniffMedia }) => (await sniffMedia('picture'))?.extension ?? null`;
    expect(await run(sniff, code)).toBeNull();
    await insert(types, `    image('image/tiff', `, `    image('image/jxl', 'jxl'),`);
    expect(await run(sniff, code)).toBe('jxl');
  });
});
