import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { MediaService } from '../media/media.service.js';
import type { FinishedFile } from '../media/temporary-file.js';
import { emailKey } from '../participants/email-key.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { UploadSessionsService } from '../uploads/upload-sessions.service.js';
import type { ChunkedUploadDetails } from './chunked-upload-details.js';
import type { PublicUpload } from './public-upload.entity.js';
import { PublicUploadsRepository, type Transaction, type UploadCount } from './public-uploads.repository.js';

/** A photo or a video, with what its sender tells of it. */
export interface SubmittedFile extends FinishedFile, Pick<PublicUpload, 'originalName' | 'description'> {}

/** What people sent without being signed in, under an e-mail that nobody has proven: for staff alone. */
@Injectable()
export class PublicUploadsService {
  constructor(
    private readonly uploads: PublicUploadsRepository,
    private readonly media: MediaService,
    private readonly participants: ParticipantsService,
    private readonly chunkedUploads: UploadSessionsService,
  ) {}

  /**
   * Keeps copies of all files, or of none. If the e-mail belongs to a participant, their media have come with this.
   * @param alsoWrite runs in the same transaction and gives the answer
   * @throws AppError 415 for a file that is neither picture nor video
   */
  async keep<T>(
    email: string,
    files: SubmittedFile[],
    alsoWrite: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const sender = { submitterEmail: email, submitterEmailKey: emailKey(email) };
    const now = Date.now();
    return this.media.adoptAll(files, 'media', async (kept, transaction) => {
      // So that all this comes before the removal of that person, and is removed, or after it.
      await this.participants.lockByEmail(email, transaction);
      const uploads = kept.map((media, index): PublicUpload => {
        const { originalName, description } = files[index]!;
        // A millisecond apart, so that they stay in their order.
        const createdAt = new Date(now + index);
        return { ...sender, id: randomUUID(), mediaId: media.id, media, originalName, description, createdAt };
      });
      await this.uploads.insert(uploads, transaction);
      const answer = await alsoWrite(transaction);
      await this.participants.recordMediaUploadByEmail(email, transaction);
      return answer;
    });
  }

  /** What came under an e-mail, in any spelling of it; the oldest first. */
  listByEmail(email: string): Promise<PublicUpload[]> {
    return this.uploads.findByEmailKey(emailKey(email));
  }

  /** How many came under each e-mail. */
  countsByEmail(): Promise<UploadCount[]> {
    return this.uploads.countByEmailKey();
  }

  /** One upload with its file (`media`), null when there is none with this id. */
  async findFile(id: string): Promise<PublicUpload | null> {
    return isUUID(id) ? this.uploads.findById(id) : null;
  }

  /**
   * Within the removal of a person: removes what came under their e-mail or is on its way in chunks. After the commit call
   * `MediaService.sweepDeletions`, and `UploadSessionsService.removeFiles` with what this answers.
   */
  async removeByEmail(email: string, transaction: Transaction): Promise<string[]> {
    const submitterEmailKey = emailKey(email);
    const mediaIds = await this.uploads.removeByEmailKey(submitterEmailKey, transaction);
    await this.media.scheduleRemoval(mediaIds, transaction);
    const ofSender: Partial<ChunkedUploadDetails> = { submitterEmailKey };
    return this.chunkedUploads.removeAllWith(ofSender, transaction);
  }
}
