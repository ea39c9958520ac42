import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyProject } from './testing/project-copy.js';

const project = copyProject();

function isBuilt(): boolean {
  const script = `console.log((await import('${project.buildLibrary}')).isBuilt())`;
  return project.run('--input-type=module', '-e', script).lines[0] === 'true';
}

describe('build', () => {
  it('is needed once, and again when a source has changed', async () => {
    expect(isBuilt()).toBe(false);
    expect(project.run('scripts/build.mjs').status).toBe(0);
    expect(isBuilt()).toBe(true);
    await project.write('api/main.ts', '// changed');
    expect(isBuilt()).toBe(false);
  });

  it('is needed when anything of what it is made of has changed', async () => {
    const settings = ['package-lock.json', 'tsconfig.json', 'nest-cli.json', 'astro.config.mjs'];
    const sources = ['app/a.tsx', 'site/a.png', 'scripts/bundle.mjs', 'scripts/config/swc.json', ...settings];
    for (const folder of ['app', 'site']) await mkdir(project.path(folder));
    for (const file of sources) await project.write(file, '');
    project.run('scripts/build.mjs');
    const script = `
      const { writeFileSync } = await import('node:fs');
      const { isBuilt } = await import(${JSON.stringify(project.buildLibrary)});
      for (const file of ${JSON.stringify(sources)}) {
        writeFileSync(file, 'changed');
        if (isBuilt()) console.log(file);
        writeFileSync(file, '');
      }
      console.log('then', isBuilt());`;
    expect(project.run('--input-type=module', '-e', script).lines).toEqual(['then true']);
  });

  it('is needed again when a source is saved while it goes on', async () => {
    await project.answer({ 'build:api': { files: { 'api/main.ts': 'changed' } } });
    expect(project.run('scripts/build.mjs').status).toBe(0);
    expect(isBuilt()).toBe(false);
  });

  it('leaves nothing that was compiled before', async () => {
    await mkdir(project.path('dist/api'));
    await project.write('dist/api/gone.js', '');
    project.run('scripts/build.mjs');
    expect(existsSync(project.path('dist/api/gone.js'))).toBe(false);
  });

  it('is not needed for a spec', async () => {
    project.run('scripts/build.mjs');
    await project.write('api/main.spec.ts', '');
    expect(isBuilt()).toBe(true);
  });

  it('is told of by the journeys when it is older than the sources, before them and after them', async () => {
    const setUp = pathToFileURL(project.path('scripts/e2e/support/name-old-build.ts')).href;
    const script = `const say = (await import('${setUp}')).default(); console.warn('journeys'); say?.()`;
    const said = () =>
      project.run('--input-type=module', '-e', script).stderr.match(/older than the sources|journeys$/gm);
    project.run('scripts/build.mjs');
    expect(said()).toEqual(['journeys']);
    await project.write('api/main.ts', '// changed');
    expect(said()).toEqual(['older than the sources', 'journeys', 'older than the sources']);
  });

  it('makes pages for production under the settings of a developer too', () => {
    const config = pathToFileURL(path.join(import.meta.dirname, '..', 'astro.config.mjs'));
    const script = `process.env.NODE_ENV = 'development'; await import('${config.href}'); console.log(process.env.NODE_ENV)`;
    expect(project.run('--input-type=module', '--eval', script).lines).toEqual(['production']);
  });

  it.each(['build:api', 'build:server', 'build:site'])('is still needed after a failed %s', async (part) => {
    project.run('scripts/build.mjs');
    await project.answer({ [part]: { code: 1 } });
    expect(project.run('scripts/build.mjs').status).toBe(1);
    expect(isBuilt()).toBe(false);
  });
});
