import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const forbidden: [file: string, imported: string][] = [
  ['api/contract/pages.ts', '../platform/http/app-error.js'],
  ['api/contract/people/photos.ts', '../../platform/http/app-error.js'],
  ['api/contract/common/limits.ts', 'zod'],
  ['api/contract/common/grammar.ts', '../interview/steps.js'],
  ['api/contract/media/uploads.ts', '../transcripts/cues.js'],
  ['api/contract/people/resume.ts', '../interview/questions.js'],
  ['api/contract/staff/audit.ts', '../stories/my-story.js'],
  ['api/contract/stories/voices.ts', '../pages.js'],
  ['api/contract/stories/stories.ts', '../testing/sample-story-video.js'],
  ['api/platform/http/body.ts', '../../media/store/media.service.js'],
  ['api/platform/database/rows.ts', '../http/app-error.js'],
  ['api/media/store/media.service.ts', '../../people/photos/photos.service.js'],
  ['api/media/store/media-line.ts', '../uploads/upload-sessions.service.js'],
  ['api/people/participants/participants.service.ts', '../interview/answers.service.js'],
  ['api/people/participants/participants.ts', '../sign-in/sign-in-links.service.js'],
  ['api/people/photos/photos.service.ts', 'typeorm'],
  ['api/people/photos/photo-order.ts', 'node:fs/promises'],
  ['api/people/photos/photos.module.ts', '../interview/interview.service.js'],
  ['api/people/photos/photo-list.ts', '../participants/participants.repository.js'],
  ['api/people/photos/photos.controller.ts', './photos.repository.js'],
  ['api/archive/videos/changes/approval.service.ts', '../../stories/stories.repository.js'],
  ['api/archive/videos/changes/approval.controller.ts', '../catalogue/videos.repository.js'],
  ['api/people/photos/photo-sample.ts', '../../testing/sample-pictures.js'],
  ['api/people/interview/guard.ts', '../../../app/shared/http/request.js'],
  ['api/people/interview/story.ts', '../../archive/stories/stories.service.js'],
  ['api/archive/stories/stories.service.ts', '../publishing/publisher.js'],
  ['api/archive/publishing/reconciler.ts', '../videos/showcase-videos.service.js'],
  ['api/archive/publishing/tree/site-tree.ts', '../../../staff/export.service.js'],
  ['api/archive/stories/story-order.ts', '../../../scripts/start.mjs'],
  ['app/interview/recorder/view.tsx', '../../landing/hero.js'],
  ['app/interview/answer.ts', '../../api/people/photos/photos.service.js'],
  ['app/interview/sample.ts', '../testing/sample-take.js'],
  ['app/shared/ui/button.tsx', '../../photos/photo-step.js'],
  ['app/photos/photo-step.tsx', '../interview/interview.island.js'],
  ['site/components/Card.astro', '../../app/landing/landing.island.js'],
  ['site/pages/index.astro', '../../app/landing/start-dialog.js'],
  ['site/head/title.ts', '../../api/archive/stories/stories.service.js'],
];
const allowed: [file: string, imported: string][] = [
  ['api/contract/paths.ts', './interview/questions.js'],
  ['api/contract/interview/answers.ts', './recording-drafts.js'],
  ['api/contract/interview/questions.ts', '../common/limits.js'],
  ['api/contract/consent/privacy.spec.ts', '../testing/reading-age.js'],
  ['api/platform/database/data-source.ts', 'typeorm'],
  ['api/media/uploads/upload.ts', '../store/media.service.js'],
  ['api/people/photos/photo.ts', '../participants/participants.service.js'],
  ['api/people/photos/photo.repository.ts', 'typeorm'],
  ['api/people/photos/photos.spec.ts', '../../testing/sample-pictures.js'],
  ['api/media/store/local-disk.ts', 'node:fs/promises'],
  ['api/archive/videos/approve.ts', '../publishing/publisher.js'],
  ['api/archive/videos/changes/removal.service.ts', '../catalogue/videos.repository.js'],
  ['api/staff/delete.ts', '../archive/publishing/publisher.js'],
  ['app/interview/photo.tsx', '../photos/photo-step.js'],
  ['app/admin3/gate.tsx', '../admin-gate/admin-gate.js'],
  ['app/photos/limits.ts', '../../api/contract/common/limits.js'],
  ['site/pages/stories.astro', '../../app/stories/stories.island.js'],
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
