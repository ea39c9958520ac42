const WORKER_PATH = /^\/pagefind\/[\da-f]+\/pagefind-worker\.js$/;

/** As much of the browser's Trusted Types as is used here; where there are none, no page requires them. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { createScriptURL: (address: string) => string | null }): unknown;
}

/**
 * The page lets no text become the address of a script. Pagefind opens its worker by such a text, so that one is let
 * through, and nothing else.
 */
export function allowSearchWorker(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createScriptURL: (address) => (isSearchWorker(address) ? address : null) });
}

export function isSearchWorker(address: string, origin = location.origin): boolean {
  const url = URL.parse(address, origin);
  return url?.origin === origin && WORKER_PATH.test(url.pathname);
}
