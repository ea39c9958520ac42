import { GUARDIAN_PATH } from '../../../contract/consent/consent.js';
import { LISTEN_VOICES_MAX, STORY_VOICES } from '../../../contract/common/limits.js';
import { listenPath } from '../../../contract/stories/listen.js';
import { PRIVACY, PRIVACY_VERSIONS, privacyPath, privacyVersionPath } from '../../../contract/consent/privacy.js';
import { UPLOAD_PATH } from '../../../contract/people/public-uploads.js';
import type { InterviewQuestion } from '../../../contract/interview/questions.js';
import { HELP_PATH } from '../../../contract/people/helpers.js';
import { RELEASE_LINK_PATH } from '../../../contract/videos/releases.js';
import { MY_STORY_PATH } from '../../../contract/stories/my-story.js';
import { ONE_MOMENT_PATH } from '../../../contract/pages.js';
import { RESUME_PATH } from '../../../contract/people/resume.js';
import { STAFF_LINK_PATH } from '../../../contract/staff/staff.js';
import { galleryPath, storyPath } from '../../../contract/stories/story-slug.js';
import type { Publication } from '../../stories/shown-video.js';
import { valueHash } from '../tree/content-hash.js';
import {
  captionsFile,
  FEED_FILE,
  LANDING_FILE,
  NOT_FOUND_FILE,
  pageFile,
  PLAIN_LANDING_FILE,
  STORY_NOT_FOUND_FILE,
  storyFile,
} from './addresses.js';
import { type GalleryBlock, galleryBlocks, stretches } from './blocks.js';
import {
  type DesiredFile,
  type FileSource,
  inputsKey,
  NO_CONTENT,
  type PlainPage,
  storyContentKey,
} from './desired-file.js';
import { sharePicturePath } from './desired-media.js';
import { neighbours, newestStories } from './neighbours.js';
import { remembered } from './remembered.js';
import { FEED_VERSION, type GoneStory, type SitemapPage } from './feeds.js';
import { latestChange, type MakeFeed, sitemaps } from './sitemaps.js';

/** Has to be raised when captions are written otherwise than before. */
const CAPTIONS_VERSION = '1';

const FEED_STORIES = 48;

/** The stories that the feed tells of, the newest first. */
export function feedStories(ascending: Publication[]): Publication[] {
  return newestStories(
    ascending.filter(({ isUnlisted }) => !isUnlisted),
    FEED_STORIES,
  );
}

type FixedPage = Exclude<PlainPage, 'admin-link'>;

/** Pages of which there is one, at an address of its own, whoever is public. */
const FIXED_PAGES: Record<FixedPage, string> = {
  interview: '/interview',
  resume: RESUME_PATH,
  'save-progress': '/save-progress',
  upload: UPLOAD_PATH,
  guardian: GUARDIAN_PATH,
  help: HELP_PATH,
  release: RELEASE_LINK_PATH,
  test24: '/test24',
  'one-moment': ONE_MOMENT_PATH,
  admin: '/admin',
  admin2: '/admin2',
  admin3: '/admin3',
  admin4: '/admin4',
  'my-story': MY_STORY_PATH,
};

type MakePage = (
  source: FileSource & { address: string },
  content?: string,
  about?: DesiredFile['about'],
) => DesiredFile;

/** What the feed calls the stories that it tells of, by their person, and those that are not public any more. */
export interface FeedNames {
  ids: ReadonlyMap<string, string>;
  gone: GoneStory[];
}

export interface PagesInputs {
  /** The public stories by their number; those found by their link alone stand on no page but their own. */
  ascending: Publication[];
  /** Of all that shapes pages beside the stories. */
  templateKey: string;
  /** Of the interview. */
  questions: InterviewQuestion[];
  feedNames: FeedNames;
  /** Producers have accounts, and links are mailed to them. */
  staffAccounts: boolean;
}

