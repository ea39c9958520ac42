import { fromHelper } from '../participants/added-by-helper.entity.js';
import type { OnlyThese } from '../participants/only-these.js';
import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Request } from 'express';
import type { Transaction } from '../../platform/database/transaction.js';
import { PHOTO_MAX_BYTES, PHOTOS_MAX } from '../../contract/common/limits.js';
import type { KnownPhoto, Photo as PhotoOnTheWire, PictureSize } from '../../contract/people/photos.js';
import { AppError } from '../../platform/http/app-error.js';
import { checkFields } from '../../platform/http/known-fields.js';
import type { MediaFile } from '../../media/store/media-file.entity.js';
import { MediaService } from '../../media/store/media.service.js';
import { noSuchPhoto, PicturesService } from '../../media/renditions/pictures.service.js';
import type { FinishedFile } from '../../media/store/temporary-file.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import { ConsentRules } from '../consent/consent-rules.service.js';
import { WithdrawalLedger } from '../ledger/withdrawal-ledger.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { RequestFiles } from '../../media/uploads/request-files.js';
import { type ClaimUpload, UploadClaims } from '../../media/uploads/upload-claims.js';
import { ownerOf } from '../../media/uploads/upload-owner.js';
import { HELPED_PHOTOS_FULL, PHOTO_REFUSED, PHOTOS_FULL } from '../../contract/common/wordings.js';
import type { Photo } from './photo.entity.js';
import { AddPhotoDto } from './photos.dto.js';
import { type PersonPhotoCount, PhotosRepository } from './photos.repository.js';

/** What a photo is told by its sender, and whence it came. */
type PhotoFields = Pick<Photo, 'participantId' | 'uploadId' | 'filename' | 'originalName' | 'description'>;

/** The photos of a participant's journey: seen, added and removed by nobody else. */
@Injectable()
export class PhotosService {
  private readonly logger = new Logger('Photos');

  constructor(
    private readonly photos: PhotosRepository,
    private readonly participants: ParticipantsService,
    private readonly consentRules: ConsentRules,
    private readonly media: MediaService,
    private readonly pictures: PicturesService,
    private readonly requestFiles: RequestFiles,
    private readonly claims: UploadClaims,
    private readonly ledger: WithdrawalLedger,
  ) {}

  /** With the small pictures, oldest first; without those whose picture is lost. */
  async list(participantId: string): Promise<PhotoOnTheWire[]> {
    const photos = await this.photos.findAllOf(participantId);
    const thumbnails = await this.pictures.findAll(
      photos.map(({ originalMedia }) => originalMedia),
      'thumbnail',
    );
    const shown = await Promise.all(
      photos.map((photo) => this.presentIfThere(photo, thumbnails.get(photo.originalMediaId))),
    );
    return shown.filter((photo) => photo !== null);
  }

  /** Oldest first, also those that `list` leaves out. */
  listKnown(participantId: string): Promise<KnownPhoto[]> {
    return this.photos.findKnownOf(participantId);
  }

  /** With the files as they came, oldest first. */
  findAllOf(participantId: string): Promise<Photo[]> {
    return this.photos.findAllOf(participantId);
  }

  /** A photo of anyone with its file as it came, null when there is none with this id. */
  async find(id: string): Promise<Photo | null> {
    return isUUID(id) ? this.photos.find(id) : null;
  }

  /** Of everyone, also of those who have none. */
  countsByEmail(): Promise<PersonPhotoCount[]> {
    return this.photos.countByEmail();
  }

  countFor(participantId: string, transaction: Transaction): Promise<number> {
    return this.photos.countOf(participantId, transaction);
  }

  /**
   * Reads the request's body and keeps the picture in it, or that of the upload which it names.
   * @throws AppError 409 `photos_full`
   */
  async add(author: SignedInParticipant, request: Request): Promise<PhotoOnTheWire> {
    const limit = { bytes: PHOTO_MAX_BYTES, message: PHOTO_REFUSED };
    await using body = await this.requestFiles.readDataUrl(request, {
      owner: ownerOf(author),
      field: 'imageData',
      limit,
    });
    const {
      originalName,
      filename = originalName,
      description = '',
      uploadId,
    } = await checkFields(AddPhotoDto, body.fields);
    const participantId = author.id;
    const fields = { participantId, filename, originalName, description };
    if (body.file) return await this.present(await this.keep(author, body.file, { ...fields, uploadId: null }));
    if (uploadId === undefined) throw new AppError(400, 'photo_missing', 'The picture is missing.');
    const photo = await this.claims.claim<Photo>(
      ownerOf(author),
      uploadId,
      (file, claim) => this.keep(author, file, { ...fields, uploadId }, claim),
      () =>
        this.photos.findOf(participantId, {
          uploadId,
          ...(author.helperLinkId && { helperLinkId: author.helperLinkId }),
        }),
    );
    return await this.present(photo);
  }

  /** The picture to show, upright and without metadata. */
  async findPicture(participantId: string, photoId: string, size: PictureSize): Promise<MediaFile> {
    return this.pictures.find((await this.requireOwn(participantId, photoId)).originalMedia, size);
  }

