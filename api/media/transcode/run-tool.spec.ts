import { getEventListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { testSandbox } from '../../testing/media-sandbox.js';
import { PictureDecoder } from '../renditions/picture-decoder.js';
import { runTool, type ToolRun } from './run-tool.js';

const FOR_EVER = 'setInterval(() => {}, 1000)';
const walls = testSandbox();
const start = async (run: Pick<ToolRun, 'program' | 'options' | 'timeoutMs'>) =>
  runTool({ sandbox: await walls.open(), threads: 1, ...run });
// Without what reserves more memory than tools may have.
const node = (script: string) => ['--disable-wasm-trap-handler', '-e', script];
const run = (script: string, timeoutMs = 20_000) =>
  start({ program: process.execPath, options: node(script), timeoutMs });

describe('runTool', () => {
  it('answers what the tool printed', async () => {
    expect(await run('console.log("an answer")')).toBe('an answer\n');
  });

  it('gives the tool nothing of our environment, which holds passwords', async () => {
    const names = JSON.parse(await run('console.log(JSON.stringify(Object.keys(process.env)))')) as string[];
    expect(names.filter((name) => name !== 'PWD')).toEqual(['LC_ALL']);
  });

  it.each([
    ['x: Cannot allocate memory', 'preparing it needs more memory than we have'],
    ['Error writing trailer: File too large', 'the prepared file would be too big to keep'],
    ['[hevc] Decoder (codec none) not found', 'it is in a format that we cannot read'],
    ['Invalid data found when processing input', 'the file is damaged, or it is not a video'],
  ])('tells from "%s" what is wrong', async (said, message) => {
    await expect(run(`console.error(${JSON.stringify(said)}); process.exitCode = 1`)).rejects.toThrow(message);
  });

  it.each(['SIGKILL', 'SIGTERM'])('does not blame the file when somebody ends the tool with %s', async (name) => {
    const ended = run(`process.kill(process.pid, "${name}"); setInterval(() => {}, 1000)`);
    await expect(ended).rejects.toThrow(`The tool was ended by ${name}.`);
    await expect(ended).rejects.not.toMatchObject({ name: 'VideoProblem' });
  });

  it.each(['No space left on device', 'Disk quota exceeded', 'Input/output error'])(
    'does not blame the file for its disk: %s',
    async (said) => {
      const failed = run(`console.error("out.mp4: ${said}"); process.exitCode = 1`);
      await expect(failed).rejects.toThrow(said);
      await expect(failed).rejects.not.toMatchObject({ name: 'VideoProblem' });
    },
  );

  it('ends with what it is done for, whenever that ends, and listens to it no longer', async () => {
    const sandbox = await walls.open();
    const stopping = new AbortController();
    const { signal } = stopping;
    const runWith = (script: string) =>
      runTool({ sandbox, threads: 1, program: process.execPath, options: node(script), timeoutMs: 20_000, signal });
    await runWith('0');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const running = runWith(FOR_EVER);
    await wait(500);
    const starting = runWith(FOR_EVER);
    stopping.abort(new Error('The server stops.'));
    const ends = await Promise.allSettled([running, starting, runWith(FOR_EVER)]);
    expect(ends.map((end) => end.status === 'rejected' && (end.reason as Error).message)).toEqual([
      'The tool was stopped.',
      'The tool was stopped.',
      'The server stops.',
    ]);
  });

  it('lets everything else go first, pictures too, which somebody waits for', async () => {
    using starting = jest.spyOn(await walls.open(), 'start');
    await run('0');
    const decoder = new PictureDecoder(walls);
    await decoder.decode(Buffer.from('none'), { heicPixelsMax: 1, pixelsMax: 1, outputs: [] }).catch(() => undefined);
    decoder.onApplicationShutdown();
    const [tool, picture] = starting.mock.calls.map(([{ niceness }]) => niceness);
    expect(picture).toBeGreaterThan(0);
    expect(tool).toBeGreaterThan(picture!);
  });

  it('gives a tool 4 GiB, and of the processors no more than its threads take in its time', async () => {
    const sandbox = await walls.open();
    using starting = jest.spyOn(sandbox, 'start');
    await runTool({ sandbox, threads: 2, program: process.execPath, options: node('0'), timeoutMs: 20_000 });
    const [limits] = starting.mock.calls.map(([call]) => call.limits);
    const bytes = 4 * 1024 ** 3;
    expect(limits).toEqual({ cpuSeconds: 60, addressSpaceBytes: bytes, dataBytes: bytes, memoryBytes: bytes });
  });

  describe('refuses', () => {
    it('to wait for a tool that does not end', async () => {
      await expect(run(FOR_EVER, 300)).rejects.toMatchObject({ code: 'too_slow' });
    });

    it('an answer without an end', async () => {
      const endless = 'const more = () => process.stdout.write("x".repeat(65536), more); more()';
      await expect(run(endless)).rejects.toMatchObject({ code: 'damaged' });
    });

    it('to run a program that is not there', async () => {
      const missing = start({ program: '/no/such/program', options: [], timeoutMs: 1000 });
      await expect(missing).rejects.toThrow('ENOENT');
    });
  });
});
