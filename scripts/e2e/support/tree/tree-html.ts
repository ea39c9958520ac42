import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { HtmlValidate } from 'html-validate';
import { filesOf } from './files-of.ts';

const VALIDATOR = path.resolve(import.meta.dirname, '../../../../node_modules/vnu-jar/build/dist/vnu.jar');
/** So many messages that no run ends for them. */
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024;

/** What html-validate finds in the pages of a tree, each as "file: message". */
export async function lintPages(folder: string): Promise<string[]> {
  const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });
  const found: string[] = [];
  for (const file of await filesOf(folder, '.html')) {
    const { results } = await validator.validateString(await readFile(path.join(folder, file), 'utf8'));
    for (const { ruleId, message } of results.flatMap(({ messages }) => messages))
      found.push(`${file}: ${message} (${ruleId})`);
  }
  return found;
}

/** What the W3C's validator finds in the pages of a tree, in one run; null where there is no Java. */
export async function validatePages(folder: string): Promise<string[] | null> {
  const run = promisify(execFile);
  const hasJava = await run('java', ['-version']).then(
    () => true,
    () => false,
  );
  if (!hasJava) return null;
  const options = ['--stdout', '--exit-zero-always', '--errors-only', '--format', 'gnu'];
  const { stdout } = await run(
    'java',
    ['-Xmx512m', '-jar', VALIDATOR, ...options, ...(await filesOf(folder, '.html'))],
    {
      cwd: folder,
      maxBuffer: OUTPUT_MAX_BYTES,
    },
  );
  return stdout.split('\n').filter((line) => line !== '');
}
