import { fileTypeFromFile } from 'file-type';
import { isSoundContainer } from './container-check.js';
import { findMediaType, type MediaType } from './media-types.js';

/** Program streams of MPEG-1 and MPEG-2 are one media type. */
const NAMED_OTHERWISE: Record<string, string> = { 'video/MP1S': 'video/mpeg', 'video/MP2P': 'video/mpeg' };

/** What a file is by its bytes, whatever its sender claims. Null: nothing that is accepted (SVG, HTML, text, …). */
export async function sniffMedia(path: string): Promise<MediaType | null> {
  const found = await fileTypeFromFile(path);
  const type = found ? findMediaType(NAMED_OTHERWISE[found.mime] ?? found.mime) : null;
  return type && (await isSoundContainer(path, type.extension)) ? type : null;
}
