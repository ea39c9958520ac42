import { formatWebVtt } from '../../../contract/transcripts/cues.js';
import type { PageLocals, PagePayload, PageRenderer, SiteSettings } from '../../../contract/pages.js';
import type { HeardVoice } from '../../../contract/stories/listen.js';
import type { InterviewQuestion } from '../../../contract/interview/questions.js';
import type { StoryOverviewItem } from '../../../contract/stories/stories.js';
import { voiceOf } from '../../../contract/stories/voices.js';
import { toReadableText } from '../../../contract/common/readable-text.js';
import { storyPath } from '../../../contract/stories/story-slug.js';
import { escapeXml } from '../../../contract/stories/xml.js';
import { listedOf, type Stories } from '../../stories/shown-video.js';
import type { FileSource } from './desired-file.js';
import { robots, sitemap, sitemapList, storyFeed } from './feeds.js';
import { completePolicy, withPolicy } from './security-policy.js';
import type { LoadedBuild } from './site-build.js';
import { LANGUAGE } from '../../../contract/common/language.js';

/** What every page of one run is made with. */
export interface SiteContext {
  build: LoadedBuild;
  settings: SiteSettings;
  questions: InterviewQuestion[];
  /** The external address of each interview step but the last, none when they open in the product. */
  stepUrls: readonly string[];
}

/** Assets and media are files already, and pictures are drawn. */
type MadeSource = Exclude<FileSource, { make: 'asset' | 'media' | 'share-picture' }>;
type PageSource = Extract<MadeSource, { address: string }>;

interface MadeFile {
  bytes: Buffer;
  /** Pages: content security policy for the header. */
  policy?: string;
}

/** Makes the bytes of a page or feed; null when its story has been withdrawn since the run began. */
export async function makeFile(source: MadeSource, context: SiteContext, stories: Stories): Promise<MadeFile | null> {
  const { publicUrl } = context.settings;
  if (source.make === 'sitemap') return text(sitemap(publicUrl, source.pages));
  if (source.make === 'sitemap-list') return text(sitemapList(publicUrl, source.parts));
  if (source.make === 'robots') return text(robots(publicUrl));
  if (source.make === 'feed') {
    const entries = listedOf(source.participantIds, stories).flatMap((story) => {
      const id = source.ids[story.user.id];
      return id === undefined ? [] : { id, story };
    });
    return text(storyFeed(publicUrl, entries, source.gone));
  }
  if (source.make === 'captions') return captions(source.videoId, stories.get(source.participantId)?.story);
  if (source.make === 'redirect') return redirect(publicUrl, source.leadsTo, ownStory(source, source.leadsTo, stories));
  const payload = payloadOf(source, context, stories);
  return payload && page(source.address, payload, context);
}

function payloadOf(source: PageSource, { questions, stepUrls }: SiteContext, stories: Stories): PagePayload | null {
  if (source.make === 'landing') {
    return { page: 'landing', questions, voices: listedOf(source.participantIds, stories).map(voiceOf) };
  }
  if (source.make === 'resume') return { page: 'resume', stepUrls };
  if (source.make === 'not-found') return { page: 'not-found', isStory: source.isStory };
  if (source.make === 'privacy') return { page: 'privacy', form: source.form, version: source.version };
  if (source.make === 'gallery') {
    const { number, newer, older, participantIds, heardIds } = source;
    const gallery = { number, newer, older, items: listedOf(participantIds, stories) };
    return { page: 'gallery', gallery, questions, heardIds };
  }
  if (source.make === 'listen') {
    const question = questions.find(({ id }) => id === source.questionId);
    const voices = listedOf(source.participantIds, stories).flatMap((story) => voicesOf(story, source.questionId));
    return question && voices.length > 0 ? { page: 'listen', listen: { question, voices } } : null;
  }
  if (source.make === 'story') {
    const story = ownStory(source, source.address, stories);
    const voices = listedOf(source.voiceIds, stories).map(voiceOf);
    const { sharePicture, isUnlisted, heardIds } = source;
    return story ? { page: 'story', story: { ...story, questions }, sharePicture, voices, isUnlisted, heardIds } : null;
  }
  return { page: source.make };
}

/** What a person says to a question, where that can be heard from here. */
function voicesOf({ user, videos }: StoryOverviewItem, questionId: number): HeardVoice[] {
  return videos
    .filter((video) => video.questionId === questionId && video.mimeType !== null)
    .flatMap(({ id, audioUrl, videoUrl, posterUrl, durationSeconds }) => {
      const soundUrl = audioUrl ?? videoUrl;
      const { firstName, userName } = user;
      return soundUrl === null ? [] : { videoId: id, firstName, userName, soundUrl, posterUrl, durationSeconds };
    });
}

async function page(address: string, payload: PagePayload, { build, settings }: SiteContext): Promise<MadeFile> {
  const { html, policy } = await renderPage(build.renderer, address, { settings, payload });
  return { bytes: Buffer.from(html), policy };
}

function captions(videoId: string, story: StoryOverviewItem | undefined): MadeFile | null {
  const video = [story?.overviewVideo, ...(story?.videos ?? [])].find((shown) => shown?.id === videoId);
  return video?.cues ? text(formatWebVtt(video.cues)) : null;
}

function redirect(publicUrl: string, path: string, story: StoryOverviewItem | null): MadeFile | null {
  return story && text(movedPage(publicUrl, path));
}

function text(content: string): MadeFile {
  return { bytes: Buffer.from(content) };
}

/** Null where it is at another address since the run began, which its earlier ones do not tell. */
function ownStory(
  { participantId }: { participantId: string },
  path: string,
  stories: Stories,
): StoryOverviewItem | null {
  const story = stories.get(participantId)?.story;
  return story && storyPath(story.user.userName) === path ? story : null;
}

interface CompletePage {
  html: string;
  /** Content security policy for the header. */
  policy: string;
}

/** The 404 page is rendered like any other, and returns that status. */
const EXPECTED_STATUS = new Set([200, 404]);

/** @throws Error when the renderer fails, so that nothing broken is ever published */
export async function renderPage(renderer: PageRenderer, address: string, locals: PageLocals): Promise<CompletePage> {
  const rendered = await renderer.render({ path: address, locals });
  const expected = locals.payload.page === 'not-found' ? EXPECTED_STATUS.has(rendered.status) : rendered.status === 200;
  if (!expected) throw new Error(`The page ${address} could not be rendered: status ${rendered.status}.`);
  const policy = completePolicy(rendered.policy, locals.settings.publicUrl.startsWith('https:'));
  // A line feed in its place would end a text of JSON within the page.
  const html = toReadableText(rendered.html.replaceAll('\u0085', ' '));
  return { html: withPolicy(html, policy), policy: policy.header };
}

/**
 * The page at a former address: it leads on by itself wherever the tree is served by a server that knows nothing of it, and
 * names nobody. Ours sends 301 in its place.
 * @param path of the story, as links have it
 */
function movedPage(publicUrl: string, path: string): string {
  const address = escapeXml(path);
  return [
    '<!doctype html>',
    `<html lang="${LANGUAGE}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="default-src 'none'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    '<meta name="color-scheme" content="dark light">',
    `<meta http-equiv="refresh" content="0; url=${address}">`,
    `<link rel="canonical" href="${escapeXml(publicUrl + path)}">`,
    '<title>This story has moved</title>',
    '</head>',
    '<body>',
    `<p><a href="${address}">This story has moved. Go on to it.</a></p>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
