import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PROGRAM_FOLDERS } from '../../testing/sample-videos.js';
import { confinement } from './confinement.js';
import { runTool } from './run-tool.js';

const node = (script: string) => [process.execPath, '-e', script] as const;
const FOR_EVER = 'setInterval(() => {}, 1000)';
const run = (script: string, timeoutMs = 20_000) => runTool({ command: node(script), timeoutMs });

describe('runTool', () => {
  it('answers what the tool printed', async () => {
    expect(await run('console.log("an answer")')).toBe('an answer\n');
  });

  it('gives the tool nothing of our environment, which holds passwords', async () => {
    expect(JSON.parse(await run('console.log(JSON.stringify(Object.keys(process.env)))'))).toEqual(['LC_ALL']);
  });

  it.each([
    ['No space left on device', /No space left/],
    ['x: Cannot allocate memory', 'preparing it needs more memory than we have'],
    ['Error writing trailer: File too large', 'the prepared file would be too big to keep'],
    ['[hevc] Decoder (codec none) not found', 'it is in a format that we cannot read'],
    ['Invalid data found when processing input', 'the file is damaged, or it is not a video'],
  ])('tells from "%s" what is wrong', async (said, message) => {
    await expect(run(`console.error(${JSON.stringify(said)}); process.exitCode = 1`)).rejects.toThrow(message);
  });

  it('does not blame the file when somebody ends the tool', async () => {
    const ended = run('process.kill(process.pid, "SIGKILL")');
    await expect(ended).rejects.toThrow('The tool was ended by SIGKILL.');
    await expect(ended).rejects.not.toMatchObject({ name: 'VideoProblem' });
  });

  it('leaves no tool behind when this process is killed', async () => {
    // Only Linux can do that.
    if (process.platform !== 'linux') return;
    const command = [...confinement(PROGRAM_FOLDERS), ...node(`console.log('running'); ${FOR_EVER}`)];
    const script = `const [program, ...words] = ${JSON.stringify(command)};
      require('node:child_process').spawn(program, words, { stdio: ['ignore', 'inherit', 'inherit'] })`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(parent.stdout, 'data');
    parent.kill('SIGKILL');
    // The pipe is the tool's as well: it closes when both are gone.
    await expect(once(parent.stdout.resume(), 'close')).resolves.toBeDefined();
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
      await expect(runTool({ command: ['/no/such/program'], timeoutMs: 1000 })).rejects.toThrow('ENOENT');
    });
  });
});
