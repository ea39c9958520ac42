import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { AnswerPiece, SinglePiece, StoredRecording } from '../../contract/interview/answers.js';
import {
  MY_STORY_API,
  type MyStory,
  ownPieceOriginalPath,
  type OwnRecording,
  type OwnVideo,
} from '../../contract/stories/my-story.js';
import { receiptOutcome } from '../../contract/consent/receipt-words.js';
import { storyPath } from '../../contract/stories/story-slug.js';
import { AnswersService } from '../../people/interview/answers.service.js';
import { QuestionsService } from '../../people/interview/questions.service.js';
import { RecordingDraftsService } from '../../people/interview/recording-drafts.service.js';
import { WrittenAnswersService } from '../../people/interview/written-answers.service.js';
import { BrowserSignIn } from '../../people/sign-in/browser-sign-in.service.js';
import type { Participant } from '../../people/participants/participant.entity.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import { UnclaimedBeginnings } from '../../people/participants/unclaimed-beginnings.service.js';
import type { SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { StoryChoicesService } from '../../people/participants/story-choices.service.js';
import { StoryWishesService } from '../../people/participants/story-wishes.service.js';
import { ReceiptsService } from '../../people/consent/receipts.service.js';
import { PhotosService } from '../../people/photos/photos.service.js';
import { PublicUploadsService } from '../../people/public-uploads/public-uploads.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import { toOwnCut } from '../videos/releases/to-own-cut.js';
import type { ShowcaseVideoRow } from '../videos/catalogue/showcase-video-row.js';
import { PersonVideosService } from '../videos/changes/person-videos.service.js';

/**
 * What the product has of a person, for that person alone. Who has not come by a mailed link sees what their own browser
 * made, and nothing that others made of it or under their e-mail.
 */
@Injectable()
export class MyStoryService {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly choices: StoryChoicesService,
    private readonly answers: AnswersService,
    private readonly drafts: RecordingDraftsService,
    private readonly writtenAnswers: WrittenAnswersService,
    private readonly questions: QuestionsService,
    private readonly photos: PhotosService,
    private readonly publicUploads: PublicUploadsService,
    private readonly personVideos: PersonVideosService,
    private readonly audit: AuditService,
    private readonly browserSignIn: BrowserSignIn,
    private readonly receipts: ReceiptsService,
    private readonly wishes: StoryWishesService,
  ) {}

  async find(person: SignedInParticipant, request: IncomingMessage): Promise<MyStory> {
    const participant = await this.participants.get(person.id);
    const { firstName, lastName, email, tag, instagram, tiktok } = participant;
    const [choice, unclaimed, answers, drafts, written, questions, photos] = await Promise.all([
      this.choices.find(person.id),
      this.beginnings.find(person.id),
      this.answers.list(person.id),
      this.drafts.list(person.id),
      this.writtenAnswers.listWithHelpers(person.id),
      this.questions.list(),
      this.photos.findAllOf(person.id),
    ]);
    const titleOf = (questionId: number) => questions.find(({ id }) => id === questionId)!.title;
    const others = person.isProven ? await this.findMadeByOthers(participant, unclaimed === null, request) : NOTHING;
    return {
      id: person.id,
      firstName,
      lastName,
      email,
      shownName: choice.shownName,
      tag,
      instagram,
      tiktok,
      isEmailProven: person.isProven,
      isUnclaimed: unclaimed !== null,
      isSubmitted: participant.status === 'submitted',
      hiddenAt: choice.hiddenAt?.toISOString() ?? null,
      withdrawnAt: choice.withdrawnAt?.toISOString() ?? null,
      isUnlisted: choice.isUnlisted,
      answers: answers.map((answer) => {
        return { ...toOwnRecording(answer), earlierRecordings: answer.earlierRecordings.map(toOwnRecording) };
      }),
      recordingDrafts: drafts.map((draft) => ({ ...draft, title: titleOf(draft.questionId) })),
      writtenAnswers: written
        .filter(({ text }) => text.trim() !== '')
        .map(({ id, questionId, text, addedByHelper, helperName }) => {
          return { id, questionId, title: titleOf(questionId), text, addedByHelper, helperName };
        }),
      photos: photos.map(({ id, originalName, description }) => ({ id, originalName, description })),
      ...others,
    };
  }

  private async findMadeByOthers(
    { id, userName }: Participant,
    isAllTheirs: boolean,
    request: IncomingMessage,
  ): Promise<MadeByOthers> {
    const [videos, sent, looks, browsers, receipts, wishes] = await Promise.all([
      this.personVideos.listOf(id),
      this.publicUploads.countOf({ id }),
      this.audit.listLooks(id),
      this.browserSignIn.listBrowsers(request, id),
      this.receipts.listOf(id),
      this.wishes.find(id),
    ]);
    return {
      storyPath: videos.some(({ isShown }) => isShown) ? storyPath(userName) : null,
      // Made, perhaps, of what somebody else recorded.
      videos: isAllTheirs ? videos.map(toOwnVideo) : [],
      publicUploads: sent,
      receipts: receipts.map(({ id: receiptId, kind, actor, at, details }) => {
        const outcome = receiptOutcome({ kind, details });
        return { id: receiptId, kind, actor, at, ...(outcome !== null && { outcome }) };
      }),
      wishes,
      looks: looks.map(({ id: entry, action, producer, at }) => ({ id: entry, action, producer, at })),
      browsers: browsers.map(({ since, lastSeenAt, ...browser }) => {
        return { ...browser, since: since.toISOString(), lastSeenAt: lastSeenAt.toISOString() };
      }),
    };
  }
}

type MadeByOthers = Pick<
  MyStory,
  'storyPath' | 'videos' | 'publicUploads' | 'receipts' | 'wishes' | 'looks' | 'browsers'
>;

const NOTHING: MadeByOthers = {
  storyPath: null,
  videos: [],
  publicUploads: 0,
  receipts: [],
  wishes: null,
  looks: [],
  browsers: [],
};

function toOwnRecording(recording: StoredRecording): OwnRecording {
  const { id, questionId, title, posterUrl, preparation, fileSize, createdAt, isJoined, pieces } = recording;
  const own = { id, questionId, title, posterUrl, preparation, fileSize, createdAt };
  return isJoined ? own : { ...own, pieces: pieces.map((piece) => toSinglePiece(id, piece)) };
}

function toSinglePiece(
  answerId: string,
  { id, videoUrl, durationSeconds, fileSize, createdAt }: AnswerPiece,
): SinglePiece {
  return { id, videoUrl, originalUrl: ownPieceOriginalPath(answerId, id), durationSeconds, fileSize, createdAt };
}

function toOwnVideo(row: ShowcaseVideoRow): OwnVideo {
  const { id, questionId, approvedAt, isShown } = row;
  return {
    ...toOwnCut(row, `${MY_STORY_API}/videos/${id}`),
    questionId,
    approvedAt: approvedAt?.toISOString() ?? null,
    isPublic: isShown,
    createdAt: row.createdAt.toISOString(),
  };
}
