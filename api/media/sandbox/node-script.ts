import { existsSync } from 'node:fs';
import path from 'node:path';
import type { WalledRun } from './walls.js';

/** The heap of the engine itself; pictures lie beside it. */
const HEAP_MAX_MB = 256;

/** A script of the product on the Node that runs this process, with the packages and nothing else of the project. */
export function nodeScript(script: string): Pick<WalledRun, 'program' | 'options' | 'needs'> {
  const root = projectOf(path.dirname(script));
  // Says that scripts are modules.
  const manifest = path.join(root, 'package.json');
  return {
    program: process.execPath,
    options: [`--max-old-space-size=${HEAP_MAX_MB}`, '--disable-warning=ExperimentalWarning', script],
    needs: [manifest, path.join(root, 'node_modules'), path.dirname(script)],
  };
}

/** The folder above that holds the packages. */
function projectOf(folder: string): string {
  if (existsSync(path.join(folder, 'node_modules'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('The packages of the product are in no folder above it.');
  return projectOf(parent);
}
