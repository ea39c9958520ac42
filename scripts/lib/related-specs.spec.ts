import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { relatedSpecs } from './related-specs.mjs';

const TREE: Record<string, string> = {
  'api/contract/common/limits.ts': '',
  'api/contract/common/limits.spec.ts': '',
  'api/people/photos.service.ts': `import { MAX } from '../contract/common/limits.js';`,
  'api/people/photos.spec.ts': `import { createTestApp } from '../testing/test-app.js';`,
  'api/people/photos-rules.spec.ts': `import { Photos } from './photos.service.js';`,
  'api/testing/test-app.ts': `import { Photos } from '../people/photos.service.js';`,
  'api/staff/staff.spec.ts': `import { createTestApp } from '../testing/test-app.js';`,
  'app/photos/photo-list.tsx': `import { MAX } from '../../api/contract/common/limits.js';`,
  'app/photos/photo-list.spec.tsx': `const { PhotoList } = await import('./photo-list.js');`,
  'app/photos/photo-row.tsx': `import type {\n  Photo,\n} from '../../api/contract/common/limits.js';\nimport './photo-list.js';`,
  'app/photos/photo-row.spec.tsx': `import { PhotoRow } from './photo-row.js';`,
  'scripts/e2e/photos.spec.ts': `import { MAX } from '../../api/contract/common/limits.ts';`,
};

describe('the specs related to a change', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'related-'));
    for (const [file, text] of Object.entries(TREE)) {
      await mkdir(path.join(root, path.dirname(file)), { recursive: true });
      await writeFile(path.join(root, file), text);
    }
  });
  afterEach(() => rm(root, { recursive: true }));

  const related = (...changed: string[]) => relatedSpecs(changed, Object.keys(TREE), root);

  it('stand beside it, or import it by at most one step between', () => {
    expect(related('api/contract/common/limits.ts')).toEqual([
      'api/contract/common/limits.spec.ts',
      'api/people/photos-rules.spec.ts',
      'app/photos/photo-list.spec.tsx',
    ]);
    expect(related('api/testing/test-app.ts', 'app/photos/photo-list.tsx')).toContain('app/photos/photo-row.spec.tsx');
  });

  it('are none of those that know only its types', () => {
    expect(related('api/contract/common/limits.ts')).not.toContain('app/photos/photo-row.spec.tsx');
  });

  it('are not all of those that start the whole application', () => {
    expect(related('api/people/photos.service.ts')).toEqual([
      'api/people/photos-rules.spec.ts',
      'api/people/photos.spec.ts',
    ]);
  });

  it('of a fixture are those that use it', () => {
    expect(related('api/testing/test-app.ts')).toEqual(['api/people/photos.spec.ts', 'api/staff/staff.spec.ts']);
  });

  it('are a spec itself, but never a journey', () => {
    expect(related('api/staff/staff.spec.ts', 'scripts/e2e/photos.spec.ts')).toEqual(['api/staff/staff.spec.ts']);
  });
});
