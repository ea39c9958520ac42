import { Injectable } from '@nestjs/common';
import type { SiteFile } from '../manifest/site-file.js';
import { SiteManifest } from '../manifest/site-manifest.js';
import { contentOf, NO_CONTENT } from '../plan/inputs-key.js';
import { SiteAccess } from './site-access.js';
import { searchFolderOf, treeCandidates } from './tree-candidates.js';

/** A file of the tree. */
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
    this.manifest.refresh();
    for (const candidate of treeCandidates(pathname)) {
      const entry = searchFolderOf(candidate) ?? candidate;
      const file = this.manifest.files.get(entry);
      if (!file) continue;
      if (this.isWithheld(entry)) {
        if (outlivesItsStories(file)) return 'later';
        continue;
      }
      return this.access.isTrusted || showsNoStory(file) ? { path: candidate, file } : 'later';
    }
    return null;
  }

  /** The page of that path, whether or not it has an address. */
  page(path: string): SiteResource | null {
    this.manifest.refresh();
    const file = this.manifest.files.get(path);
    return file && !this.isWithheld(path) ? { path, file } : null;
  }

  private isWithheld(entry: string): boolean {
    return this.access.isWithheld(entry) || this.manifest.withheld.has(entry);
  }
}

/** Pages of the gallery and feeds are there again once they are written anew, without the story that was withdrawn. */
function outlivesItsStories({ kind, block }: SiteFile): boolean {
  return kind === 'feed' || (kind === 'page' && block !== undefined);
}

function showsNoStory({ kind, inputs }: SiteFile): boolean {
  return kind === 'asset' || contentOf(inputs) === NO_CONTENT;
}
