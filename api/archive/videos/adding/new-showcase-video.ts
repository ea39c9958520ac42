import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { isStoryOverview } from '../../../contract/interview/questions.js';
import type { CreateShowcaseVideoFields } from '../../../contract/videos/showcase.js';
import type { TranscriptCue } from '../../../contract/transcripts/cues.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { noSuchUser } from '../subjects/showcase-subjects.service.js';
import type { ShowcaseVideoRow } from '../catalogue/showcase-video-row.js';
import { ShowcaseVideoRowsRepository } from '../catalogue/showcase-video-rows.repository.js';
import type { ShowcaseVideo } from '../catalogue/showcase-video.entity.js';
import { ShowcaseChangesRepository } from '../catalogue/showcase-changes.repository.js';
import { WordVersionsService } from '../words/word-versions.service.js';

export interface NewTexts extends Omit<CreateShowcaseVideoFields, 'title' | 'transcript'> {
  title: string;
  transcript: string;
  cues: TranscriptCue[] | null;
}

/** What it is: a file, the address of one at a host, or a written answer. */
export type VideoSource = Partial<Pick<ShowcaseVideo, 'mediaId' | 'filename' | 'videoUrl' | 'writtenAnswerId'>>;

const NO_SOURCE = { mediaId: null, filename: null, videoUrl: null, writtenAnswerId: null };

/** How a finished video or a written chapter begins, wherever it comes from: it waits, in its first words. */
@Injectable()
export class NewShowcaseVideo {
  constructor(
    private readonly videos: ShowcaseChangesRepository,
    private readonly rows: ShowcaseVideoRowsRepository,
    private readonly wordVersions: WordVersionsService,
    private readonly audit: AuditService,
  ) {}

  /** @throws AppError 404 `user_not_found` when the person has been deleted meanwhile */
  async insert(texts: NewTexts, source: VideoSource, transaction: Transaction): Promise<ShowcaseVideoRow> {
    const { userId, questionId, title, description = '', transcript, cues } = texts;
    const id = randomUUID();
    const isInserted = await this.videos.insert(
      {
        id,
        participantId: userId,
        questionId: isStoryOverview(questionId) ? null : questionId,
        ...NO_SOURCE,
        ...source,
        title,
        description,
        transcript,
        cues,
        isApproved: false,
        approvedAt: null,
        createdAt: new Date(),
        revision: 1,
      },
      transaction,
    );
    if (isInserted) await this.wordVersions.keep(id, transaction);
    const row = isInserted ? await this.rows.find(id, transaction) : null;
    if (!row) throw noSuchUser();
    await this.audit.record('video_added', { type: 'video', id }, transaction);
    return row;
  }
}
