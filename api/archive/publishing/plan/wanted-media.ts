import { publicMediaPath } from '../../stories/public-media-path.js';
import type { Publication, ShownMedia } from '../../stories/shown-video.js';
import type { SiteFile } from '../manifest/site-file.js';
import { publicFile, storyFile } from './addresses.js';
import { contentOf, inputsKey } from './inputs-key.js';
import type { WantedFile } from './wanted-file.js';

type Files = ReadonlyMap<string, SiteFile>;

/** The stories whose content is not what their page was made from; only theirs has to be read anew. */
export function changedStories(publications: Publication[], files: Files): Publication[] {
  return publications.filter(({ userName, contentKey }) => {
    const page = files.get(storyFile(userName));
    return !page || contentOf(page.inputs) !== contentKey;
  });
}

export function wantedMedia(shown: ShownMedia[]): WantedFile[] {
  return shown.map(({ userName, videoId, file }) => ({
    path: publicFile(publicMediaPath(videoId, file.mimeType)),
    kind: 'media',
    // What the manifest knows of its story has to follow a corrected name.
    inputs: inputsKey(`${file.id}:${userName}`, ''),
    about: { mimeType: file.mimeType, story: userName },
    source: { make: 'media', file },
  }));
}

/** Paths of the media that stories show whose content has not changed. */
export function unchangedMedia(files: Files, unchanged: ReadonlySet<string>): string[] {
  const paths: string[] = [];
  for (const [path, { kind, story }] of files) {
    if (kind === 'media' && story !== undefined && unchanged.has(story)) paths.push(path);
  }
  return paths;
}
