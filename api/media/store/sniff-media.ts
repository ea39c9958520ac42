import { fileTypeFromFile } from 'file-type';
import { isIntactContainer } from './container-check.js';
import { findMediaType, isPlayableSound, type MediaType } from './media-types.js';

/** Program streams of MPEG-1 and MPEG-2 are one media type, and so is sound in Ogg, however it is coded. */
const NAMED_OTHERWISE: Record<string, string> = {
  'video/MP1S': 'video/mpeg',
  'video/MP2P': 'video/mpeg',
  'audio/ogg; codecs=opus': 'audio/ogg',
};

/** The media type of a file that holds nothing but sound that every browser plays; null for anything else. */
export async function sniffSound(path: string): Promise<string | null> {
  const found = await fileTypeFromFile(path);
  return found && isPlayableSound(found.mime) && (await isIntactContainer(path, found.ext)) ? found.mime : null;
}

/** What a file is by its bytes, whatever its sender claims. Null: nothing that is accepted (SVG, HTML, text, …). */
export async function sniffMedia(path: string): Promise<MediaType | null> {
  const found = await fileTypeFromFile(path);
  const type = found ? findMediaType(NAMED_OTHERWISE[found.mime] ?? found.mime) : null;
  return type && (await isIntactContainer(path, type.extension)) ? type : null;
}
