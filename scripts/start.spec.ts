import { rm } from 'node:fs/promises';
import { until } from '../api/testing/until.js';
import { SERVING_ENV, SERVING_FLAGS } from './lib/serving-flags.mjs';
import { copyProject, pretending } from './testing/project-copy.js';

const project = copyProject();

describe('start', () => {
  const SERVER = `
    console.log('serves', JSON.stringify([process.execArgv, process.env]));
    process.send('serving', () => process.exit());`;

  it('builds, serves with what a server is started with, and ends with it', async () => {
    await project.write('dist/server/main.js', SERVER);
    const started = project.begin('scripts/start.mjs');
    await until(() => started.exitCode !== null && /^serves .*\n/m.test(project.output));
    expect(started.exitCode).toBe(0);
    expect((await project.ran()).map((call) => call.split(' ')[2])).toEqual([
      'build:api',
      'build:server',
      'build:site',
    ]);
    const [flags, env] = JSON.parse(project.output.slice(project.output.indexOf('serves ') + 7)) as [string[], object];
    expect(flags).toEqual(expect.arrayContaining(SERVING_FLAGS));
    expect(flags.join(' ')).toContain('--import ./scripts/lib/own-source-maps.mjs');
    expect(env).toMatchObject(SERVING_ENV);
  });

  it('does not build again what was built', async () => {
    await project.write('dist/server/main.js', SERVER);
    const starts = [project.run('scripts/start.mjs'), project.run('scripts/start.mjs')];
    expect(starts.map(({ status }) => status)).toEqual([0, 0]);
    expect(starts.map(({ lines }) => lines.some((line) => line.startsWith('Building')))).toEqual([true, false]);
    expect(await project.ran()).toHaveLength(3);
  });

  it('ends as a server does that cannot start', async () => {
    await project.write('dist/server/main.js', 'process.exit(5)');
    expect(project.run('scripts/start.mjs').status).toBe(5);
  });

  it('says what is not shown where a video tool is missing', async () => {
    await project.write('dist/server/main.js', SERVER);
    await rm(project.path('tools/ffprobe'));
    // Nobody who may install it, and no tools but those of the project.
    const alone = pretending(
      `process.getuid = () => 1000; process.env.PATH = 'tools'; delete process.env.FFMPEG_PATH;`,
    );
    expect(project.run(...alone, 'scripts/start.mjs').lines[0]).toMatch(
      /^Without ffmpeg no uploaded video is shown to visitors/,
    );
    await project.write('tools/ffprobe', '');
    expect(project.run(...alone, 'scripts/start.mjs').lines.filter((line) => line.includes('ffmpeg'))).toEqual([]);
  });
});
