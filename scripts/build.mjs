import './require-node.mjs';
import { build, buildOrExit, isBuilt } from './lib/build.mjs';
import { readOptions } from './lib/options.mjs';

// `--if-changed` builds only where dist/ is not of the sources as they are, and says less.

const { values } = readOptions({
  command: 'npm run build',
  about: 'Compiles the server and the site into dist/.',
  options: {
    'if-changed': { type: 'boolean', about: 'only where dist/ is not of the sources as they are' },
  },
});
if (!values['if-changed']) {
  const { ok, output } = await build();
  console.log(output);
  if (!ok) process.exitCode = 1;
} else if (!isBuilt()) {
  await buildOrExit();
}
