/** What a page may load unless its own policy says otherwise. */
const DEFAULTS: Record<string, string> = {
  'default-src': "'self'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'self'",
  'form-action': "'self'",
  // No text becomes a script: no page of ours makes one, nor markup, out of text.
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};
/** Browsers heed these in the header only, and complain about them in a page. */
const HEADER_ONLY = new Set(['frame-ancestors', 'report-uri', 'report-to', 'sandbox']);
/** Pagefind's index is read by WebAssembly. */
const WASM = "'wasm-unsafe-eval'";

/** A content security policy in its two places. */
export interface SecurityPolicy {
  /** For the `<meta>` element: holds on any web server that hands out the file. */
  meta: string;
  /** For the header of the same page. */
  header: string;
}

/**
 * Completes the policy that Astro computed for a page: its own directives win over the defaults.
 * @param isHttps whether the site is encrypted, so that nothing of it is asked for without
 */
export function completePolicy(computed: string | null, isHttps: boolean): SecurityPolicy {
  const directives = new Map(Object.entries(DEFAULTS));
  if (isHttps) directives.set('upgrade-insecure-requests', '');
  for (const directive of (computed ?? '').split(';')) {
    const [name, ...sources] = directive.trim().split(/\s+/);
    if (name) directives.set(name.toLowerCase(), sources.join(' '));
  }
  const scripts = directives.get('script-src') ?? "'self'";
  directives.set('script-src', scripts.includes(WASM) ? scripts : `${scripts} ${WASM}`);
  const everywhere = [...directives].filter(([name]) => !HEADER_ONLY.has(name));
  const meta = everywhere.map(([name, sources]) => `${name} ${sources}`.trim()).join('; ');
  return { meta, header: `${meta}; frame-ancestors 'none'` };
}

/** Browsers look for the character set in the first 1024 bytes only, and a policy full of hashes is longer. */
const HEAD_START = /<head(\s[^>]*)?>(\s*<meta charset=[^>]*>)?/i;

/** The page with its policy at the start of its head: it holds for everything that follows. */
export function withPolicy(html: string, { meta }: SecurityPolicy): string {
  const head = HEAD_START.exec(html);
  if (!head) throw new Error('A page without a head cannot carry its security policy.');
  const end = head.index + head[0].length;
  const element = `<meta http-equiv="content-security-policy" content="${meta.replaceAll('"', '&quot;')}">`;
  return html.slice(0, end) + element + html.slice(end);
}
