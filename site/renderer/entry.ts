import { createApp } from 'astro/app/entrypoint';
import type { PageRenderer } from '../../api/contract/pages.js';
import { stylesInHead } from './styles-in-head.js';

const app = createApp({ streaming: false });

/** Renders the page at `path` from `locals`: the built module is what publishing loads (`PageRenderer`). */
export const render: PageRenderer['render'] = async ({ path, locals }) => {
  const response = await app.render(new Request(new URL(path, locals.settings.publicUrl)), { locals });
  const { status, headers } = response;
  return { status, html: stylesInHead(await response.text()), policy: headers.get('content-security-policy') };
};
