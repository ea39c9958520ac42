import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';

// The pages are built for production whatever NODE_ENV the server has: JSX of the two kinds does not fit together, and React
// is three times as quick.
process.env.NODE_ENV = 'production';
// Nothing is encrypted with it, and a new one each time would make every build of the same sources another: all pages of an
// archive are made anew then.
process.env.ASTRO_KEY = Buffer.alloc(32).toString('base64');

/** What nearly every island uses. */
const ISLANDS = [
  'node_modules/react/',
  'node_modules/react-dom/',
  'node_modules/lucide-react/',
  'app/shared/ui/button.',
  'app/shared/ui/status-line.',
  'app/shared/http/request.',
];
/**
 * What pages have in common, in few files: with its headers a file costs 1.5 kB on top of itself, so that three lines in
 * a file of their own are three times as heavy as in another one's. What a story's page needs stands with the contract:
 * it has no island, and would load what all of those share.
 */
const CHUNKS = [
  { name: 'contract', test: /[\\/]api[\\/]contract[\\/]|[\\/](opens-elsewhere|local-storage)\./, minShareCount: 3 },
  {
    name: 'islands',
    test: (id) => ISLANDS.some((part) => id.replaceAll('\\', '/').includes(part)),
    minShareCount: 6,
  },
];

/** Makes `astro build` produce a renderer (dist/site/server/entry.mjs) that publishing calls, instead of pages. */
const pageRenderer = () => ({
  name: 'page-renderer',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'page-renderer',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('./site/renderer/entry.ts', import.meta.url),
        supportedAstroFeatures: {
          serverOutput: 'stable',
          hybridOutput: 'stable',
          staticOutput: 'stable',
          sharpImageService: 'stable',
        },
      }),
  },
});

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  outDir: './dist/site',
  output: 'server',
  trailingSlash: 'ignore',
  compressHTML: true,
  adapter: pageRenderer(),
  integrations: [react()],
  security: { csp: true },
  vite: {
    plugins: [tailwindcss()],
    // React goes into the renderer.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } },
    },
  },
  // Inline they would weigh on every page anew, and a policy would have to know each of them.
  build: { inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
});
