import { excerpt } from '../../../contract/common/excerpt.js';
import { LANGUAGE } from '../../../contract/common/language.js';
import type { StoryOverviewItem, StoryVideo } from '../../../contract/stories/stories.js';
import { storyPath } from '../../../contract/stories/story-slug.js';
import { storySentence, storyTitle } from '../../../contract/stories/story-title.js';
import { escapeXml } from '../../../contract/stories/xml.js';

/** A page that search engines should know, or a list of such pages. */
export interface SitemapPage {
  address: string;
  /** When it last changed, ISO 8601; left out where that is not known. */
  changedAt?: string;
}

/** The addresses of these pages, in the given order. */
export function sitemap(publicUrl: string, pages: SitemapPage[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map((page) => `<url>${placeOf(publicUrl, page)}</url>`),
    '</urlset>',
    '',
  ].join('\n');
}

/** The addresses of the parts that a sitemap stands in, in the given order. */
export function sitemapList(publicUrl: string, parts: SitemapPage[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...parts.map((part) => `<sitemap>${placeOf(publicUrl, part)}</sitemap>`),
    '</sitemapindex>',
    '',
  ].join('\n');
}

/** Asks crawlers to leave the API and the staff's pages alone, and shows them the sitemap. */
export function robots(publicUrl: string): string {
  return ['User-agent: *', 'Disallow: /api/', 'Disallow: /admin', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}

function placeOf(publicUrl: string, { address, changedAt }: SitemapPage): string {
  const lastmod = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`;
  return `<loc>${escapeXml(publicUrl + address)}</loc>${lastmod}`;
}

const FEED_EXCERPT = 400;
/** Has to be raised when a feed of the same stories would be written otherwise than before. */
export const FEED_VERSION = '4';

/** A story in the feed, under an id that tells nothing of it: what is gone is named by that. */
export interface FeedEntry {
  id: string;
  story: StoryOverviewItem;
}

/** A story that was public, and is so no more. */
export interface GoneStory {
  id: string;
  /** ISO 8601. */
  at: string;
}

/**
 * RSS 2.0 feed of these stories, in the given order, each with the video that introduces it. RSS has no word for what is
 * gone, so that is said as Atom says it (RFC 6721), in the namespace of that.
 */
export function storyFeed(publicUrl: string, entries: FeedEntry[], gone: GoneStory[] = []): string {
  const stories = entries.map(({ story }) => story);
  const dates = stories.flatMap((story) => videosOf(story).map(({ publishedAt }) => publishedAt));
  const latest = dates.toSorted().at(-1);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0">',
    '<channel>',
    '<title>ME/CFS Story Archive</title>',
    `<link>${escapeXml(`${publicUrl}/stories`)}</link>`,
    '<description>People living with ME/CFS tell their own stories.</description>',
    `<language>${LANGUAGE}</language>`,
    ...(latest === undefined ? [] : [`<lastBuildDate>${rssDate(latest)}</lastBuildDate>`]),
    `<atom:link href="${escapeXml(`${publicUrl}/stories/feed.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...entries.map((entry) => item(publicUrl, entry)),
    ...gone.map(({ id, at }) => `<at:deleted-entry ref="${urnOf(id)}" when="${at}"/>`),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function item(publicUrl: string, { id, story }: FeedEntry): string {
  const { user } = story;
  const videos = videosOf(story);
  const link = escapeXml(publicUrl + storyPath(user.userName));
  const transcript = videos.map((video) => video.transcript.trim()).find((text) => text !== '');
  const description = transcript ?? storySentence(user.firstName);
  const [published] = videos.map(({ publishedAt }) => publishedAt).toSorted();
  return [
    '<item>',
    `<title>${escapeXml(storyTitle(user.firstName))}</title>`,
    `<link>${link}</link>`,
    `<guid isPermaLink="false">${urnOf(id)}</guid>`,
    ...(published === undefined ? [] : [`<pubDate>${rssDate(published)}</pubDate>`]),
    `<description>${escapeXml(excerpt(description, FEED_EXCERPT))}</description>`,
    ...enclosures(publicUrl, videos),
    '</item>',
  ].join('');
}

/** The first video that is a file: one at a host is none, nor is one that is still being prepared. */
function enclosures(publicUrl: string, videos: StoryVideo[]): string[] {
  const video = videos.find(({ mimeType }) => mimeType !== null);
  if (!video?.videoUrl) return [];
  const url = escapeXml(new URL(video.videoUrl, publicUrl).href);
  return [`<enclosure url="${url}" length="${video.fileSize}" type="${escapeXml(video.mimeType ?? '')}"/>`];
}

/** The overview first, then the answers. */
function videosOf({ overviewVideo, videos }: StoryOverviewItem): StoryVideo[] {
  return overviewVideo ? [overviewVideo, ...videos] : videos;
}

function urnOf(id: string): string {
  return `urn:uuid:${id}`;
}

/** RFC 822, as RSS has its dates. */
function rssDate(iso: string): string {
  return new Date(iso).toUTCString();
}
