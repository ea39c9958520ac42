import { fileTypeFromBuffer } from 'file-type';
import { Injectable } from '@nestjs/common';
import {
  HEIC_MAX_PIXELS,
  PHOTO_LARGE_EDGE_PX,
  PHOTO_MAX_PIXELS,
  PHOTO_MEDIUM_EDGE_PX,
  PHOTO_THUMBNAIL_EDGE_PX,
} from '../../contract/common/limits.js';
import { AppError } from '../../platform/http/app-error.js';
import { findMediaType, isHeic } from '../store/media-types.js';
import { DecoderUnavailable, PictureDecoder, PictureProblem } from './picture-decoder.js';
import type { PictureOutput } from './picture-job.js';

const SHOWN_QUALITY = 82;
const THUMBNAIL_QUALITY = 70;

/** Of every rendered picture. Measured at 1600 pixels: AVIF saves a quarter of the bytes for three times the work. */
export const RENDERED_IMAGE = { mimeType: 'image/webp', extension: 'webp' } as const;

const LARGE = webp(PHOTO_LARGE_EDGE_PX, SHOWN_QUALITY);
const MEDIUM = webp(PHOTO_MEDIUM_EDGE_PX, SHOWN_QUALITY);
const THUMBNAIL = webp(PHOTO_THUMBNAIL_EDGE_PX, THUMBNAIL_QUALITY);
const POSTER: PictureOutput = { format: 'jpeg', width: 1280, height: 1280, quality: 80 };

interface RenderedImage {
  large: Buffer;
  medium: Buffer;
  thumbnail: Buffer;
}

/** Pictures of strangers, made into ours; none of their bytes is decoded in this process. */
@Injectable()
export class Images {
  constructor(private readonly decoder: PictureDecoder) {}

  /**
   * Renders a picture for showing: the first one of several, upright, in sRGB, without metadata (place, camera), never
   * enlarged. Refuses what cannot be decoded whole (415) and what has too many pixels (413); 503 when this machine cannot
   * decode anything now.
   */
  async renderImage(path: string, mimeType: string): Promise<RenderedImage> {
    const heicPixelsMax = isHeic(mimeType) ? HEIC_MAX_PIXELS : null;
    const job = { heicPixelsMax, pixelsMax: PHOTO_MAX_PIXELS, outputs: [LARGE, MEDIUM, THUMBNAIL] };
    try {
      const [large, medium, thumbnail] = await this.decoder.decode(path, job);
      return { large: large!, medium: medium!, thumbnail: thumbnail! };
    } catch (error) {
      throw toRefusal(error, mimeType);
    }
  }

  /** The poster of a video as JPEG, which whoever shows a preview of a link can read; from a picture made by our tools. */
  renderPoster(path: string): Promise<Buffer> {
    return this.renderOne(path, POSTER, { isAlone: true });
  }

  /**
   * As `renderPoster`, from bytes of elsewhere.
   * @throws Error when they are no picture of a kind that is accepted, damaged, or of too many pixels
   */
  async renderForeignPoster(bytes: Buffer): Promise<Buffer> {
    const type = await fileTypeFromBuffer(bytes);
    if (findMediaType(type?.mime ?? '')?.family !== 'image') throw new Error('This is no picture.');
    return this.renderOne(bytes, POSTER);
  }

  /** The pixels of a poster, cut to a size: red, green, blue and opacity of each, a byte each. */
  readPixels(path: string, { width, height }: { width: number; height: number }): Promise<Buffer> {
    return this.renderOne(path, { format: 'pixels', width, height });
  }

  private async renderOne(
    source: string | Buffer,
    output: PictureOutput,
    options?: { isAlone: boolean },
  ): Promise<Buffer> {
    const job = { heicPixelsMax: null, pixelsMax: PHOTO_MAX_PIXELS, outputs: [output] };
    const [made] = await this.decoder.decode(source, job, options);
    return made!;
  }
}

function webp(edge: number, quality: number): PictureOutput {
  return { format: 'webp', width: edge, height: edge, quality };
}

function toRefusal(error: unknown, mimeType: string): unknown {
  if (error instanceof DecoderUnavailable) {
    const message = 'Pictures cannot be prepared just now. Please try again in a few minutes.';
    return new AppError(503, 'pictures_unavailable', message);
  }
  if (!(error instanceof PictureProblem)) return error;
  if (error.code === 'too_many_pixels') {
    const limit = isHeic(mimeType) ? HEIC_MAX_PIXELS : PHOTO_MAX_PIXELS;
    return new AppError(413, 'too_many_pixels', `This picture has more than ${limit / 1_000_000} megapixels.`);
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
