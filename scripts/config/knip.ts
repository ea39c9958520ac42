import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'api/{main,export-site,check-consent,check-media,media-move,backup,doctor,restore,staff}.ts',
    // The second is loaded by the first, by a name that tells whether it is compiled.
    'api/media/renditions/{picture-process,to-tiff}.ts',
    'api/testing/{jest-setup,jest-retry,jest-global-setup,jest-global-teardown}.ts',
    'site/renderer/entry.ts',
    'site/{pages,layouts}/**/*.astro',
    'scripts/*.mjs',
    'scripts/dev/{dev,astro.config}.mjs',
    // Loaded into the server before its own code.
    'scripts/lib/own-source-maps.mjs',
    'scripts/config/*.{ts,mjs}',
    'scripts/e2e/**/*.spec.ts',
    'scripts/bench/{bench,floor,readers,receivers}.ts',
    'scripts/demo/demo.ts',
    'scripts/release.ts',
    // The second is loaded into a process that is about to be killed.
    'scripts/torture/{torture.ts,page-readers.ts,kill-at-write.mjs}',
    'scripts/bench/peer-site/{astro.config.mjs,middleware.ts,pages/**/*.astro}',
  ],
  // Programs of the system.
  ignoreBinaries: ['taskset', 'mount', 'umount', 'setpriv', 'ffmpeg', 'strace', 'faketime'],
  // Specs start the first, a server; `npm run mutate` the second, which is told of the third in its settings. Of the last two
  // a spec uses a file: a schema and a program.
  ignoreDependencies: [
    '@20minutes/s3rver',
    '@stryker-mutator/core',
    '@stryker-mutator/jest-runner',
    'sitemap',
    'vnu-jar',
  ],
  project: ['{api,app,site,scripts}/**/*.{ts,tsx,mjs,astro,css}'],
  jest: { config: ['scripts/config/jest.config.mjs'] },
  playwright: { config: ['scripts/config/playwright.config.ts'] },
};

export default config;
