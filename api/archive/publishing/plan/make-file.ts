import { formatWebVtt } from '../../../contract/cues.js';
import type { StoryOverviewItem } from '../../../contract/stories.js';
import { storyPath } from '../../../contract/story-slug.js';
import type { PagePayload } from '../../../contract/pages.js';
import type { FileSource } from './wanted-file.js';
import { movedPage } from './moved-page.js';
import { renderPage } from './render-page.js';
import type { SiteContext, Stories } from './site-content.js';
import { robots, sitemap } from './sitemap.js';
import { storyFeed } from './story-feed.js';

/** Assets and media are files already, and pictures are drawn. */
type MadeSource = Exclude<FileSource, { make: 'asset' | 'media' | 'share-picture' }>;
type PageSource = Extract<MadeSource, { address: string }>;

export interface MadeFile {
  bytes: Buffer;
  /** Pages: content security policy for the header. */
  policy?: string;
}

/** Makes the bytes of a page or feed; null when its story has been withdrawn since the run began. */
export async function makeFile(source: MadeSource, context: SiteContext, stories: Stories): Promise<MadeFile | null> {
  const { publicUrl } = context.settings;
  if (source.make === 'sitemap') return text(sitemap(publicUrl, source.pages));
  if (source.make === 'robots') return text(robots(publicUrl));
  if (source.make === 'feed') return text(storyFeed(publicUrl, pick(source.participantIds, stories)));
  if (source.make === 'captions') return captions(source.videoId, stories.get(source.participantId));
  if (source.make === 'redirect') return redirect(publicUrl, stories.get(source.participantId));
  const payload = payloadOf(source, context, stories);
  return payload && page(source.address, payload, context);
}

function payloadOf(source: PageSource, { questions, stepUrls }: SiteContext, stories: Stories): PagePayload | null {
  if (source.make === 'landing') return { page: 'landing', questions };
  if (source.make === 'resume') return { page: 'resume', stepUrls };
  if (source.make === 'gallery') {
    const { number, count, participantIds } = source;
    return { page: 'gallery', gallery: { number, count, items: pick(participantIds, stories) } };
  }
  if (source.make === 'story') {
    const story = stories.get(source.participantId);
    return story ? { page: 'story', story: { ...story, questions }, sharePicture: source.sharePicture } : null;
  }
  return { page: source.make };
}

async function page(address: string, payload: PagePayload, { build, settings }: SiteContext): Promise<MadeFile> {
  const { html, policy } = await renderPage(build.renderer, address, { settings, payload });
  return { bytes: Buffer.from(html), policy };
}

function captions(videoId: string, story: StoryOverviewItem | undefined): MadeFile | null {
  const video = [story?.overviewVideo, ...(story?.videos ?? [])].find((shown) => shown?.id === videoId);
  return video?.cues ? text(formatWebVtt(video.cues)) : null;
}

function redirect(publicUrl: string, story: StoryOverviewItem | undefined): MadeFile | null {
  return story ? text(movedPage(publicUrl, storyPath(story.user.userName))) : null;
}

function text(content: string): MadeFile {
  return { bytes: Buffer.from(content) };
}

function pick(participantIds: string[], stories: Stories) {
  return participantIds.flatMap((id) => stories.get(id) ?? []);
}
