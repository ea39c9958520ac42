import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import type { PictureSize } from '../../contract/people/photos.js';
import { AppError } from '../../platform/http/app-error.js';
import type { MediaFile } from '../store/media-file.entity.js';
import { MediaService } from '../store/media.service.js';
import { type MadeFile, NewMediaService } from '../store/new-media.service.js';
import type { FinishedFile } from '../store/temporary-file.js';
import { Images, RENDERED_IMAGE } from './images.js';
import type { Picture } from './picture.entity.js';
import { PicturesRepository } from './pictures.repository.js';

/** Keeps pictures in the sizes in which they are shown, beside the file as it came. */
@Injectable()
export class PicturesService {
  constructor(
    private readonly pictures: PicturesRepository,
    private readonly media: MediaService,
    private readonly newMedia: NewMediaService,
    private readonly images: Images,
  ) {}

  /**
   * As `NewMediaService.store`, for a picture in all its sizes.
   * @throws AppError 415 when it cannot be decoded, 413 with too many pixels
   */
  store<T>(source: FinishedFile, commit: (file: MediaFile, transaction: Transaction) => Promise<T>): Promise<T> {
    return this.newMedia.storeWith(
      source,
      'image',
      ({ mimeType }) => this.makeSizes(source.path, mimeType),
      async ([original, ...sizes], transaction) => {
        await this.pictures.insert(toPicture(original!, sizes), transaction);
        return commit(original!, transaction);
      },
    );
  }

  /**
   * A picture in one size. Of a file that was taken unseen the sizes are made now, and kept.
   * @throws AppError 415 when it cannot be decoded, 413 with too many pixels
   */
  async find(original: MediaFile, size: PictureSize): Promise<MediaFile> {
    const [known] = await this.pictures.findAll([original.id]);
    return inSize(known ?? (await this.make(original)), size);
  }

  /** Of pictures that were stored, by the id of their file. One that is removed meanwhile is left out. */
  async findAll(originals: MediaFile[], size: PictureSize): Promise<Map<string, MediaFile>> {
    if (originals.length === 0) return new Map();
    const rows = await this.pictures.findAll(originals.map(({ id }) => id));
    return new Map(rows.map((row) => [row.mediaId, inSize(row, size)]));
  }

  /** Two that look at once make it twice; the second is dropped again, and the first is what both see. */
  private async make(original: MediaFile): Promise<Picture> {
    const made = await this.media.withFile(original, (file) => this.makeSizes(file, original.mimeType));
    try {
      return await this.newMedia.storeMade(made, async (sizes, transaction) => {
        const picture = toPicture(original, sizes);
        if (!(await this.pictures.insert(picture, transaction))) throw new Error('Somebody else was faster.');
        return picture;
      });
    } catch (error) {
      const [known] = await this.pictures.findAll([original.id]);
      if (known) return known;
      if ((await this.media.findFile(original.id)) !== null) throw error;
      throw noSuchPhoto();
    }
  }

  private async makeSizes(path: string, mimeType: string): Promise<MadeFile[]> {
    const { large, medium, thumbnail } = await this.images.renderImage(path, mimeType);
    return [large, medium, thumbnail].map((bytes) => ({ bytes, type: RENDERED_IMAGE }));
  }
}

function toPicture({ id }: MediaFile, [large, medium, thumbnail]: MediaFile[]): Picture {
  return {
    mediaId: id,
    largeMediaId: large!.id,
    largeMedia: large!,
    mediumMediaId: medium!.id,
    mediumMedia: medium!,
    thumbnailMediaId: thumbnail!.id,
    thumbnailMedia: thumbnail!,
  };
}

function inSize({ largeMedia, mediumMedia, thumbnailMedia }: Picture, size: PictureSize): MediaFile {
  switch (size) {
    case 'large':
      return largeMedia;
    case 'medium':
      return mediumMedia ?? largeMedia;
    case 'thumbnail':
      return thumbnailMedia;
  }
}

export function noSuchPhoto(): AppError {
  return new AppError(404, 'photo_not_found', 'This photo does not exist.');
}
