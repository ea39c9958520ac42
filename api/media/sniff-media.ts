import { fileTypeFromFile } from 'file-type';
import { isSoundContainer } from './container-check.js';
import { findMediaType, type MediaType } from './media-types.js';

/** What a file is by its bytes, whatever its sender claims. Null: nothing that is accepted (SVG, HTML, text, …). */
export async function sniffMedia(path: string): Promise<MediaType | null> {
  const found = await fileTypeFromFile(path);
  const type = found ? findMediaType(found.mime) : null;
  return type && (await isSoundContainer(path, type.extension)) ? type : null;
}
