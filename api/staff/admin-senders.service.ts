import { Injectable } from '@nestjs/common';
import type { AdminPhoto, PhotoSender } from '../contract/staff/admin-participants.js';
import { AuditService } from '../platform/audit/audit.service.js';
import { AppError } from '../platform/http/app-error.js';
import { RateLimits } from '../platform/rate-limits/rate-limits.service.js';
import { PublicUploadsService } from '../people/public-uploads/public-uploads.service.js';
import { AdminPhotosService } from './admin-photos.service.js';

/** Who sent something through the public page under an e-mail that nobody registered, and the removal of what came there. */
@Injectable()
export class AdminSendersService {
  constructor(
    private readonly adminPhotos: AdminPhotosService,
    private readonly publicUploads: PublicUploadsService,
    private readonly audit: AuditService,
    private readonly rateLimits: RateLimits,
  ) {}

  async list(): Promise<PhotoSender[]> {
    const senders = (await this.publicUploads.countsByEmail()).filter(({ isOwned }) => !isOwned);
    return senders.map(({ email, emailKey, count }) => ({ id: this.senderId(emailKey), email, count }));
  }

  /** None when there is nothing of that sender, or nothing any more. */
  async listOfSender(senderId: string): Promise<AdminPhoto[]> {
    const email = await this.findSender(senderId);
    return email === null ? [] : this.adminPhotos.listOf(email);
  }

  /** As `removeUnregistered`. */
  async removeOfSender(senderId: string): Promise<number> {
    return this.removeUnregistered((await this.findSender(senderId)) ?? '');
  }

  /**
   * Removes what came through the public page under an e-mail that nobody registered.
   * @returns how many files there were
   * @throws AppError 404 `uploads_not_found`; 409 `email_registered`
   */
  removeUnregistered(email: string): Promise<number> {
    return this.publicUploads.removeUnregistered(email, async (ids, transaction) => {
      // One of them stands for all.
      for (const [index, id] of ids.entries()) {
        const type = index === 0 ? 'photo' : 'upload';
        await this.audit.record('public_uploads_deleted', { type, id }, transaction);
      }
    });
  }

  /**
   * Removes one photo or video that came through the public page.
   * @throws AppError 404 `photo_not_found`; 409 `not_public` for a participant's own photo
   */
  async removePublicUpload(id: string): Promise<void> {
    const isRemoved = await this.publicUploads.removeFile(id, (transaction, ownerId) =>
      this.audit.record('public_uploads_deleted', { type: 'photo', id }, transaction, ownerId ?? undefined),
    );
    if (isRemoved) return;
    await this.adminPhotos.require(id);
    throw new AppError(409, 'not_public', 'Only what came through the public page can be deleted by itself.');
  }

  /** Also who has registered since, which is for `removeUnregistered` to say. */
  private async findSender(senderId: string): Promise<string | null> {
    const senders = await this.publicUploads.countsByEmail();
    return senders.find(({ emailKey }) => this.senderId(emailKey) === senderId)?.email ?? null;
  }

  /** The same for all that comes from one e-mail, which it does not tell. */
  private senderId(emailKey: string): string {
    return this.rateLimits.hash(`sender ${emailKey}`);
  }
}
