import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const forbidden: [file: string, imported: string][] = [
  ['api/contract/photos.ts', '../http/app-error.js'],
  ['api/contract/limits.ts', 'zod'],
  ['api/media/media.service.ts', '../photos/photos.service.js'],
  ['api/participants/participants.service.ts', '../sessions/sessions.service.js'],
  ['api/photos/photos.service.ts', 'typeorm'],
  ['api/photos/photo-order.ts', 'node:fs/promises'],
  ['api/photos/photos.module.ts', '../interview/interview.service.js'],
  ['api/photos/photo-list.ts', '../participants/participants.repository.js'],
  ['api/photos/photos.controller.ts', './photos.repository.js'],
  ['api/sessions/guard.ts', '../../app/shared/http/request.js'],
  ['api/stories/stories.service.ts', '../publishing/publisher.js'],
  ['api/stories/story-order.ts', '../start.mjs'],
  ['app/interview/recorder/view.tsx', '../../landing/hero.js'],
  ['app/interview/answer.ts', '../../api/people/photos/photos.service.js'],
  ['app/shared/ui/button.tsx', '../../photos/photo-step.js'],
  ['app/photos/photo-step.tsx', '../interview/interview.island.js'],
  ['site/components/Card.astro', '../../app/landing/landing.island.js'],
  ['site/pages/index.astro', '../../app/landing/start-dialog.js'],
  ['site/head/title.ts', '../../api/archive/stories/stories.service.js'],
];
const allowed: [file: string, imported: string][] = [
  ['api/contract/answers.ts', './limits.js'],
  ['api/photos/photo.ts', '../participants/participants.service.js'],
  ['api/photos/photo.repository.ts', 'typeorm'],
  ['api/media/local-disk.ts', 'node:fs/promises'],
  ['app/interview/photo.tsx', '../photos/photo-step.js'],
  ['app/admin-showcase/gate.tsx', '../admin-gate/admin-gate.js'],
  ['app/photos/limits.ts', '../../api/contract/limits.js'],
  ['site/pages/stories.astro', '../../app/story-archive/story-archive.island.js'],
];

const importing = (file: string, imported: string) => {
  const line = `import * as planted from '${imported}';\n`;
  return file.endsWith('.astro') ? `---\n${line}---\n<p>{planted}</p>\n` : `${line}export const used = planted;\n`;
};

/** The files that the project's own lint configuration refuses for an import, below `tree`. */
function refusedFiles(tree: string): Promise<string[]> {
  const args = ['-c', 'scripts/config/oxlint.config.ts', '--format=unix', 'api', 'app', 'site'];
  return new Promise((resolve) => {
    // Exits with 1 when there are findings: its output is what counts.
    execFile(path.join(root, 'node_modules/.bin/oxlint'), args, { cwd: tree }, (_error, output) => {
      const findings = output.split('\n').filter((line) => line.includes('no-restricted-imports'));
      resolve(findings.map((line) => line.slice(0, line.indexOf(':'))));
    });
  });
}

describe('import boundaries', () => {
  // A parent folder called api must not make every file below it part of the API.
  let parent: string;
  let refused: string[];

  beforeAll(async () => {
    parent = await mkdtemp(path.join(os.tmpdir(), 'boundaries-'));
    const tree = path.join(parent, 'api');
    for (const [file, imported] of [...forbidden, ...allowed]) {
      await mkdir(path.dirname(path.join(tree, file)), { recursive: true });
      await writeFile(path.join(tree, file), importing(file, imported));
    }
    await cp(import.meta.dirname, path.join(tree, 'scripts/config'), { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
    refused = await refusedFiles(tree);
  });

  afterAll(() => rm(parent, { recursive: true }));

  it.each(forbidden)('refuse that %s imports %s', (file) => expect(refused).toContain(file));
  it.each(allowed)('allow that %s imports %s', (file) => expect(refused).not.toContain(file));
});
