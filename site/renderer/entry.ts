import { createApp } from 'astro/app/entrypoint';
import type { PageRenderer } from '../../api/contract/pages.js';

const app = createApp({ streaming: false });

/** Renders the page at `path` from `locals`: the built module is what publishing loads (`PageRenderer`). */
export const render: PageRenderer['render'] = (path, locals) =>
  app.render(new Request(new URL(path, locals.settings.publicUrl)), { locals });
