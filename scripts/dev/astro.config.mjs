import built from '../../astro.config.mjs';

// What is built, watched: React of development can be changed while it runs.

process.env.NODE_ENV = 'development';
const { define: _define, ssr: _ssr, ...vite } = built.vite;

export default {
  ...built,
  security: {},
  // Packages are bundled at the start: found one by one, each would load the open page anew.
  vite: { ...vite, optimizeDeps: { entries: ['app/**/*.island.tsx', 'site/**/*.ts'] } },
};
