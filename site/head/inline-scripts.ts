import type { APIContext } from 'astro';
import { createHash } from 'node:crypto';
import { CONTACT_EMAIL_PARAM, CONTACT_EMAIL_STATE } from '../../api/contract/people/contact-email.js';

/**
 * Allows scripts that stand inline in a page by the hash of their exact text; the policy that Astro computes knows
 * only those it made itself. In watch mode there is no policy and `csp` is undefined.
 */
export function allowInlineScripts(csp: APIContext['csp'] | undefined, sources: string[]): void {
  for (const source of sources) {
    csp?.insertScriptHash(`sha256-${createHash('sha256').update(source).digest('base64')}`);
  }
}

/**
 * Source of the script that takes the e-mail out of the page's address, before anything else of the page can read the
 * address or name it to a server. It stays with this entry of the browser's history, so that a reload still finds it, and
 * is gone with it. Where a browser refuses to change its history, the address stays as it came, and the page reads the
 * e-mail from there. Stands inline; its CSP hash is made from this very text.
 */
export const HIDE_CONTACT_EMAIL_SCRIPT = `try{const q=new URLSearchParams(location.search),e=q.get('${CONTACT_EMAIL_PARAM}');if(e!==null){q.delete('${CONTACT_EMAIL_PARAM}');const s=q.toString();history.replaceState({...history.state,${CONTACT_EMAIL_STATE}:e},'',location.pathname+(s&&'?'+s)+location.hash)}}catch{}`;
