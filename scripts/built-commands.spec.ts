import { copyProject } from './testing/project-copy.js';

const project = copyProject();

describe('what runs what was built', () => {
  const PROGRAM = `console.log('runs', ...process.argv.slice(2))`;
  const COMMANDS = [
    'backup',
    'restore',
    'doctor',
    'check-consent',
    'check-media',
    'export-site',
    'media-move',
    'staff',
  ];

  it('builds before it, and passes its words on', async () => {
    await project.write('dist/server/restore.js', PROGRAM);
    expect(project.run('scripts/restore.mjs', '--from', 'a').lines.at(-1)).toBe('runs --from a');
    expect(await project.ran()).toHaveLength(3);
  });

  it.each(COMMANDS)('builds nothing before %s where nothing has changed', async (name) => {
    await project.write(`dist/server/${name}.js`, PROGRAM);
    project.run('scripts/build.mjs');
    expect(project.run(`scripts/${name}.mjs`).lines).toEqual(['runs']);
  });

  it('does not run what is old after a failed build', async () => {
    await project.answer({ 'build:api': { code: 1 } });
    for (const name of ['main', ...COMMANDS]) await project.write(`dist/server/${name}.js`, PROGRAM);
    const ends = ['start', ...COMMANDS].map((name) => {
      const { status, lines } = project.run(`scripts/${name}.mjs`);
      return { name, status, runs: lines.includes('runs') };
    });
    expect(ends).toEqual(['start', ...COMMANDS].map((name) => ({ name, status: 1, runs: false })));
  });
});
