import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { specReport } from './testing/check-reports.js';
import { copyProject } from './testing/project-copy.js';

const project = copyProject();

const git = (...words: string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd: project.root });
const commitAll = async () => {
  await project.write('.gitignore', 'calls\nanswers.json\n');
  git('init', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--message=all');
};

describe('check', () => {
  it('looks at what has changed since the last commit, and at the specs beside it', async () => {
    await project.write('api/main.spec.ts', '');
    await commitAll();
    await project.write('api/main.ts', '// changed');
    await mkdir(project.path('api/contract'));
    await project.write('api/contract/new.ts', '');
    expect(project.run('scripts/check.mjs', '--changed').status).toBe(0);
    expect(await project.ran()).toEqual([
      'run --silent format:changed -- api/main.ts api/contract/new.ts',
      'run --silent jest -- --runTestsByPath --maxWorkers=2 api/main.spec.ts',
      'run --silent lint:changed -- api/main.ts api/contract/new.ts',
      'run --silent types:api --',
      'run --silent types:site --',
    ]);
  });

  it('looks at what was committed since origin/main too', async () => {
    await commitAll();
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await project.write('README.md', '');
    git('add', '--all');
    git('commit', '--message=more');
    expect(project.run('scripts/check.mjs', '--changed').status).toBe(0);
    expect(await project.ran()).toEqual(['run --silent format:changed -- README.md']);
  });

  it('fails, and shows the output, when one of them does', async () => {
    await commitAll();
    await project.write('api/main.ts', '// changed');
    await project.answer({ 'types:api': { code: 2 } });
    const { status, lines } = project.run('scripts/check.mjs', '--changed');
    expect(status).toBe(1);
    expect(lines).toContain('output of types:api');
    expect(lines).not.toContain('output of lint:changed');
    expect(await project.calls()).not.toContain('types:site');
  });

  it('is every check of `npm test` without build and journeys where it is not told otherwise', async () => {
    await project.answer({ jest: specReport(40, 0) });
    expect(project.run('scripts/check.mjs').lines.at(-1)).toBe('45 passed, 0 failed');
  });
});
