import { existsSync } from 'node:fs';
import { appendFile, mkdir, realpath, symlink } from 'node:fs/promises';
import { until } from '../api/testing/until.js';
import { copyProject, OLD_NODE, pretending } from './testing/project-copy.js';

const project = copyProject();

/** @returns the folder of a Node that is one of the packages */
async function addOwnNode(): Promise<string> {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const bin = `node_modules/node-${system}-${process.arch}/bin`;
  await mkdir(project.path(bin), { recursive: true });
  await symlink(process.execPath, project.path(`${bin}/node`));
  return bin;
}

function install(...options: string[]) {
  return project.run(...options, 'scripts/install.mjs').status;
}

describe('install', () => {
  it('installs what is missing, then nothing until the lock file changes', async () => {
    expect(install()).toBe(0);
    expect(install()).toBe(0);
    expect(await project.calls()).toBe('ci --include=dev --include=optional --loglevel=error --no-audit --no-fund\n');
    await appendFile(project.path('package-lock.json'), '\n');
    expect(install()).toBe(0);
    expect((await project.calls()).split('\n')).toHaveLength(3);
  });

  it.each(['platform', 'arch'])('installs anew on another platform, which needs other packages: %s', async (what) => {
    install();
    expect(install(...pretending(`Object.defineProperty(process, '${what}', { value: 'another' })`))).toBe(0);
    expect((await project.calls()).trim().split('\n')).toHaveLength(2);
  });

  describe('takes over what npm has installed', () => {
    const wanted = { version: '2.0.0' };
    const ofOthers = { version: '1.0.0', optional: true, os: ['aix'], cpu: ['ppc64'] };
    const ours = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
    const lock = { '': {}, 'node_modules/a': wanted, 'node_modules/others': ofOthers, 'node_modules/ours': ours };
    const isTakenOver = async (installed: Record<string, unknown>, packages: Record<string, unknown> = lock) => {
      await project.write('package-lock.json', JSON.stringify({ packages }));
      await project.write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
      expect(install()).toBe(0);
      return (await project.calls()) === '';
    };

    it('where it is the lock file, for this platform', async () => {
      expect(await isTakenOver({ 'node_modules/a': wanted, 'node_modules/ours': ours })).toBe(true);
    });

    it('also where a package is missing that is for a C library, which may be another one', async () => {
      const packages = { 'node_modules/a': wanted, 'node_modules/ours': { ...ours, libc: ['musl'] } };
      expect(await isTakenOver({ 'node_modules/a': wanted }, packages)).toBe(true);
    });

    it('but not where a version is another', async () => {
      expect(await isTakenOver({ 'node_modules/a': { version: '1.9.0' }, 'node_modules/ours': ours })).toBe(false);
    });

    it('but not where a package of this platform is missing', async () => {
      expect(await isTakenOver({ 'node_modules/a': wanted })).toBe(false);
    });
  });

  it('runs the script that is named, with its words', async () => {
    await project.write('scripts/echo.mjs', 'console.log(process.versions.node, ...process.argv.slice(2));');
    const { lines } = project.run('scripts/install.mjs', 'scripts/echo.mjs', 'one', 'two words');
    expect(lines.at(-1)).toBe(`${process.versions.node} one two words`);
  });

  it('runs it on the project’s own Node where this one is too old, and ends as it does', async () => {
    const bin = await addOwnNode();
    await project.write(
      'scripts/echo.mjs',
      'console.log(process.versions.node, ...process.argv.slice(2)); process.exit(7);',
    );
    const { lines, status } = project.run(...OLD_NODE, 'scripts/install.mjs', 'scripts/echo.mjs', 'one');
    expect([status, lines.at(-1)]).toEqual([7, `${process.versions.node} one`]);
    const link = project.path(`${process.platform === 'win32' ? bin : 'node_modules/.bin'}/node`);
    expect(await realpath(link)).toBe(await realpath(process.execPath));
  });

  it('passes signals on to it there, and tells it of its own end', async () => {
    await addOwnNode();
    const program = `
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => console.log(signal));
      process.on('disconnect', () => { require('node:fs').writeFileSync('gone', ''); process.exit(); });
      console.log('begun');
      setTimeout(() => {}, 60_000);`;
    await project.write('scripts/goes-on.cjs', program);
    const installer = project.begin(...OLD_NODE, 'scripts/install.mjs', 'scripts/goes-on.cjs');
    await project.says('begun');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      installer.kill(signal);
      await project.says(signal);
    }
    installer.kill('SIGKILL');
    await until(() => existsSync(project.path('gone')));
    expect(project.output).toMatch(/begun\nSIGINT\nSIGTERM\nSIGHUP\n$/);
  });

  it.each(['18.20.4', '20.18.3', '22.11.0'])('refuses Node %s, for which npm leaves packages out', async (version) => {
    const old = pretending(`Object.defineProperty(process.versions, 'node', { value: '${version}' })`);
    const { status, stderr } = project.run(...old, 'scripts/install.mjs');
    expect([status, stderr]).toEqual([1, `Node.js 20.19, 22.12 or newer is needed, and this is ${version}.\n`]);
    expect(await project.calls()).toBe('');
  });

  it('tries again after npm has failed', async () => {
    await project.answer({ ci: { code: 7 } });
    expect(install()).toBe(7);
    expect(install()).toBe(7);
  });
});
