import { Injectable } from '@nestjs/common';
import { AuditService } from '../platform/audit/audit.service.js';
import type { AuditAction, AuditSubject } from '../contract/staff/audit.js';
import {
  type AdminPhoto,
  type AdminPhotoData,
  adminVideoPath,
  type PhotoCount,
} from '../contract/staff/admin-participants.js';
import type { VideoPreparation } from '../contract/media/preparation.js';
import type { PictureSize } from '../contract/people/photos.js';
import { AppError } from '../platform/http/app-error.js';
import type { MediaFile } from '../media/store/media-file.entity.js';
import { MediaService } from '../media/store/media.service.js';
import { noSuchPhoto, PicturesService } from '../media/renditions/pictures.service.js';
import { VideoRenditionsService } from '../media/transcode/video-renditions.service.js';
import type { Participant } from '../people/participants/participant.entity.js';
import { ParticipantsService } from '../people/participants/participants.service.js';
import { PhotosService } from '../people/photos/photos.service.js';
import { PublicUploadsService } from '../people/public-uploads/public-uploads.service.js';
import { originalFileName } from '../media/store/original-file-name.js';
import { RecentViews } from './recent-views.js';
import { fromPhoto, fromPublicUpload, isVideo, type StaffPhoto, toAdminPhoto } from './staff-photo.js';
import { sumByEmail } from './sum-by-email.js';

/**
 * The photos of anyone and what came through the public page, for staff. Each view of them is recorded before it is
 * granted, by the id of the photo or the upload.
 */
@Injectable()
export class AdminPhotosService {
  private readonly views = new RecentViews();

  constructor(
    private readonly photos: PhotosService,
    private readonly publicUploads: PublicUploadsService,
    private readonly participants: ParticipantsService,
    private readonly media: MediaService,
    private readonly pictures: PicturesService,
    private readonly renditions: VideoRenditionsService,
    private readonly audit: AuditService,
  ) {}

  async countByEmail(): Promise<PhotoCount[]> {
    const [photos, uploads] = await Promise.all([this.photos.countsByEmail(), this.publicUploads.countsByEmail()]);
    return sumByEmail(photos, uploads);
  }

  /** @throws AppError 404 `participant_not_found` */
  async listOfUser(userId: string): Promise<AdminPhoto[]> {
    return this.listOf((await this.participants.get(userId)).email);
  }

  /** Oldest first; none when there is nothing under that e-mail. */
  async listOf(email: string): Promise<AdminPhoto[]> {
    const participant = await this.participants.findByEmail(email);
    const photos = await this.findAllUnder(email, participant);
    const subject = participant ? ({ type: 'participant', id: participant.id } as const) : oldestOf(photos);
    if (subject) await this.audit.record('photos_viewed', subject);
    const videos = await this.renditions.findAll(photos.map(({ original }) => original));
    return photos.map((photo, index) => toAdminPhoto(photo, videos[index]!.preparation));
  }

  /**
   * The picture, or where the video is.
   * @throws AppError 404 `photo_not_found`; 422 `not_displayable`
   */
  async view(photoId: string, size: PictureSize): Promise<AdminPhotoData> {
    const photo = await this.require(photoId);
    await this.record('photo_viewed', photo);
    if (!isVideo(photo)) return { imageData: await this.readPicture(photo, size) };
    this.views.begin(photo.id);
    return { imageData: await this.readPoster(photo), videoUrl: adminVideoPath(photo.id) };
  }

  /**
   * A video to play.
   * @throws AppError 404 `photo_not_found`, also for a picture
   */
  async openVideo(photoId: string): Promise<MediaFile> {
    const photo = await this.requireVideo(photoId);
    if (!this.views.isGoingOn(photo.id)) {
      await this.record('photo_viewed', photo);
      this.views.begin(photo.id);
    }
    return (await this.renditions.find(photo.original)).playable;
  }

  /**
   * Where the preparation of a video failed, it is done anew; else nothing happens.
   * @throws AppError 404 `photo_not_found`, also for a picture
   */
  async prepareAgain(photoId: string): Promise<void> {
    await this.renditions.prepareAgain((await this.requireVideo(photoId)).original);
  }

  /** @throws AppError 404 `photo_not_found`, also for a picture */
  async findPreparation(photoId: string): Promise<VideoPreparation> {
    return (await this.renditions.find((await this.requireVideo(photoId)).original)).preparation;
  }

  /**
   * The file as it was sent, and its name for a download.
   * @throws AppError 404 `photo_not_found`
   */
  async openOriginal(photoId: string): Promise<{ file: MediaFile; downloadName: string }> {
    const photo = await this.require(photoId);
    await this.record('photo_downloaded', photo);
    const { original, originalName } = photo;
    return { file: original, downloadName: originalFileName(originalName, original.mimeType) };
  }

  private async findAllUnder(email: string, participant: Participant | null): Promise<StaffPhoto[]> {
    const [photos, uploads] = await Promise.all([
      participant ? this.photos.findAllOf(participant.id) : [],
      participant ? this.publicUploads.listOf(participant) : this.publicUploads.listUnowned(email),
    ]);
    const all = [...photos.map(fromPhoto), ...uploads.map(fromPublicUpload)];
    return all.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  }

  /** @throws AppError 404 `photo_not_found` */
  async require(id: string): Promise<StaffPhoto> {
    const photo = await this.photos.find(id);
    if (photo) return fromPhoto(photo);
    const upload = await this.publicUploads.findFile(id);
    if (upload) return fromPublicUpload(upload);
    throw noSuchPhoto();
  }

  private async requireVideo(id: string): Promise<StaffPhoto> {
    const photo = await this.require(id);
    if (!isVideo(photo)) throw noSuchPhoto();
    return photo;
  }

  private record(action: AuditAction, { id }: StaffPhoto): Promise<void> {
    return this.audit.record(action, { type: 'photo', id });
  }

  /** Data URL of a video's poster, null while there is none. */
  private async readPoster({ original }: StaffPhoto): Promise<string | null> {
    const { poster } = await this.renditions.find(original);
    return poster && toDataUrl(poster.mimeType, await this.media.readWhole(poster));
  }

  /** Data URL of the picture to show. */
  private async readPicture({ original }: StaffPhoto, size: PictureSize): Promise<string> {
    const picture = await this.pictures.find(original, size).catch(inWordsForStaff);
    return toDataUrl(picture.mimeType, await this.media.readWhole(picture));
  }
}

/** Stands for all that came under an e-mail that nobody registered. */
function oldestOf([oldest]: StaffPhoto[]): AuditSubject | null {
  return oldest ? { type: 'photo', id: oldest.id } : null;
}

function toDataUrl(mimeType: string, bytes: Buffer): string {
  return `data:${mimeType};base64,${bytes.toString('base64')}`;
}

/** The public page takes pictures unseen, also damaged ones and those of cameras whose format cannot be read here. */
function inWordsForStaff(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw new AppError(422, 'not_displayable', 'This picture cannot be shown here. You can download it as it was sent.');
}
