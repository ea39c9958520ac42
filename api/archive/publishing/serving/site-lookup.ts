import { Injectable } from '@nestjs/common';
import type { SiteFile } from '../tree/site-file.js';
import { SiteManifest } from '../tree/site-manifest.js';
import {
  INTERVIEW_FILE,
  LANDING_FILE,
  NOT_FOUND_FILE,
  PLAIN_LANDING_FILE,
  STORY_NOT_FOUND_FILE,
} from '../plan/addresses.js';
import { contentKeyOf, NO_CONTENT } from '../plan/desired-file.js';
import { SiteAccess } from '../site-access.js';

export interface SiteResource {
  path: string;
  /** What the manifest says of it, or of the folder of the search index that it lies in. */
  file: SiteFile;
}

/** Finds what an address shows, in the manifest alone: what is not in it does not exist, whatever the disk holds. */
@Injectable()
export class SiteLookup {
  constructor(
    private readonly manifest: SiteManifest,
    private readonly access: SiteAccess,
  ) {}

  /** Null: nothing that may be shown. 'later': nothing that may be shown yet. */
  find(pathname: string): SiteResource | 'later' | null {
    this.manifest.refreshForTurn();
    const candidates = treeCandidates(pathname);
    for (const candidate of candidates) {
      const entry = searchFolderOf(candidate) ?? candidate;
      const file = this.manifest.files.get(entry);
      if (!file) continue;
      if (this.isBlocked(entry)) {
        if (!this.access.isGone(entry) && outlivesItsStories(file)) return 'later';
        continue;
      }
      return this.access.showsStories || showsNoStory(file) ? { path: candidate, file } : 'later';
    }
    // What was approved just before the last end of this process may not have been written.
    return this.access.isTrusted || candidates.length === 0 ? null : 'later';
  }

  /** The page of that path, whether or not it has an address. */
  page(path: string): SiteResource | null {
    this.manifest.refreshForTurn();
    const file = this.manifest.files.get(path);
    return file && !this.isBlocked(path) ? { path, file } : null;
  }

  private isBlocked(entry: string): boolean {
    return this.access.isBlocked(entry) || this.manifest.blocked.has(entry);
  }
}

/** Pages that name others and feeds are there again once they are written anew, without the story that was withdrawn. */
function outlivesItsStories({ kind, block, shows }: SiteFile): boolean {
  return kind === 'feed' || (kind === 'page' && (block !== undefined || shows !== undefined));
}

function showsNoStory({ kind, inputs }: SiteFile): boolean {
  return kind === 'asset' || contentKeyOf(inputs) === NO_CONTENT;
}

/** Files that have no address of their own: the server decides when to show them. */
const WITHOUT_ADDRESS = new Set([PLAIN_LANDING_FILE, INTERVIEW_FILE, NOT_FOUND_FILE, STORY_NOT_FOUND_FILE]);

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
