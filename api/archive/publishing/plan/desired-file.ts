import type { GalleryPage, PagePayload } from '../../../contract/pages.js';
import type { PrivacyForm } from '../../../contract/consent/privacy.js';
import type { MediaFile } from '../../../media/store/media-file.entity.js';
import type { SiteFile } from '../tree/site-file.js';
import type { GoneStory, SitemapPage } from './feeds.js';

/** Pages that are made of nothing but the site's own settings and questions. */
export type PlainPage = Exclude<
  PagePayload['page'],
  'landing' | 'gallery' | 'story' | 'listen' | 'privacy' | 'not-found'
>;

/** What a file of the tree is made from. */
export type FileSource =
  | { make: PlainPage; address: string }
  | { make: 'not-found'; address: string; isStory: boolean }
  | { make: 'privacy'; address: string; form: PrivacyForm; version: string }
  /** Without anybody it stands in while nobody may be named. */
  | { make: 'landing'; address: string; participantIds: string[] }
  | ({ make: 'gallery'; address: string; participantIds: string[]; heardIds: number[] } & Omit<GalleryPage, 'items'>)
  | { make: 'listen'; address: string; questionId: number; participantIds: string[] }
  | {
      make: 'story';
      address: string;
      participantId: string;
      voiceIds: string[];
      sharePicture: string;
      isUnlisted: boolean;
      heardIds: number[];
    }
  | { make: 'captions'; participantId: string; videoId: string }
  /** `leadsTo` the path of the story, as links have it. */
  | { make: 'redirect'; participantId: string; leadsTo: string }
  | { make: 'share-picture'; firstName: string; posterId: string | null }
  | { make: 'sitemap'; pages: SitemapPage[] }
  | { make: 'sitemap-list'; parts: SitemapPage[] }
  | { make: 'robots' }
  /** `ids` of the stories, as the feed calls them. */
  | { make: 'feed'; participantIds: string[]; ids: Record<string, string>; gone: GoneStory[] }
  | { make: 'asset'; from: string }
  | { make: 'media'; file: MediaFile };

export interface DesiredFile {
  path: string;
  kind: Exclude<SiteFile['kind'], 'shard'>;
  inputs: string;
  /** What the manifest keeps of it as it is. */
  about?: Pick<SiteFile, 'mimeType' | 'story' | 'shows' | 'sequence' | 'block' | 'leadsTo'>;
  source: FileSource;
}

/**
 * Names everything that a file is made from, in two parts: its content (what people wrote and producers decided)
 * and its template (with the settings and questions in it). They are kept apart because content that changed must not be
 * shown a moment longer, while an outdated template may.
 */
export function inputsKey(contentKey: string, templateKey: string): string {
  return `${contentKey}.${templateKey}`;
}

export function contentKeyOf(inputs: string): string {
  return inputs.slice(0, inputs.indexOf('.'));
}

/** Of the page of a story, which also names others: what is its own, and what is theirs. */
export function storyContentKey(own: string, others: string): string {
  return `${own}:${others}`;
}

export function isOwnContent(inputs: string, own: string): boolean {
  return inputs.startsWith(own) && inputs[own.length] === ':';
}

/** Content key of what shows no story. */
export const NO_CONTENT = '-';

/** The inputs of a page that is there without all of its media: those of no page, so that its story counts as changed. */
export const UNFINISHED = '';
