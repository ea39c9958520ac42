import { Injectable } from '@nestjs/common';
import { MediaService } from '../../media/store/media.service.js';
import { VideoJoiner } from '../../media/transcode/video-joiner.js';
import { VideoProblem } from '../../media/transcode/video-problem.js';
import { BackgroundWork } from '../../platform/jobs/background-work.js';
import { ATTEMPTS_MAX, whileHeld } from '../../platform/jobs/held-work.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { QueueWorker } from '../../platform/jobs/queue-worker.js';
import { AnswerPiecesRepository, type BegunJoin } from './answer-pieces.repository.js';

/** The pieces have changed while they were joined. */
class PiecesChanged extends Error {}

/** Joins the pieces of answers into one recording each, once they have rested for a moment. */
@Injectable()
export class AnswerJoinsWorker extends QueueWorker {
  constructor(
    backgroundWork: BackgroundWork,
    jobs: JobQueue,
    private readonly joiner: VideoJoiner,
    private readonly pieces: AnswerPiecesRepository,
    private readonly media: MediaService,
  ) {
    super(backgroundWork, jobs, { queue: 'join-answer', idName: 'answerId', name: 'Answers' });
  }

  /** Where nothing can be joined, pieces are played one after the other. */
  protected override async prepare(): Promise<boolean> {
    if (!(await this.joiner.isPossible())) return false;
    await this.listen();
    return true;
  }

  protected override findDue(): Promise<string[]> {
    return this.pieces.findDue();
  }

  protected override secondsUntilDue(): Promise<number | null> {
    return this.pieces.secondsUntilDue();
  }

  protected override async work(answerId: string, signal: AbortSignal): Promise<void> {
    const begun = await this.pieces.begin(answerId);
    if (!begun || begun.pieces.length < 2) return;
    try {
      if (begun.attempts > ATTEMPTS_MAX) throw new VideoProblem('gave_up');
      await whileHeld(
        () => this.pieces.hold(begun),
        () => this.join(begun, signal),
      );
      await this.media.sweepDeletions();
    } catch (error) {
      if (error instanceof PiecesChanged) return;
      if (error instanceof VideoProblem) return await this.pieces.giveUp(begun, error.message);
      await this.pieces.putOff(begun, { isLater: !signal.aborted });
      throw error;
    }
  }

  private async join(begun: BegunJoin, signal: AbortSignal): Promise<void> {
    const files = begun.pieces.map(({ media }) => media);
    await this.joiner.join(files, signal, async (joined, transaction) => {
      const spent = await this.pieces.finish(begun, joined.id, transaction);
      if (spent === null) throw new PiecesChanged();
      await this.media.scheduleRemoval(spent, transaction);
    });
  }
}
