import { INTERVIEW_FILE, LANDING_FILE, NOT_FOUND_FILE } from '../plan/addresses.js';

/** Files that have no address of their own: the server decides when to show them. */
const WITHOUT_ADDRESS = new Set([INTERVIEW_FILE, NOT_FOUND_FILE]);

/**
 * The paths of the tree that an address may mean, best first: the file itself, or the page in the folder of that name,
 * with and without a slash at the end. Whatever cannot be a path of the tree means nothing.
 */
export function treeCandidates(pathname: string): string[] {
  const decoded = decode(pathname);
  if (decoded === null || !decoded.startsWith('/')) return [];
  if (decoded === '/') return [LANDING_FILE];
  const path = decoded.slice(1).normalize('NFC');
  const candidates = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}/index.html`];
  return candidates.filter((candidate) => !WITHOUT_ADDRESS.has(candidate));
}

/** A file within a folder of the search index: the folder, or null. */
export function searchFolderOf(path: string): string | null {
  return /^(pagefind\/[\da-f]+\/)(?:\w[\w.-]*\/)?\w[\w.-]*$/.exec(path)?.[1] ?? null;
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}
