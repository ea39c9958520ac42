import { excerpt } from '../../contract/excerpt.js';
import type { StoryOverviewItem } from '../../contract/stories.js';
import { storyPath } from '../../contract/story-slug.js';
import { escapeXml } from './xml.js';

const FEED_EXCERPT = 400;

/** RSS 2.0 feed of these stories, in the given order. */
export function storyFeed(publicUrl: string, stories: StoryOverviewItem[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    '<title>ME/CFS Story Archive</title>',
    `<link>${escapeXml(`${publicUrl}/stories`)}</link>`,
    '<description>People living with ME/CFS tell their own stories.</description>',
    '<language>en</language>',
    `<atom:link href="${escapeXml(`${publicUrl}/stories/feed.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...stories.map((story) => item(publicUrl, story)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function item(publicUrl: string, { user, overviewVideo, videos }: StoryOverviewItem): string {
  const link = escapeXml(publicUrl + storyPath(user.userName));
  const texts = [overviewVideo, ...videos].map((video) => video?.transcript ?? '');
  const description = excerpt(texts.find((text) => text !== '') ?? '', FEED_EXCERPT);
  return [
    '<item>',
    `<title>${escapeXml(`${user.firstName}'s Story`)}</title>`,
    `<link>${link}</link>`,
    `<guid isPermaLink="true">${link}</guid>`,
    `<description>${escapeXml(description)}</description>`,
    '</item>',
  ].join('');
}
