import type { Transaction } from '../../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { listed } from '../../../contract/common/grammar.js';
import { STORY_OVERVIEW_QUESTION_ID, STORY_OVERVIEW_TITLE } from '../../../contract/interview/questions.js';
import type { DeleteShowcaseVideoRequest, VideoDifference } from '../../../contract/videos/showcase.js';
import { changedWords, WORD_FIELDS, wordsOf } from '../../../contract/videos/showcase-words.js';
import { AppError } from '../../../platform/http/app-error.js';
import { ShowcaseSubjectsService } from '../subjects/showcase-subjects.service.js';
import { type ShowcaseVideoRow, textsVersion, toShowcaseVideo } from '../catalogue/showcase-video-row.js';
import { WordVersionsService } from '../words/word-versions.service.js';

const FIELD_NAMES: Record<VideoDifference['field'], string> = {
  title: 'title',
  description: 'description',
  transcript: 'transcript',
  captions: 'captions',
  person: 'person',
  question: 'question',
  name: 'shown name',
  video: 'video itself',
  approval: 'approval',
};

const approvalOf = (isApproved: boolean) => (isApproved ? 'Approved' : 'Waiting for approval');

/** Tells whether a video is still what somebody looked at before deciding about it. */
@Injectable()
export class LookedAt {
  constructor(
    private readonly wordVersions: WordVersionsService,
    private readonly subjects: ShowcaseSubjectsService,
  ) {}

  /** @throws AppError 409 `video_changed`, a `VideoChanged`, when anything that was looked at is not so any more */
  async require(
    video: ShowcaseVideoRow,
    lookedAt: DeleteShowcaseVideoRequest,
    transaction: Transaction,
  ): Promise<void> {
    const differences = [
      ...(await this.wordDifferences(video, lookedAt.textsVersion, transaction)),
      ...(await this.otherDifferences(video, lookedAt, transaction)),
    ];
    if (differences.length === 0) return;
    const what = listed(differences.map(({ field }) => `the ${FIELD_NAMES[field]}`));
    const message = `${what[0]!.toUpperCase()}${what.slice(1)} of this video changed since you looked at it.`;
    throw new AppError(409, 'video_changed', message, undefined, { differences, video: toShowcaseVideo(video) });
  }

  private async wordDifferences(
    video: ShowcaseVideoRow,
    version: string | undefined,
    transaction: Transaction,
  ): Promise<VideoDifference[]> {
    if (version === undefined || version === textsVersion(video)) return [];
    const before = await this.wordVersions.findByTextsVersion(video.id, version, transaction);
    const fields = before ? changedWords(before, video) : WORD_FIELDS;
    return fields.map((field) => ({
      field,
      before: before && wordsOf(before, field),
      after: wordsOf(video, field),
    }));
  }

  private async otherDifferences(
    video: ShowcaseVideoRow,
    { userId, questionId, shownName, videoUrl, isApproved }: DeleteShowcaseVideoRequest,
    transaction: Transaction,
  ): Promise<VideoDifference[]> {
    const question = video.questionId ?? STORY_OVERVIEW_QUESTION_ID;
    const differences: VideoDifference[] = [];
    if (userId !== undefined && userId.toLowerCase() !== video.participantId) {
      const before = await this.subjects.findName(userId, transaction);
      differences.push({ field: 'person', before, after: `${video.firstName} ${video.lastName}` });
    } else if (shownName !== undefined && shownName !== video.shownName) {
      differences.push({ field: 'name', before: shownName, after: video.shownName });
    }
    if (questionId !== undefined && (questionId ?? STORY_OVERVIEW_QUESTION_ID) !== question) {
      differences.push({
        field: 'question',
        before: await this.subjects.findTitle(questionId, transaction),
        after: video.questionTitle ?? STORY_OVERVIEW_TITLE,
      });
    }
    const address = toShowcaseVideo(video).videoUrl;
    if (videoUrl !== undefined && address !== null && videoUrl !== address) {
      differences.push({ field: 'video', before: videoUrl, after: address });
    }
    if (isApproved !== undefined && isApproved !== video.isApproved) {
      differences.push({ field: 'approval', before: approvalOf(isApproved), after: approvalOf(video.isApproved) });
    }
    return differences;
  }
}
