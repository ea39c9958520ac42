import PlainEnvironment from './plain-environment.mjs';

/** Of this worker. */
let kept;

/** @returns {boolean} false where Jest watches: there the next run is of changed modules */
export function isShared({ watch, watchAll }) {
  return !watch && !watchAll;
}

/**
 * Node's globals for the specs of the API, the same for all spec files of a worker: what one of them has imported can
 * only be kept for the next (`shared-runtime.mjs`) as long as it finds its globals. Whatever a file changes of the
 * environment, the clock or spied methods is put back after it.
 */
export default class SharedEnvironment extends PlainEnvironment {
  constructor(config, context) {
    if (kept) return kept;
    super(config, context);
    this.firstEnv = { ...this.global.process.env };
    if (isShared(config.globalConfig)) kept = this;
  }

  async teardown() {
    if (this !== kept) return super.teardown();
    this.fakeTimersModern.useRealTimers();
    const { env } = this.global.process;
    for (const name of Object.keys(env)) if (!(name in this.firstEnv)) delete env[name];
    Object.assign(env, this.firstEnv);
  }
}