/** Every page and feed of the site. */
export function desiredPages({
  ascending,
  templateKey,
  questions,
  feedNames,
  staffAccounts,
}: PagesInputs): DesiredFile[] {
  const page: MakePage = (source, content = NO_CONTENT, about) => desiredPage(templateKey, source, content, about);
  const feed: MakeFeed = (path, source, content = NO_CONTENT, about) => {
    return { path, kind: 'feed', inputs: inputsKey(content, templateKey), about, source };
  };
  const listed = ascending.filter(({ isUnlisted }) => !isUnlisted);
  const galleries = galleryBlocks(listed);
  const heardIds = [...new Set(listed.flatMap(({ heardQuestionIds }) => heardQuestionIds))].toSorted((a, b) => a - b);
  const newest = newestStories(listed, STORY_VOICES);
  return [
    ...landing(listed, page),
    ...Object.entries(FIXED_PAGES).map(([make, address]) => page({ make: make as FixedPage, address })),
    ...privacyPages(page),
    ...(staffAccounts ? [page({ make: 'admin-link', address: STAFF_LINK_PATH })] : []),
    page({ make: 'not-found', address: '/404', isStory: false }),
    page({ make: 'not-found', address: '/404', isStory: true }),
    ...storyPages(listed, heardIds, templateKey),
    ...ascending.filter(({ isUnlisted }) => isUnlisted).map((story) => storyPage(story, newest, heardIds, templateKey)),
    ...stretches(ascending).flatMap((stories) => besideStories(stories, templateKey)),
    ...galleries.map(({ block, stories, ...numbers }) => galleryFile(stories, block, numbers, heardIds, templateKey)),
    ...listenPages(listed, questions, page),
    ...feeds(listed, otherPages(galleries, listed, questions), feedNames, feed),
  ];
}

function desiredPage(
  templateKey: string,
  source: FileSource & { address: string },
  content: string,
  about?: DesiredFile['about'],
): DesiredFile {
  return { path: fileOf(source), kind: 'page', inputs: inputsKey(content, templateKey), about, source };
}

function fileOf(source: FileSource & { address: string }): string {
  if (source.make === 'not-found') return source.isStory ? STORY_NOT_FOUND_FILE : NOT_FOUND_FILE;
  const isPlainLanding = source.make === 'landing' && source.participantIds.length === 0;
  return isPlainLanding ? PLAIN_LANDING_FILE : pageFile(source.address);
}

/** With the newest people, and without anybody; before there are any, the two are the same. */
function landing(ascending: Publication[], page: MakePage): DesiredFile[] {
  const newest = newestStories(ascending);
  const participantIds = newest.map(({ participantId }) => participantId);
  const plain = page({ make: 'landing', address: '/', participantIds: [] });
  if (newest.length === 0) return [plain, { ...plain, path: LANDING_FILE }];
  const about = { shows: newest.map(({ userName }) => userName) };
  return [plain, page({ make: 'landing', address: '/', participantIds }, valueHash(contentsOf(newest)), about)];
}

/** The words that hold now, in both forms, and every version at an address of its own. */
function privacyPages(page: MakePage): DesiredFile[] {
  const { version } = PRIVACY;
  return [
    page({ make: 'privacy', address: privacyPath(), form: 'full', version }),
    page({ make: 'privacy', address: privacyPath('easy'), form: 'easy', version }),
    ...PRIVACY_VERSIONS.map((known) => {
      const address = privacyVersionPath(known.version);
      return page({ make: 'privacy', address, form: 'version', version: known.version });
    }),
  ];
}

/** @param listed by their number */
function storyPages(listed: Publication[], heardIds: number[], templateKey: string): DesiredFile[] {
  let end = 0;
  return stretches(listed).flatMap((stories) => {
    const begin = end;
    end += stories.length;
    if (begin >= STORY_VOICES) return laterPages(listed.slice(begin - STORY_VOICES, end), heardIds, templateKey);
    // The very first ones name some that came after them.
    return stories.map((story, index) => storyPage(story, neighbours(listed, begin + index), heardIds, templateKey));
  });
}

/** Of stories after those which the first of them name. */
const laterPages = remembered((stories, heardIds: number[], templateKey: string) =>
  stories
    .slice(STORY_VOICES)
    .map((story, index) => storyPage(story, neighbours(stories, STORY_VOICES + index), heardIds, templateKey)),
);

/** @param withPage the questions that have a page of voices */
function storyPage(
  publication: Publication,
  voices: Publication[],
  withPage: number[],
  templateKey: string,
): DesiredFile {
  const { participantId, userName, contentKey, sequence, isUnlisted, heardQuestionIds } = publication;
  const heardIds = heardQuestionIds.filter((id) => withPage.includes(id));
  const sharePicture = sharePicturePath(publication);
  const voiceIds = voices.map((voice) => voice.participantId);
  const about = { story: userName, sequence, shows: voices.map((voice) => voice.userName) };
  const address = storyPath(userName);
  const source = { make: 'story', address, participantId, voiceIds, sharePicture, isUnlisted, heardIds } as const;
  return desiredPage(templateKey, source, storyContentKey(contentKey, valueHash(contentsOf(voices), heardIds)), about);
}

