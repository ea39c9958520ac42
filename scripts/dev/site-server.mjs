import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { dev } from 'astro';
import { ROOT } from '../lib/root.mjs';
import { readPage } from './page-locals.mjs';

/** Where the server expects what `astro build` makes. */
const BUILT_SITE = path.join(ROOT, 'dist', 'site');
/** Sources as a browser asks for them, and what Vite adds; everything else is the server's. */
const SOURCE = /^\/(@|app\/|site\/|node_modules\/|_image|api\/[^?]*\.tsx?(\?|$))/;
const LOCALS = Symbol.for('astro.locals');
const RENDERED_HERE = Symbol('rendered here');

/** Lets the server publish pages that are rendered from the sources, by `startSite`, whenever somebody visits them. */
export async function standInForBuiltSite() {
  await rm(BUILT_SITE, { recursive: true, force: true });
  await mkdir(path.join(BUILT_SITE, 'server'), { recursive: true });
  await cp(path.join(ROOT, 'site', 'public'), path.join(BUILT_SITE, 'client'), { recursive: true });
  const renderer = pathToFileURL(path.join(import.meta.dirname, 'page-locals.mjs'));
  await writeFile(path.join(BUILT_SITE, 'server', 'entry.mjs'), `export { render } from '${renderer.href}';\n`);
}

/**
 * Serves the sources at `port`, each change at once, and in front of everything else the server at `serverUrl`.
 * @param {{ host: string, port: number, serverUrl: string, serverReady: () => Promise<void> }} options
 */
export function startSite({ host, port, serverUrl, serverReady }) {
  /** Asks the server for a page, and leaves to Astro what it is made from. */
  const askForPage = async (request, response) => {
    if (SOURCE.test(request.url)) return;
    await serverReady();
    if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return;
    const {
      connection: _connection,
      'accept-encoding': _encoding,
      'if-none-match': _known,
      ...headers
    } = request.headers;
    const answer = await fetch(new URL(request.url, serverUrl), { headers, redirect: 'manual' });
    const page = readPage(await answer.text());
    if (!page) return;
    for (const cookie of answer.headers.getSetCookie()) response.appendHeader('Set-Cookie', cookie);
    const query = request.url.indexOf('?');
    request.url = page.path + (query === -1 ? '' : request.url.slice(query));
    request[LOCALS] = page.locals;
    request[RENDERED_HERE] = true;
  };

  return dev({
    root: ROOT,
    configFile: 'scripts/dev/astro.config.mjs',
    server: { host, port },
    vite: {
      plugins: [
        {
          name: 'pages-from-the-server',
          configureServer({ middlewares }) {
            middlewares.use(async (request, response, next) => {
              try {
                await askForPage(request, response);
                next();
              } catch (error) {
                next(error);
              }
            });
          },
        },
      ],
      server: {
        strictPort: true,
        proxy: {
          '^/': {
            target: serverUrl,
            bypass: (request) => (request[RENDERED_HERE] || SOURCE.test(request.url) ? request.url : undefined),
          },
        },
      },
    },
  });
}
