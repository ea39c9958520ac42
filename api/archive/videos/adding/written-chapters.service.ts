import { Injectable } from '@nestjs/common';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import { WrittenAnswersService } from '../../../people/interview/written-answers.service.js';
import { NewShowcaseVideo } from './new-showcase-video.js';
import { ShowcaseSubjectsService } from '../subjects/showcase-subjects.service.js';
import { toShowcaseVideo } from '../catalogue/showcase-video-row.js';
import { ShowcaseVideoRowsRepository } from '../catalogue/showcase-video-rows.repository.js';
import { ShowcaseChangesRepository } from '../catalogue/showcase-changes.repository.js';

/** Makes a chapter of what somebody answered in words. From then on it is approved, released and taken back as a video is. */
@Injectable()
export class WrittenChapters {
  constructor(
    private readonly videos: ShowcaseChangesRepository,
    private readonly rows: ShowcaseVideoRowsRepository,
    private readonly made: NewShowcaseVideo,
    private readonly subjects: ShowcaseSubjectsService,
    private readonly writtenAnswers: WrittenAnswersService,
  ) {}

  /**
   * The words as they are now, word for word. Where there is a chapter of that answer already, it returns that as it is.
   * @throws AppError 404 `words_not_found`; 409 `consent_missing` where the person wants nothing of theirs kept
   */
  make(writtenAnswerId: string): Promise<ShowcaseVideo> {
    return this.videos.transact(async (transaction) => {
      const {
        participantId: userId,
        questionId,
        text,
      } = await this.writtenAnswers.lockForStaff(writtenAnswerId, transaction);
      const known = await this.rows.findMadeOf(writtenAnswerId, transaction);
      if (known) return toShowcaseVideo(known);
      const title = await this.subjects.require({ userId, questionId }, transaction);
      const texts = { userId, questionId, title, transcript: text, cues: null };
      return toShowcaseVideo(await this.made.insert(texts, { writtenAnswerId }, transaction));
    });
  }
}
