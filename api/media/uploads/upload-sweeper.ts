import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { UPLOAD_SESSION_MAX_AGE_MS } from '../../contract/common/limits.js';
import { UploadSessionFiles } from './upload-session-files.js';
import { UploadSessionsRepository } from './upload-sessions.repository.js';

const SWEEP_INTERVAL_MS = 30 * 60_000;
/** Whoever makes a copy needs it at once. */
const COPY_MAX_AGE_MS = 15 * 60_000;

/** Removes uploads that nobody finished, and files that a crash left without a session. */
@Injectable()
export class UploadSweeper implements OnApplicationBootstrap {
  private readonly logger = new Logger('Uploads');

  constructor(
    private readonly sessions: UploadSessionsRepository,
    private readonly files: UploadSessionFiles,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.sweep();
  }

  @Interval(SWEEP_INTERVAL_MS)
  async sweep(): Promise<void> {
    const oldest = new Date(Date.now() - UPLOAD_SESSION_MAX_AGE_MS);
    try {
      const stale = await this.sessions.removeUntouchedSince(oldest);
      const abandoned = await this.sessions.findUnknown(await this.files.listUntouchedSince(oldest));
      for (const uploadId of [...stale, ...abandoned]) await this.files.remove(uploadId);
      const copies = await this.files.listCopiesUntouchedSince(new Date(Date.now() - COPY_MAX_AGE_MS));
      for (const uploadId of await this.sessions.findEnded(copies)) await this.files.removeCopy(uploadId);
      await this.files.removeTemporaryUntouchedSince(oldest);
    } catch (error) {
      this.logger.error(error);
    }
  }
}
