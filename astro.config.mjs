import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';

// The pages are built for production whatever NODE_ENV the server has: JSX of the two kinds does not fit together, and React
// is three times as quick.
process.env.NODE_ENV = 'production';

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
  },
  devToolbar: { enabled: false },
});
