import './require-node.mjs';
import { createWriteStream, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { buildOrExit, isBuilt } from './lib/build.mjs';
import { npmRun } from './lib/npm-run.mjs';
import { readOptions } from './lib/options.mjs';
import { ROOT } from './lib/root.mjs';
import { addStory, videoPath } from './torture/archive.ts';
import { ConsentLife } from './torture/consent-life.ts';
import { Product } from './torture/product.ts';
import { Random } from './torture/random.ts';

// What a release leaves to the versions after it: a backup of a small archive, and the statements that it sends. With
// `--statements FILE` they are those that an earlier run of the specs has recorded.

const { values } = readOptions({
  command: 'npm run release',
  about: 'Keeps what the version of package.json leaves behind, for every later one to be tried on.',
  options: {
    statements: { type: 'string', value: 'FILE', about: 'that an earlier run of the specs has recorded' },
  },
});
/** pg-boss brings its own tables up to date. */
const OF_QUEUE = /\bjobs\./;
const LIVES = 6;
const STEPS = 8;

process.chdir(ROOT);
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
if (!isBuilt()) await buildOrExit();
const folder = await mkdtemp(path.join(os.tmpdir(), 'stories-release-'));
try {
  const recorded = await recordedStatements();
  const product = await Product.create();
  await product.start();
  await fillArchive(product);
  const { understood, refused } = await tried(product, recorded);
  console.log(`${understood.length} statements; ${refused.length} could not be prepared:`);
  for (const why of new Set(refused)) console.log(`  ${why}`);
  await product.runWell('backup', ['--to', path.join(folder, 'backup')]);
  await writeZip(`api/testing/released/${version}.zip`, understood);
} finally {
  await Product.disposeAll();
  await rm(folder, { recursive: true });
}

async function recordedStatements(): Promise<string[]> {
  const file = values.statements ?? path.join(folder, 'statements.jsonl');
  if (values.statements === undefined) {
    process.env.RECORD_STATEMENTS = file;
    const { code, output } = await npmRun('jest', ['api/people', 'api/archive', 'api/staff']);
    if (code !== 0) throw new Error(output.slice(-4_000));
  }
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const statements = new Set(lines.map((line) => JSON.parse(line) as string));
  return [...statements].filter((statement) => !OF_QUEUE.test(statement)).toSorted();
}

/** Zoë is public, Ben is not, and others have said this and that. */
async function fillArchive(product: Product): Promise<void> {
  const random = new Random(4);
  const staff = await product.staff();
  const zoe = await addStory(product, staff, random, {
    firstName: 'Zoë',
    transcript: 'I hear a lark.\n\nIt is early.',
  });
  await addStory(product, staff, random, { firstName: 'Ben', transcript: 'I hear nothing.' });
  const { user: somebodyElse } = await addStory(product, staff, random, { firstName: 'Else', transcript: 'I wait.' });
  for (let number = 0; number < LIVES; number++) {
    const around = { producers: [staff, staff] as const, somebodyElse: somebodyElse.id, isRequired: false };
    const life = new ConsentLife(product, random, around);
    await life.begin();
    await life.live(STEPS);
  }
  await staff.do('PUT', videoPath(zoe.video.id, '/approve'), { json: {} });
}

/** Transactions, settings and several statements in one cannot be prepared. */
async function tried(product: Product, statements: string[]) {
  const client = await product.database();
  const understood: string[] = [];
  const refused: string[] = [];
  for (const statement of statements) {
    try {
      await client.query(`PREPARE asked AS ${statement}`);
      understood.push(statement);
    } catch (error) {
      refused.push((error as Error).message);
    }
    // Of several statements in one the first may have been prepared before the next was refused.
    await client.query('DEALLOCATE ALL');
  }
  await client.end();
  return { understood, refused };
}

async function writeZip(file: string, statements: string[]): Promise<void> {
  const zip = new ZipFile();
  for (const entry of globSync('backup/**/*', { cwd: folder, withFileTypes: true })) {
    const at = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) zip.addFile(at, path.relative(folder, at));
  }
  zip.addBuffer(Buffer.from(JSON.stringify(statements, null, 1)), 'statements.json');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  console.log(`${file} is written.`);
}
