import { Injectable } from '@nestjs/common';
import { STORY_OVERVIEW_TITLE } from '../../../contract/interview/questions.js';
import { standsIn } from '../../../contract/transcripts/sentences.js';
import type { EditShowcaseVideoRequest, SavedShowcaseVideo, ShowcaseVideo } from '../../../contract/videos/showcase.js';
import { AppError } from '../../../platform/http/app-error.js';
import { toPlainText } from '../../../platform/http/plain-text.js';
import { runAll } from '../../../platform/jobs/run-all.js';
import { Publisher } from '../../publishing/publisher.js';
import { TranscriptDraftsService } from '../drafts/transcript-drafts.service.js';
import { HostedVideosService } from '../hosted/hosted-videos.service.js';
import { ReleasesService, sentenceNotSaid } from '../releases/standing/releases.service.js';
import { requireAddress, requireTranscript } from '../catalogue/showcase-input.js';
import { ShowcaseSubjectsService } from '../subjects/showcase-subjects.service.js';
import { textsVersion, toSavedVideo } from '../catalogue/showcase-video-row.js';
import { ShowcaseChangesRepository } from '../catalogue/showcase-changes.repository.js';
import { ShowcaseVideosService } from '../catalogue/showcase-videos.service.js';
import { VideoTransactions } from './video-transactions.service.js';
import { orOverview, VideoMoves } from './video-moves.service.js';
import { WordVersionsService } from '../words/word-versions.service.js';

/** What a showcase video says, where it stands, and whose it is: changed by staff, and the words as they were before. */
@Injectable()
export class VideoEditing {
  constructor(
    private readonly showcaseVideos: ShowcaseVideosService,
    private readonly transactions: VideoTransactions,
    private readonly videos: ShowcaseChangesRepository,
    private readonly moves: VideoMoves,
    private readonly subjects: ShowcaseSubjectsService,
    private readonly releases: ReleasesService,
    private readonly wordVersions: WordVersionsService,
    private readonly hosted: HostedVideosService,
    private readonly drafts: TranscriptDraftsService,
    private readonly publisher: Publisher,
  ) {}

  /**
   * A plain transcript takes the place of a timed one, unless it is the same text.
   * @throws AppError 409 `texts_changed`, `video_moved` where that would undo what somebody else has done meanwhile; 400 `only_words` for
   *   the address or the times of a written chapter; 409 `release_refused`, `story_hidden`, `story_withdrawn` where it would
   *   become somebody else's after a "no"; 409 `release_refused` where another address would end what was said to it
   */
  async edit(
    id: string,
    { title, description, videoUrl, textsVersion: expected, ...given }: EditShowcaseVideoRequest,
  ): Promise<SavedShowcaseVideo> {
    const { userId, questionId } = given;
    const known = await this.showcaseVideos.require(id);
    const transcript = requireTranscript(given);
    const address = requireAddress(videoUrl);
    if (known.writtenAnswerId !== null && (address !== null || transcript?.cues)) throw onlyWords();
    const newQuestionTitle = await this.subjects.require({
      userId: userId ?? known.participantId,
      questionId: orOverview(questionId, known.questionId),
    });
    let movedAt = null as Date | null;
    const before = await this.transactions.run(
      id,
      async (video, transaction, at) => {
        const isMoved = address !== null && address !== video.videoUrl;
        const isBehind = expected !== undefined && expected !== textsVersion(video);
        if (isMoved && isBehind) throw textsChanged();
        if (isMoved) this.releases.requireAddressChangeable(video);
        const isPlaced = await this.moves.place(video, given, at, transaction);
        // Named after its question, it is so after the new one: an overview by its title would not be searched.
        const follows =
          isPlaced && title === undefined && video.title === (video.questionTitle ?? STORY_OVERVIEW_TITLE);
        const texts = {
          title: follows ? newQuestionTitle : asKept(title, video.title),
          description: asKept(description, video.description),
          transcript: transcript?.cues
            ? transcript
            : transcript && { ...transcript, transcript: asKept(transcript.transcript, video.transcript) },
        };
        const isEdited = await this.videos.edit(id, texts, transaction);
        // Saved again after a response that was lost, the same texts change nothing.
        const isChanged = isEdited || isMoved || isPlaced;
        if (isChanged && isBehind) throw textsChanged();
        if (isEdited) await this.wordVersions.keep(id, transaction);
        if (isMoved) await this.hosted.move(video, address, transaction);
        // A title that follows the question is part of the move.
        if (isMoved || (isEdited && !isPlaced)) await this.transactions.note('video_changed', id, transaction);
        if (userId !== undefined) movedAt = await this.videos.findMovedAt(id, transaction);
      },
      userId === undefined ? [] : [userId],
    );
    await runAll(
      () => this.moves.finish(before, userId, movedAt),
      async () => transcript?.cues && (await this.drafts.overtake(id)),
      async () => address !== null && address !== before.videoUrl && (await this.hosted.leave(before)),
      () => this.publisher.bringUpToDate(),
    );
    return toSavedVideo(await this.showcaseVideos.require(id), transcript);
  }

  /**
   * Lets a sentence of the transcript stand for the video; null for the one that is found by its words.
   * @throws AppError 400 `sentence_not_said`
   */
  async chooseSentence(id: string, sentence: string | null): Promise<ShowcaseVideo> {
    await this.transactions.run(id, async ({ transcript }, transaction) => {
      if (sentence !== null && !standsIn(sentence, transcript)) {
        throw sentenceNotSaid();
      }
      if (!(await this.videos.chooseSentence(id, sentence, transaction))) return;
      await this.videos.touch({ id }, transaction);
      await this.transactions.note('video_changed', id, transaction);
    });
    await this.publisher.bringUpToDate();
    return this.showcaseVideos.find(id);
  }

  /**
   * Sets title, description, transcript and captions to what they were in an earlier version.
   * @throws AppError 409 `texts_changed` where that would undo what somebody else has written meanwhile
   */
  async restoreWords(id: string, number: string, expected?: string): Promise<ShowcaseVideo> {
    const { cues } = await this.wordVersions.require(id, number);
    await this.transactions.run(id, async (video, transaction) => {
      if (!(await this.videos.restore(id, Number(number), transaction))) return;
      if (expected !== undefined && expected !== textsVersion(video)) throw textsChanged();
      await this.wordVersions.keep(id, transaction, Number(number));
      await this.transactions.note('video_changed', id, transaction);
    });
    try {
      if (cues) await this.drafts.overtake(id);
    } finally {
      await this.publisher.bringUpToDate();
    }
    return this.showcaseVideos.find(id);
  }
}

/** What an earlier version kept with control characters is no other text without them: another one would be another cut. */
function asKept<Given extends string | undefined>(given: Given, kept: string): Given | string {
  return given !== undefined && given === toPlainText(kept) ? kept : given;
}

function onlyWords(): AppError {
  return new AppError(400, 'only_words', 'This was told in words: it has no address, and its lines have no times.');
}

function textsChanged(): AppError {
  const message = 'Somebody else has changed the texts of this video since you opened it.';
  return new AppError(409, 'texts_changed', message);
}
