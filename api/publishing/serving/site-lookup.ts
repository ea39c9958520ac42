import { Injectable } from '@nestjs/common';
import type { SiteFile } from '../manifest/site-file.js';
import { SiteManifest } from '../manifest/site-manifest.js';
import { contentOf, NO_CONTENT } from '../plan/inputs-key.js';
import { SiteAccess } from '../site-access.js';
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
      const resource = this.resourceAt(candidate);
      if (!resource) continue;
      return this.access.isTrusted || showsNoStory(resource.file) ? resource : 'later';
    }
    return null;
  }

  /** The page of that path, whether or not it has an address. */
  page(path: string): SiteResource | null {
    this.manifest.refresh();
    return this.resourceAt(path);
  }

  private resourceAt(path: string): SiteResource | null {
    if (this.access.isWithheld(path)) return null;
    const file = this.manifest.files.get(searchFolderOf(path) ?? path);
    return file ? { path, file } : null;
  }
}

function showsNoStory({ kind, inputs }: SiteFile): boolean {
  return kind === 'asset' || contentOf(inputs) === NO_CONTENT;
}
