import { fileTypeFromFile } from 'file-type';
import { isIntactContainer } from './container-check.js';
import { findMediaType, isPlayableSound, type MediaFamily, type MediaType } from './media-types.js';
import type { TranscodeLine } from './transcode-line.js';

/** Program streams of MPEG-1 and MPEG-2 are one media type, and so is sound in Ogg, however it is coded. */
const NAMED_OTHERWISE: Record<string, string> = {
  'video/MP1S': 'video/mpeg',
  'video/MP2P': 'video/mpeg',
  'audio/ogg; codecs=opus': 'audio/ogg',
};

export type WantedMedia = 'image' | 'video' | 'media' | 'recording' | 'scan';

interface Wanted {
  families: MediaFamily[];
  /** For a refusal. */
  name: string;
  /** In which a video waits to be prepared. */
  line: TranscodeLine;
}

/** What a file may be where it is wanted: of finished videos, among what anyone sends, as an answer, of a paper. */
export const WANTED_MEDIA: Record<WantedMedia, Wanted> = {
  image: { families: ['image'], name: 'a picture', line: 'public' },
  video: { families: ['video'], name: 'a video', line: 'staff' },
  media: { families: ['image', 'video'], name: 'a picture or a video', line: 'public' },
  scan: { families: ['image', 'document'], name: 'a picture or a PDF', line: 'staff' },
  recording: { families: ['video', 'audio'], name: 'a video or a sound recording', line: 'participant' },
};

/** The media type of a file that holds nothing but sound that every browser plays; null for anything else. */
export async function sniffSound(path: string): Promise<string | null> {
  const found = await fileTypeFromFile(path);
  return found && isPlayableSound(found.mime) && (await isIntactContainer(path, found.ext)) ? found.mime : null;
}

/** What a file is by its bytes, whatever its sender claims. Null: nothing that is accepted (SVG, HTML, text, …). */
export async function sniffMedia(path: string): Promise<MediaType | null> {
  const type = await sniffHead(path);
  return type && (await isIntactContainer(path, type.extension)) ? type : null;
}

/** What a file is by its beginning, whatever follows. */
async function sniffHead(path: string): Promise<MediaType | null> {
  const found = await fileTypeFromFile(path);
  return found ? findMediaType(NAMED_OTHERWISE[found.mime] ?? found.mime) : null;
}

/** Behind the name of a file for which `sniffWanted` returned null: why it is not kept. */
export async function refusalOf(path: string, wanted: WantedMedia): Promise<string> {
  const { families, name } = WANTED_MEDIA[wanted];
  const type = await sniffHead(path);
  const isCut = type && families.includes(type.family) && !(await isIntactContainer(path, type.extension));
  return isCut
    ? 'ends too early, or it is damaged. Please send it again.'
    : `is not ${name} of a kind that we can keep.`;
}

/** What a file is by its bytes, where that is wanted; else null. */
export async function sniffWanted(path: string, wanted: WantedMedia): Promise<MediaType | null> {
  const type = await sniffMedia(path);
  return type && WANTED_MEDIA[wanted].families.includes(type.family) ? type : null;
}
