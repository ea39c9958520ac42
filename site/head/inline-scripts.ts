import type { APIContext } from 'astro';
import { createHash } from 'node:crypto';

/**
 * Allows scripts that stand inline in a page by the hash of their exact text; the policy that Astro computes knows
 * only those it made itself. In watch mode there is no policy and `csp` is undefined.
 */
export function allowInlineScripts(csp: APIContext['csp'] | undefined, sources: string[]): void {
  for (const source of sources) {
    csp?.insertScriptHash(`sha256-${createHash('sha256').update(source).digest('base64')}`);
  }
}
