import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';

// The archive as `astro build` makes it: the product's own pages, every story a static path.

export default defineConfig({
  srcDir: './scripts/bench/peer-site',
  publicDir: './site/public',
  outDir: process.env.BENCH_OUT,
  cacheDir: process.env.BENCH_CACHE,
  output: 'static',
  trailingSlash: 'ignore',
  compressHTML: true,
  integrations: [react()],
  security: { csp: true },
  vite: { plugins: [tailwindcss()] },
  experimental: { incrementalBuild: process.env.BENCH_INCREMENTAL === '1' },
});
