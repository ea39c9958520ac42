import './require-node.mjs';
import { parseArgs } from 'node:util';
import { build, buildOrExit, isBuilt } from './lib/build.mjs';

// `--if-changed` builds only where dist/ is not of the sources as they are, and says less.

const { values } = parseArgs({ options: { 'if-changed': { type: 'boolean' } } });
if (!values['if-changed']) {
  const { ok, output } = await build();
  console.log(output);
  if (!ok) process.exitCode = 1;
} else if (!isBuilt()) {
  await buildOrExit();
}
