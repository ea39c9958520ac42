import { fileURLToPath, pathToFileURL } from 'node:url';
import JestRuntime from 'jest-runtime';
import { isShared } from './shared-environment.mjs';

/** What collects and runs the tests of one spec file, and by what it finds those who listen to them. */
const CIRCUS = fileURLToPath(new URL('jestAdapterInit.js', import.meta.resolve('jest-circus')));
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

/** Of this worker. */
let kept;

/**
 * Loads modules for the specs of the API: what one spec file has imported, Nest and TypeORM above all, is there for the
 * next of the worker. Jest's own runtime would evaluate it again for each of a hundred files. The spec files themselves
 * are evaluated anew, and so is what runs their tests. Goes with `shared-environment.mjs`.
 */
export default function sharedRuntime(...options) {
  if (!isShared(options.at(-1))) return new JestRuntime(...options);
  kept ??= new SharedRuntime(...options);
  kept.testState.state = 'loading';
  return kept;
}

class SharedRuntime extends JestRuntime {
  constructor(...options) {
    super(...options);
    [this.config, this.environment] = options;
  }

  /** After each spec file. */
  teardown() {
    this.restoreAllMocks();
    const loaded = this.registries.getActiveEsmRegistry();
    for (const file of this.config.setupFilesAfterEnv) loaded.delete(pathToFileURL(file).href);
    this.registries.getInternalCjsRegistry().delete(CIRCUS);
    delete this.environment.global[EVENT_HANDLERS];
    // What is imported from now on comes too late, until the next file begins.
    this.testState.teardown();
  }

  setModuleMock(_from, name) {
    throw new Error(`${name} is shared with other specs: what mocks modules belongs into another project of Jest.`);
  }
}
