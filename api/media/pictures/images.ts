import sharp, { type Sharp } from 'sharp';
import { PHOTO_DISPLAY_MAX_EDGE_PX, PHOTO_MAX_PIXELS } from '../contract/limits.js';
import { AppError } from '../http/app-error.js';
import { isHeic } from './media-types.js';

// No picture is rendered twice, and a cached one would keep its removed file on the disk.
sharp.cache(false);

const THUMBNAIL_MAX_EDGE_PX = 480;
const DISPLAY_QUALITY = 82;
const THUMBNAIL_QUALITY = 70;
const POSTER_MAX_EDGE_PX = 1280;
const POSTER_QUALITY = 80;

/** Of every rendered picture. */
export const RENDERED_IMAGE = { mimeType: 'image/webp', extension: 'webp' } as const;

interface RenderedImage {
  display: Buffer;
  thumbnail: Buffer;
}

/**
 * Renders a picture for showing: upright, in sRGB, without metadata (place, camera), never enlarged.
 * Refuses what cannot be decoded whole (415) and what has too many pixels (413).
 */
export function renderImage(path: string, mimeType: string): Promise<RenderedImage> {
  return render(path, mimeType, async (image) => {
    const [display, thumbnail] = await Promise.all([toDisplay(image), toThumbnail(image)]);
    return { display, thumbnail };
  });
}

/** As `renderImage`, but only the picture to show. */
export function renderDisplay(source: string | Buffer, mimeType: string): Promise<Buffer> {
  return render(source, mimeType, toDisplay);
}

/** The poster of a video as JPEG, which whoever shows a preview of a link can read; from a picture made by our own tools. */
export function renderPoster(path: string): Promise<Buffer> {
  const edge = POSTER_MAX_EDGE_PX;
  const fitting = sharp(path).resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });
  return fitting.jpeg({ quality: POSTER_QUALITY, mozjpeg: true }).toBuffer();
}

async function render<T>(source: string | Buffer, mimeType: string, work: (image: Sharp) => Promise<T>): Promise<T> {
  // Only truncation and real faults: many phones write harmless oddities.
  const image = sharp(source, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: 'error' }).autoOrient();
  try {
    return await work(image);
  } catch (error) {
    throw toRefusal(error, mimeType);
  }
}

function toDisplay(image: Sharp): Promise<Buffer> {
  return webp(image, PHOTO_DISPLAY_MAX_EDGE_PX, DISPLAY_QUALITY);
}

function toThumbnail(image: Sharp): Promise<Buffer> {
  return webp(image, THUMBNAIL_MAX_EDGE_PX, THUMBNAIL_QUALITY);
}

function webp(image: Sharp, maxEdge: number, quality: number): Promise<Buffer> {
  return image
    .clone()
    .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer();
}

function toRefusal(error: unknown, mimeType: string): AppError {
  if (error instanceof Error && error.message.includes('exceeds pixel limit')) {
    const megapixels = PHOTO_MAX_PIXELS / 1_000_000;
    return new AppError(413, 'too_many_pixels', `This picture has more than ${megapixels} megapixels.`);
  }
  if (isHeic(mimeType)) {
    return new AppError(
      415,
      'heic_not_supported',
      'This picture is in the HEIC format, which we cannot read. Please save it as a JPEG and choose it again.',
    );
  }
  return new AppError(415, 'damaged_image', 'This picture is damaged and cannot be opened. Please choose another one.');
}
