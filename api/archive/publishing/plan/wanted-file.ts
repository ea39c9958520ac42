import type { PagePayload } from '../../../contract/pages.js';
import type { MediaFile } from '../../../media/store/media-file.entity.js';
import type { SitemapPage } from './sitemap.js';
import type { SiteFile } from '../manifest/site-file.js';

/** Pages that are made of nothing but the site's own settings and questions. */
type PlainPage = Exclude<PagePayload['page'], 'gallery' | 'story'>;

/** What a file of the tree is made from. */
export type FileSource =
  | { make: PlainPage; address: string }
  | { make: 'gallery'; address: string; number: number; count: number; participantIds: string[] }
  | { make: 'story'; address: string; participantId: string; sharePicture: string }
  | { make: 'captions'; participantId: string; videoId: string }
  | { make: 'redirect'; participantId: string }
  | { make: 'share-picture'; firstName: string; posterId: string | null }
  | { make: 'sitemap'; pages: SitemapPage[] }
  | { make: 'robots' }
  | { make: 'feed'; participantIds: string[] }
  | { make: 'asset'; from: string }
  | { make: 'media'; file: MediaFile };

/** A file as it should be. */
export interface WantedFile {
  path: string;
  kind: Exclude<SiteFile['kind'], 'shard'>;
  inputs: string;
  /** What the manifest keeps of it as it is. */
  about?: Pick<SiteFile, 'mimeType' | 'story' | 'sequence' | 'block' | 'leadsTo'>;
  source: FileSource;
}

/** The people whose stories are read to make a file. */
export function participantsOf(source: FileSource): string[] {
  if (source.make === 'story' || source.make === 'captions' || source.make === 'redirect')
    return [source.participantId];
  return 'participantIds' in source ? source.participantIds : [];
}
