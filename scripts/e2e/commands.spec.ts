import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'playwright/test';
import { startS3 } from '../../api/testing/s3-server.ts';
import { TEMPLATE_VARIABLE } from './support/server.ts';

const PROGRAMS = path.resolve(import.meta.dirname, '../../dist/server');
const COMMANDS = ['backup', 'check-consent', 'check-media', 'doctor', 'export-site', 'media-move', 'restore', 'staff'];

let stateDir: string;

test.beforeEach(async () => {
  stateDir = await mkdtemp(path.join(os.tmpdir(), 'stories commands '));
});
test.afterEach(() => rm(stateDir, { recursive: true, force: true }));

/** @returns how it ended, and what it said */
function run(command: string, ...words: string[]): Promise<{ code: number; output: string }> {
  return runWith({}, command, ...words);
}

async function runWith(settings: Record<string, string>, command: string, ...words: string[]) {
  const env = { ...process.env, ...settings, STATE_DIR: stateDir };
  const child = spawn(process.execPath, [path.join(PROGRAMS, `${command}.js`), ...words], { cwd: stateDir, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

for (const command of COMMANDS) {
  test(`${command} tells how it is called, and ends with 2 when it is called otherwise`, async () => {
    const help = await run(command, '--help');
    expect(help).toEqual({
      code: 0,
      output: expect.stringContaining(`npm run ${command.replace('media-', 'media:')}`),
    });
    const wrong = await run(command, '--unheard-of');
    expect(wrong).toEqual({ code: 2, output: expect.stringContaining(help.output) });
  });
}

test('a copy of the site needs one place', async () => {
  expect((await run('export-site')).code).toBe(2);
  expect((await run('export-site', '--out', 'a', '--update', 'b')).code).toBe(2);
});

test('check-media ends with 3 when a file is not as it was stored', async () => {
  const template = process.env[TEMPLATE_VARIABLE];
  test.skip(!template, 'No database is kept for this run.');
  await cp(template!, stateDir, { recursive: true });
  expect(await run('check-media')).toEqual({
    code: 0,
    output: expect.stringContaining('Every file is as it was stored.'),
  });
  await mkdir(path.join(stateDir, 'media'), { recursive: true });
  await writeFile(path.join(stateDir, 'media', 'stray'), 'Nobody knows it.');
  expect(await run('check-media')).toEqual({ code: 3, output: expect.stringContaining('orphan   stray\n1 finding.') });
});

test('media-move brings along what people took back, as the place that is left alone knows it', async () => {
  const template = process.env[TEMPLATE_VARIABLE];
  test.skip(!template, 'No database is kept for this run.');
  await cp(template!, stateDir, { recursive: true });
  const s3 = await startS3();
  try {
    const endpoint = s3.access.endpoint!;
    const line = JSON.stringify({ at: new Date().toISOString(), kind: 'hidden', participantId: randomUUID() });
    const name = createHash('sha256').update(line).digest('hex');
    const client = new S3Client({ endpoint, region: s3.access.region, forcePathStyle: true });
    await client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: `media/ledger/${name}`, Body: line }));
    const settings = { S3_ENDPOINT: endpoint };
    const moved = await runWith(settings, 'media-move', '--from', `s3://${s3.bucket}/media`, '--to', 'file:');
    expect(moved).toEqual({ code: 0, output: expect.stringContaining('0 copied') });
    expect(await readFile(path.join(stateDir, 'ledger/withdrawals.jsonl'), 'utf8')).toBe(`${line}\n`);
  } finally {
    await s3.stop();
  }
});

for (const command of ['check-media', 'check-consent']) {
  test(`${command} makes no schema in an empty database, and ends with 1`, async () => {
    expect(await run(command)).toEqual({ code: 1, output: expect.stringContaining('The database is empty') });
    expect(await run(command)).toEqual({ code: 1, output: expect.stringContaining('The database is empty') });
  });
}