  async remove(author: SignedInParticipant, photoId: string): Promise<void> {
    const { id, originalMediaId } = await this.requireOwn(author.id, photoId);
    await this.participants.change(author, async (transaction) => {
      if (!(await this.photos.remove(id, transaction))) return;
      await this.media.scheduleRemoval([originalMediaId], transaction);
      await this.ledger.append({ kind: 'removed', participantId: author.id, id: originalMediaId });
    });
    await this.media.sweepDeletions();
  }

  /** Says again what the ledger knows, of what an older database has still; within a transaction. */
  async repeatRemoval(participantId: string, mediaId: string, transaction: Transaction): Promise<boolean> {
    if (!(await this.photos.removeKeptIn(mediaId, participantId, transaction))) return false;
    await this.media.scheduleRemoval([mediaId], transaction);
    return true;
  }

  /** Within the removal of a person, or of what they withdraw: their photos go, and the files with the next sweep of media. */
  async removeAllOf(participantId: string, transaction: Transaction, only?: OnlyThese): Promise<number> {
    const mediaIds = await this.photos.removeAllOf(participantId, transaction, only);
    await this.media.scheduleRemoval(mediaIds, transaction);
    return mediaIds.length;
  }

  /** @throws AppError 404 `photo_not_found`, also for the photo of someone else */
  async requireOwn(participantId: string, photoId: string): Promise<Photo> {
    const photo = isUUID(photoId) ? await this.photos.findOf(participantId, { id: photoId }) : null;
    if (photo === null) throw noSuchPhoto();
    return photo;
  }

  private async keep(
    author: SignedInParticipant,
    file: FinishedFile,
    fields: PhotoFields,
    claim?: ClaimUpload<Photo>,
  ): Promise<Photo> {
    if (file.bytes > PHOTO_MAX_BYTES) throw new AppError(413, 'too_large', PHOTO_REFUSED);
    const same = await this.photos.findSame(author.id, file.sha256, author.helperLinkId);
    const known = same && (await this.keepSame(author, same, fields, claim));
    if (known) return known;
    const id = randomUUID();
    const storing = this.pictures.store(file, async (original, transaction) => {
      await this.participants.lockAuthorToChange(author, transaction);
      await this.consentRules.requireKeepable('photos', author.id, transaction);
      const made = { id, originalMediaId: original.id, originalMedia: original, createdAt: new Date() };
      const photo: Photo = { ...fields, ...made, isSetApart: false, helperLinkId: author.helperLinkId ?? null };
      // First, so that the second of two at once ends here and not in a refused row.
      await claim?.(photo, transaction);
      // What helpers send takes no room of the person's own.
      const who = author.helperLinkId === undefined ? 'person' : 'helpers';
      if ((await this.photos.countBy(who, author.id, transaction)) >= PHOTOS_MAX) {
        throw new AppError(409, 'photos_full', who === 'person' ? PHOTOS_FULL : HELPED_PHOTOS_FULL);
      }
      await this.photos.insert(photo, transaction);
      return photo;
    });
    return storing.catch(inWordsOfPhotos);
  }

  /**
   * The same picture twice is one: that of its person, where they have sent it, too. A new description is the one that counts.
   * Null when it was removed meanwhile.
   */
  private async keepSame(
    author: SignedInParticipant,
    same: Photo,
    { uploadId, description }: PhotoFields,
    claim?: ClaimUpload<Photo>,
  ): Promise<Photo | null> {
    const changes = {
      uploadId: uploadId ?? same.uploadId,
      description: description || same.description,
      helperLinkId: author.helperLinkId ?? null,
    };
    return this.participants.change(author, async (transaction) => {
      if (!(await this.photos.setSame(same, changes, transaction))) return null;
      const photo = Object.assign(same, changes);
      await claim?.(photo, transaction);
      return photo;
    });
  }

  private async present(photo: Photo): Promise<PhotoOnTheWire> {
    const shown = await this.presentIfThere(photo, await this.pictures.find(photo.originalMedia, 'thumbnail'));
    if (!shown) throw noSuchPhoto();
    return shown;
  }

  /** Null where it was removed while it was read, and where its picture is lost: the others are shown all the same. */
  private async presentIfThere(photo: Photo, small: MediaFile | undefined): Promise<PhotoOnTheWire | null> {
    if (!small) return null;
    try {
      return toPhoto(photo, { mimeType: small.mimeType, bytes: await this.media.readWhole(small) });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      if (await this.photos.findOf(photo.participantId, { id: photo.id })) this.logger.error(error);
      return null;
    }
  }
}

function inWordsOfPhotos(error: unknown): never {
  const isNoPicture = error instanceof AppError && error.code === 'unsupported_media';
  throw isNoPicture ? new AppError(415, 'not_a_picture', PHOTO_REFUSED) : error;
}

/** What a participant sees of a photo, with its small picture. */
function toPhoto(photo: Photo, small: { mimeType: string; bytes: Buffer }): PhotoOnTheWire {
  const { id, filename, originalName, description, originalMedia } = photo;
  return {
    id,
    filename,
    originalName,
    imageData: `data:${small.mimeType};base64,${small.bytes.toString('base64')}`,
    mimeType: originalMedia.mimeType,
    fileSize: originalMedia.bytes,
    description,
    ...fromHelper(photo),
  };
}
