import { OLD_ASSETS_KEPT_MS } from '../../../contract/common/limits.js';
import { storyPath } from '../../../contract/stories/story-slug.js';
import { type Publication, publicMediaPath, type ShownMedia } from '../../stories/shown-video.js';
import type { SiteFile } from '../tree/site-file.js';
import { SHARE_PICTURE_VERSION } from '../pictures/draw-share-picture.js';
import { valueHash } from '../tree/content-hash.js';
import { HASHED_ASSETS_FOLDER, publicFile, storyFile } from './addresses.js';
import { type DesiredFile, inputsKey, isOwnContent } from './desired-file.js';
import { remembered } from './remembered.js';
import { stretches } from './blocks.js';
import type { BuildAsset } from './site-build.js';

type Files = ReadonlyMap<string, SiteFile>;

export function desiredAssets(assets: BuildAsset[]): DesiredFile[] {
  return assets.map(({ path, from, hash }) => ({
    path,
    kind: 'asset',
    inputs: inputsKey(hash, ''),
    source: { make: 'asset', from },
  }));
}

/**
 * Assets of earlier builds that stay for a while, so that a page that is open in a browser keeps working:
 * by path, each with the time when it was first no longer built.
 */
export function staleAssets(files: Files, built: ReadonlySet<string>, now: Date): Map<string, SiteFile> {
  const stale = new Map<string, SiteFile>();
  for (const [path, file] of files) {
    if (file.kind !== 'asset' || built.has(path) || !path.startsWith(HASHED_ASSETS_FOLDER)) continue;
    const staleAt = file.staleAt ?? now.toISOString();
    if (now.getTime() - Date.parse(staleAt) < OLD_ASSETS_KEPT_MS) stale.set(path, { ...file, staleAt });
  }
  return stale;
}

const pagesOf = remembered((stories) => stories.map(({ userName }) => storyFile(userName)));

/** The stories whose content is not what their page was made from; only theirs has to be read anew. */
export function changedStories(publications: Publication[], files: Files): Publication[] {
  return stretches(publications).flatMap((stories) => {
    const pages = pagesOf(stories);
    return stories.filter(({ contentKey }, at) => {
      const page = files.get(pages[at]!);
      return !page || !isOwnContent(page.inputs, contentKey);
    });
  });
}

export function desiredMedia(shown: ShownMedia[]): DesiredFile[] {
  return shown.map(({ userName, videoId, file }) => ({
    path: publicFile(publicMediaPath(videoId, file.mimeType)),
    kind: 'media',
    // What the manifest knows of its story has to follow a corrected name.
    inputs: inputsKey(`${file.id}:${userName}`, ''),
    about: { mimeType: file.mimeType, story: userName },
    source: { make: 'media', file },
  }));
}

/** Whether it is of a story whose content has not changed. */
export function isUnchangedMedia({ kind, story }: SiteFile, unchanged: ReadonlySet<string>): boolean {
  return kind === 'media' && story !== undefined && unchanged.has(story);
}

/**
 * Address of the picture that stands for a story where a link is shared. It changes with what is drawn, because
 * networks keep what they have seen at an address. Stories of the same name without a poster share one.
 */
export function sharePicturePath({ firstName, posterId, userName }: Publication): string {
  return posterId === null
    ? `/stories/names/${valueHash(firstName)}.jpg`
    : `${storyPath(userName)}/${valueHash(firstName, posterId)}.jpg`;
}

export function desiredPictures(publications: Publication[]): DesiredFile[] {
  return onceEach(stretches(publications).flatMap((stories) => picturesOf(stories)));
}

const picturesOf = remembered((stories) => onceEach(stories.map(pictureOf)));

function onceEach(files: DesiredFile[]): DesiredFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

function pictureOf(publication: Publication): DesiredFile {
  const { firstName, posterId, userName } = publication;
  return {
    path: publicFile(sharePicturePath(publication)),
    kind: 'picture',
    inputs: inputsKey(valueHash(firstName, posterId), SHARE_PICTURE_VERSION),
    about: posterId === null ? undefined : { story: userName },
    source: { make: 'share-picture', firstName, posterId },
  };
}
