import { excerpt } from '../../../api/contract/common/excerpt.js';
import { embedAddress, parseHostedVideo } from '../../../api/contract/media/hosted-video.js';
import type { StoryVideo, UserStory } from '../../../api/contract/stories/stories.js';
import { storyPath, videoAnchor } from '../../../api/contract/stories/story-slug.js';
import { storySentence, storyTitle } from '../../../api/contract/stories/story-title.js';
import { type StoryPart, storyParts } from './chapters.js';
import { toWellFormed } from '../../../api/contract/common/older-browsers.js';

/** What search engines and social media say of a story: its own first words, or a sentence when it has none. */
export function storyDescription(story: UserStory): string {
  const words = storyParts(story)
    .map(({ video }) => video.transcript.trim())
    .find((transcript) => transcript !== '');
  return words ? excerpt(words) : storySentence(story.user.firstName);
}

export function storyDocumentTitle(firstName: string): string {
  return `${firstName}'s ME/CFS Story | Watch Now`;
}

interface Site {
  publicUrl: string;
  /** Path of the picture that stands for the story, and for videos without a poster. */
  picture: string;
}

/** What search engines are told of a story: each of its videos as a schema.org VideoObject with its transcript, words as an Article. */
export function storyStructuredData(story: UserStory, site: Site): object {
  const parts = storyParts(story).map((part) => (part.video.isWritten ? articleOf : videoObjectOf)(story, part, site));
  return { '@context': 'https://schema.org', '@graph': parts };
}

function videoObjectOf(story: UserStory, part: StoryPart, { publicUrl, picture }: Site): object {
  const { video } = part;
  return {
    '@type': 'VideoObject',
    ...described(story, part, publicUrl),
    thumbnailUrl: publicUrl + (video.posterUrl ?? picture),
    ...(video.durationSeconds !== null && { duration: isoDuration(video.durationSeconds) }),
    uploadDate: video.publishedAt,
    ...whereItPlays(video, publicUrl),
    ...(video.transcript !== '' && { transcript: toWellFormed(video.transcript) }),
  };
}

function articleOf(story: UserStory, part: StoryPart, { publicUrl, picture }: Site): object {
  const { name: headline, ...rest } = described(story, part, publicUrl);
  return {
    '@type': 'Article',
    ...rest,
    headline,
    author: { '@type': 'Person', name: toWellFormed(story.user.firstName) },
    image: publicUrl + picture,
    datePublished: part.video.publishedAt,
    articleBody: toWellFormed(part.video.transcript),
  };
}

function described(story: UserStory, { video, title }: StoryPart, publicUrl: string) {
  const { firstName, userName } = story.user;
  const address = publicUrl + storyPath(userName) + videoAnchor(video.id);
  return {
    '@id': address,
    name: toWellFormed(`${storyTitle(firstName)}: ${title}`),
    description: toWellFormed(excerpt(video.transcript) || storyDescription(story)),
    url: address,
  };
}

/** ISO 8601; a video of no length would be none. */
function isoDuration(seconds: number): string {
  return `PT${Math.max(1, Math.round(seconds))}S`;
}

/** A file, or the player of the host where the video stands; nothing while it is being prepared. */
function whereItPlays({ videoUrl, mimeType, fileSize }: StoryVideo, publicUrl: string): object {
  if (videoUrl === null) return {};
  const hosted = mimeType === null ? parseHostedVideo(videoUrl) : null;
  if (hosted) return { embedUrl: embedAddress(hosted) };
  return { contentUrl: new URL(videoUrl, publicUrl).href, contentSize: String(fileSize), encodingFormat: mimeType };
}

/** JSON as the content of a script element: no text in it can end the element or begin a comment. */
export function toScriptJson(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
