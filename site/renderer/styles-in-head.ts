/** What Astro writes before the first island of a page, within its body. */
const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/;

/** The page with that style in its head, where alone HTML allows one. Its text, and so its hash in the policy, stays. */
export function stylesInHead(html: string): string {
  const [style] = ISLAND_STYLE.exec(html) ?? [];
  return style === undefined ? html : html.replace(style, '').replace('</head>', () => `${style}</head>`);
}
