import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { AppError } from '../../../platform/http/app-error.js';
import { TranscriptDraftsRepository } from './transcript-drafts.repository.js';
import { TranscriptDraftsWorker } from './transcript-drafts.worker.js';

/** What producers decide about automatic transcripts. To accept one is to save its lines as the transcript. */
@Injectable()
export class TranscriptDraftsService {
  constructor(
    private readonly drafts: TranscriptDraftsRepository,
    private readonly draftsWorker: TranscriptDraftsWorker,
    private readonly audit: AuditService,
  ) {}

  /** The video is not transcribed again. 404 when it has no draft. */
  async reject(videoId: string): Promise<void> {
    if (!isUUID(videoId)) throw noDraft();
    await this.drafts.transact(async (transaction) => {
      if (!(await this.drafts.settle(videoId, transaction))) throw noDraft();
      await this.audit.record('draft_rejected', { type: 'video', id: videoId }, transaction);
    });
  }

  /** 404 when there is no failure to be mended. */
  async tryAgain(videoId: string): Promise<void> {
    if (!isUUID(videoId) || !(await this.drafts.forgetFailure(videoId))) throw noDraft();
    void this.draftsWorker.look();
  }

  /** A person has given the lines. */
  async overtake(videoId: string): Promise<void> {
    await this.drafts.settle(videoId);
  }
}

function noDraft(): AppError {
  return new AppError(404, 'draft_not_found', 'This video has no automatic transcript.');
}
