import { writeFileSync, writeSync } from 'node:fs';

const { reached, environment } = JSON.parse(process.env.MUTATION);
const { default: node, TestEnvironment = node } = await import(environment);

/**
 * Around the environment of a spec file. One run without any change writes which mutants the file comes past, from its
 * first line to its last hook; any other ends with the first test that fails, and says which.
 */
export default class MutantEnvironment extends TestEnvironment {
  async handleTestEvent(event, state) {
    await super.handleTestEvent?.(event, state);
    if (event.name !== 'test_done' || event.test.errors.length === 0) return;
    writeSync(1, `noticed by: ${titleOf(event.test)}\n`);
    process.exit(1);
  }

  async teardown() {
    const { static: ids = {} } = Reflect.get(this.global, '__stryker__')?.mutantCoverage ?? {};
    if (reached) writeFileSync(reached, JSON.stringify(Object.keys(ids)));
    await super.teardown();
  }
}

function titleOf({ name, parent }) {
  return parent?.parent ? `${titleOf(parent)} ${name}` : name;
}
