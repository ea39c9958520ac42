import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import {
  PHOTO_LARGE_EDGE_PX,
  PHOTO_MAX_PIXELS,
  PHOTO_MEDIUM_EDGE_PX,
  PHOTO_THUMBNAIL_EDGE_PX,
} from '../../contract/limits.js';
import { AppError } from '../../http/app-error.js';
import { findMediaType, isHeic } from '../media-types.js';
import { decodeHeic, TooManyPixels } from './decode-heic.js';

// No picture is rendered twice, and a cached one would keep its removed file on the disk.
sharp.cache(false);

const SHOWN_QUALITY = 82;
const THUMBNAIL_QUALITY = 70;
const POSTER_MAX_EDGE_PX = 1280;
const POSTER_QUALITY = 80;

/** Of every rendered picture. Measured at 1600 pixels: AVIF saves a quarter of the bytes for three times the work. */
export const RENDERED_IMAGE = { mimeType: 'image/webp', extension: 'webp' } as const;

interface RenderedImage {
  large: Buffer;
  medium: Buffer;
  thumbnail: Buffer;
}

/**
 * Renders a picture for showing: the first one of several, upright, in sRGB, without metadata (place, camera), never
 * enlarged. Refuses what cannot be decoded whole (415) and what has too many pixels (413).
 */
export async function renderImage(path: string, mimeType: string): Promise<RenderedImage> {
  try {
    return await renderSizes(isHeic(mimeType) ? await decodeHeic(path) : path);
  } catch (error) {
    throw toRefusal(error, mimeType);
  }
}

/** The poster of a video as JPEG, which whoever shows a preview of a link can read; from a picture made by our own tools. */
export function renderPoster(path: string): Promise<Buffer> {
  return toPoster(sharp(path));
}

/**
 * As `renderPoster`, from bytes of elsewhere.
 * @throws Error when they are no picture of a kind that is accepted, damaged, or of too many pixels
 */
export async function renderForeignPoster(bytes: Buffer): Promise<Buffer> {
  const type = await fileTypeFromBuffer(bytes);
  if (findMediaType(type?.mime ?? '')?.family !== 'image') throw new Error('This is no picture.');
  return toPoster(sharp(bytes, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: 'error' }).autoOrient());
}

function toPoster(image: Sharp): Promise<Buffer> {
  const edge = POSTER_MAX_EDGE_PX;
  const fitting = image.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });
  return fitting.jpeg({ quality: POSTER_QUALITY, mozjpeg: true }).toBuffer();
}

async function renderSizes(source: string | Buffer): Promise<RenderedImage> {
  // Only truncation and real faults: many phones write harmless oddities.
  const image = sharp(source, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: 'error' }).autoOrient();
  const [large, medium, thumbnail] = await Promise.all([
    webp(image, PHOTO_LARGE_EDGE_PX, SHOWN_QUALITY),
    webp(image, PHOTO_MEDIUM_EDGE_PX, SHOWN_QUALITY),
    webp(image, PHOTO_THUMBNAIL_EDGE_PX, THUMBNAIL_QUALITY),
  ]);
  return { large, medium, thumbnail };
}

function webp(image: Sharp, maxEdge: number, quality: number): Promise<Buffer> {
  return image
    .clone()
    .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer();
}

function toRefusal(error: unknown, mimeType: string): AppError {
  const tooMany = error instanceof TooManyPixels ? error.limit : exceedsLimit(error) && PHOTO_MAX_PIXELS;
  if (tooMany) {
    return new AppError(413, 'too_many_pixels', `This picture has more than ${tooMany / 1_000_000} megapixels.`);
  }
  if (isHeic(mimeType)) {
    return new AppError(
      415,
      'heic_not_supported',
      'This picture is in the HEIC format, and we cannot read it. Please save it as a JPEG and choose it again.',
    );
  }
  return new AppError(415, 'damaged_image', 'This picture is damaged and cannot be opened. Please choose another one.');
}

function exceedsLimit(error: unknown): boolean {
  return error instanceof Error && error.message.includes('exceeds pixel limit');
}