/** What stories have beside their pages. */
const besideStories = remembered((stories, templateKey: string) =>
  stories.flatMap((story) => [...storyCaptions(story), ...formerAddresses(story, templateKey)]),
);

function storyCaptions({ participantId, userName, contentKey, timedVideoIds }: Publication): DesiredFile[] {
  return timedVideoIds.map((videoId) => ({
    path: captionsFile(userName, videoId),
    kind: 'captions',
    inputs: inputsKey(contentKey, CAPTIONS_VERSION),
    about: { story: userName },
    source: { make: 'captions', participantId, videoId },
  }));
}

/** A page at each of them that leads on: it works on any web server. */
function formerAddresses(
  { participantId, userName, formerUserNames }: Publication,
  templateKey: string,
): DesiredFile[] {
  const leadsTo = storyPath(userName);
  return formerUserNames.map((former) => ({
    path: storyFile(former),
    kind: 'redirect',
    inputs: inputsKey(valueHash(leadsTo), templateKey),
    about: { story: userName, leadsTo },
    source: { make: 'redirect', participantId, leadsTo },
  }));
}

type GalleryNumbers = Omit<GalleryBlock, 'block' | 'stories'>;

const galleryFile = remembered(
  (stories, block: number, numbers: GalleryNumbers, heardIds: number[], templateKey: string): DesiredFile => {
    const participantIds = stories.map(({ participantId }) => participantId);
    const address = galleryPath(numbers.number);
    const source = { make: 'gallery', address, ...numbers, participantIds, heardIds } as const;
    return desiredPage(templateKey, source, valueHash(numbers, heardIds, contentsOf(stories)), { block });
  },
);

/** Whoever answered a question so that it can be heard, the newest first. */
function heardOn({ id }: InterviewQuestion, ascending: Publication[]): Publication[] {
  const heard: Publication[] = [];
  for (let at = ascending.length - 1; at >= 0 && heard.length < LISTEN_VOICES_MAX; at--) {
    if (ascending[at]!.heardQuestionIds.includes(id)) heard.push(ascending[at]!);
  }
  return heard;
}

function listenPages(ascending: Publication[], questions: InterviewQuestion[], page: MakePage): DesiredFile[] {
  return questions.flatMap((question) => {
    const heard = heardOn(question, ascending);
    if (heard.length === 0) return [];
    const participantIds = heard.map(({ participantId }) => participantId);
    const source = { make: 'listen', address: listenPath(question), questionId: question.id, participantIds } as const;
    return page(source, valueHash(contentsOf(heard)), {
      shows: heard.map(({ userName }) => userName),
    });
  });
}

function feeds(
  ascending: Publication[],
  pages: SitemapPage[],
  { ids, gone }: FeedNames,
  feed: MakeFeed,
): DesiredFile[] {
  const newest = feedStories(ascending);
  const participantIds = newest.map(({ participantId }) => participantId);
  const newestIds = Object.fromEntries(participantIds.flatMap((id) => (ids.has(id) ? [[id, ids.get(id)!]] : [])));
  return [
    feed('robots.txt', { make: 'robots' }),
    ...sitemaps(ascending, pages, feed),
    feed(
      FEED_FILE,
      { make: 'feed', participantIds, ids: newestIds, gone },
      valueHash(contentsOf(newest), FEED_VERSION, newestIds, gone),
    ),
  ];
}

/** Those that search engines should know beside the stories. */
function otherPages(blocks: GalleryBlock[], ascending: Publication[], questions: InterviewQuestion[]): SitemapPage[] {
  const galleries = blocks.map(({ number, stories }) => ({
    address: galleryPath(number),
    changedAt: latestChange(stories),
  }));
  const listening = questions.flatMap((question) => {
    const heard = heardOn(question, ascending);
    return heard.length > 0 ? [{ address: listenPath(question), changedAt: latestChange(heard) }] : [];
  });
  const privacy = [{ address: privacyPath() }, { address: privacyPath('easy') }];
  return [{ address: '/' }, ...privacy, ...galleries, ...listening];
}

function contentsOf(publications: readonly Publication[]): string[][] {
  return publications.map(({ userName, contentKey }) => [userName, contentKey]);
}
