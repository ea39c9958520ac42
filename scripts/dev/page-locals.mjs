// Stands where the built renderer stands (dist/site/server/entry.mjs): a page is what it would be rendered from, and
// `npm run dev` renders it for each visit.

const START = '<script type="application/json" data-locals>';
const END = '</script>';

/** Renders the page at `path` as its locals alone. */
export async function render({ path, locals }) {
  const json = JSON.stringify({ path, locals }).replaceAll('<', String.raw`\u003c`);
  const html = `<!doctype html><html><head><meta charset="utf-8"></head><body>${START}${json}${END}</body></html>`;
  return { status: 200, html, policy: null };
}

/** The reverse: what the page was made from, or null when it is none of ours. */
export function readPage(html) {
  const start = html.indexOf(START);
  if (start === -1) return null;
  return JSON.parse(html.slice(start + START.length, html.indexOf(END, start)));
}
