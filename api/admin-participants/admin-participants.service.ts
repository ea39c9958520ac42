import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import type { AdminUser } from '../contract/admin-participants.js';
import { AnswersService } from '../interview/answers.service.js';
import { Mailer } from '../mail/mailer.js';
import { MediaService } from '../media/media.service.js';
import { emailKey } from '../participants/email-key.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { PhotosService } from '../photos/photos.service.js';
import { PublicUploadsService } from '../public-uploads/public-uploads.service.js';
import { Archive } from '../showcase/archive.port.js';
import { ShowcaseVideosService } from '../showcase/showcase-videos.service.js';
import { UploadSessionsService } from '../uploads/upload-sessions.service.js';
import { toAdminUser } from './to-admin-user.js';

/** What staff see of the people who tell their stories, and decide about them. */
@Injectable()
export class AdminParticipantsService {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly answers: AnswersService,
    private readonly photos: PhotosService,
    private readonly publicUploads: PublicUploadsService,
    private readonly showcase: ShowcaseVideosService,
    private readonly uploads: UploadSessionsService,
    private readonly media: MediaService,
    private readonly archive: Archive,
    private readonly mailer: Mailer,
    private readonly audit: AuditService,
  ) {}

  /** Newest first. */
  async list(): Promise<AdminUser[]> {
    return (await this.participants.listAll()).map(toAdminUser);
  }

  /** @throws AppError 404 `participant_not_found` */
  async markDone(id: string): Promise<AdminUser> {
    const participant = await this.participants.changeByStaff(id, { isDone: true }, (transaction) =>
      this.audit.record('participant_done', { type: 'participant', id }, transaction),
    );
    return toAdminUser(participant);
  }

  /** @throws AppError 404 `participant_not_found` */
  async setPhotosNeeded(id: string, photosNeeded: boolean): Promise<AdminUser> {
    const participant = await this.participants.changeByStaff(id, { photosNeeded }, (transaction) =>
      this.audit.record('participant_changed', { type: 'participant', id }, transaction),
    );
    return toAdminUser(participant);
  }

  /**
   * Removes a person with all data, also what anyone has sent under their e-mail: when it answers, no file is left and
   * nothing of the story is public.
   * @throws AppError 404 `participant_not_found`; 503 `publishing_failed` when all is deleted, but public files could not
   *   be removed yet: they are refused to everyone from then on, and it is tried again until they are gone
   */
  async remove(id: string): Promise<void> {
    const { withdrawn, uploadIds, email } = await this.participants.remove(id, async (transaction, person) => {
      await this.answers.removeAllOf(id, transaction);
      await this.photos.removeAllOf(id, transaction);
      const videos = await this.showcase.removeAllOf(id, transaction);
      const uploads = await this.uploads.removeAllAbout(id, transaction);
      const publicUploads = await this.publicUploads.removeByEmail(person.email, transaction);
      await this.audit.record('participant_deleted', { type: 'participant', id }, transaction);
      return { withdrawn: videos, uploadIds: [...uploads, ...publicUploads], email: person.email };
    });
    for (const video of withdrawn) this.archive.withhold(video);
    try {
      await this.media.sweepDeletions();
      await this.uploads.removeFiles(uploadIds);
      await this.mailer.forget((address) => emailKey(address) === emailKey(email));
    } finally {
      await this.archive.forget();
    }
  }
}
