import { fromHelper } from '../participants/from-helper.js';
import type { OnlyThese } from '../participants/only-these.js';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Request } from 'express';
import type { Transaction } from '../../platform/database/transaction.js';
import {
  answerPiecePath,
  type AnswerPiece as AnswerPieceOnWire,
  answerPosterPath,
  answerStreamPath,
  type AnswerVideo,
  type StoredRecording,
} from '../../contract/answers.js';
import { QUESTION_RECORDINGS_MAX, VIDEO_MAX_BYTES } from '../../contract/limits.js';
import { stepFieldsCompletedByAnswer } from '../../contract/steps.js';
import { AppError } from '../../platform/http/app-error.js';
import type { MediaFile } from '../../media/store/media-file.entity.js';
import { MediaService } from '../../media/store/media.service.js';
import { NewMediaService } from '../../media/store/new-media.service.js';
import { VideoRenditionsService } from '../../media/transcode/video-renditions.service.js';
import type { FinishedFile } from '../../media/store/temporary-file.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import { RecordingConsentService } from '../consent/recording-consent.service.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { checkFields } from '../../media/uploads/check-fields.js';
import { RequestFiles } from '../../media/uploads/request-files.js';
import { type ClaimUpload, UploadClaims } from '../../media/uploads/upload-claims.js';
import { ownerOf } from '../../media/uploads/upload-owner.js';
import { RECORDINGS_FULL, VIDEO_TOO_LARGE } from '../../contract/wordings.js';
import type { RecordedFacts, RecordingProof } from '../../contract/recording-proof.js';
import type { VideoRenditions } from '../../media/transcode/video-renditions.js';
import type { AnswerPiece } from './answer-piece.entity.js';
import { AnswerPiecesService } from './answer-pieces.service.js';
import { isJoined, joinedPreparation } from './joined-answer.js';
import type { Answer } from './answer.entity.js';
import { SaveAnswerDto } from './answers.dto.js';
import { AnswersRepository } from './answers.repository.js';
import { RecordingProofsService, worstProof } from './recording-proofs.service.js';
import { QuestionsService } from './questions.service.js';
import { WrittenAnswersService } from './written-answers.service.js';

const LIMIT = { bytes: VIDEO_MAX_BYTES, message: VIDEO_TOO_LARGE };

/** What an answer is told by its sender, and whence it came. */
interface AnswerFields extends Pick<Answer, 'participantId' | 'questionId' | 'uploadId' | 'title' | 'durationHint'> {
  /** See SaveAnswerRequest. */
  insteadOf: string | null | undefined;
  isAddition: boolean;
  /** Null: the sender does not wait for a proof. */
  recorded: RecordedFacts | null;
  keepsFlawed: boolean;
}

const NEVER_JOINED = { piecesRevision: 0, joinedRevision: 0, joinAttempts: 0, joinDueAt: null, joinProblem: null };

export interface OriginalRecording {
  questionId: number;
  title: string;
  isChosen: boolean;
  /** Which recording of its answer this is, from 1 on. */
  piece: number;
  media: MediaFile;
  /** What every device plays, once there is such a thing. */
  playable: MediaFile;
}

/**
 * The recorded answers of a participant: seen and changed by nobody else. None takes the place of another for good: until
 * the story is handed in every recording stays, and one to each question is chosen.
 */
@Injectable()
export class AnswersService {
  constructor(
    private readonly answers: AnswersRepository,
    private readonly pieces: AnswerPiecesService,
    private readonly words: WrittenAnswersService,
    private readonly questions: QuestionsService,
    private readonly participants: ParticipantsService,
    private readonly consents: RecordingConsentService,
    private readonly proofs: RecordingProofsService,
    private readonly media: MediaService,
    private readonly newMedia: NewMediaService,
    private readonly prepared: VideoRenditionsService,
    private readonly requestFiles: RequestFiles,
    private readonly uploads: UploadClaims,
  ) {}

  async list(participantId: string): Promise<AnswerVideo[]> {
    const [answers, earlier] = await Promise.all([
      this.answers.findAllOf(participantId),
      this.answers.findEarlierOf({ participantId }),
    ]);
    const recordings = await this.describeAll([...answers, ...earlier]);
    const others = recordings.slice(answers.length);
    return recordings.slice(0, answers.length).map((answer) => withEarlier(answer, others));
  }

  /** @throws AppError 404 `video_not_found`, also for the answer of someone else */
  async find(participantId: string, answerId: string): Promise<AnswerVideo> {
    return this.presentOne(await this.requireOwn(participantId, answerId));
  }

  /**
   * What is played.
   * @throws AppError 404 `video_not_found`, also for the answer of someone else
   */
  async findPlayable(participantId: string, answerId: string): Promise<MediaFile> {
    const { media } = await this.requireOwn(participantId, answerId);
    return (await this.prepared.find(media)).playable;
  }

  /** @throws AppError 404 `video_not_found`, also for the answer of someone else; `poster_not_found` */
  async findPoster(participantId: string, answerId: string): Promise<MediaFile> {
    return this.prepared.findPoster((await this.requireOwn(participantId, answerId)).media);
  }

  /** With their recordings, in the order of the questions. */
  findAllOf(participantId: string): Promise<Answer[]> {
    return this.answers.findAllOf(participantId);
  }

  /** Every recording as it came, in the order of the questions: the pieces of the answer first, then the earlier ones. */
  async listOriginals(participantId: string): Promise<OriginalRecording[]> {
    const [answers, earlier] = await Promise.all([
      this.answers.findAllOf(participantId),
      this.answers.findEarlierOf({ participantId }),
    ]);
    const all = [...answers, ...earlier];
    const recordings = (await this.pieces.findAllOf(all)).flatMap((pieces, index) => {
      const { questionId, title, isChosen } = all[index]!;
      return pieces.map(({ media }, piece) => ({ questionId, title, isChosen, media, piece: piece + 1 }));
    });
    const prepared = await this.prepared.findAll(recordings.map(({ media }) => media));
    return recordings
      .map((recording, index) => ({ ...recording, playable: prepared[index]!.playable }))
      .toSorted((left, right) => left.questionId - right.questionId);
  }

  /**
   * An answer of anyone, with its recording.
   * @throws AppError 404 `video_not_found`
   */
  async require(answerId: string): Promise<Answer> {
    const answer = isUUID(answerId) ? await this.answers.find(answerId) : null;
    if (answer === null) throw notFound();
    return answer;
  }

  async coverAllQuestions(participantId: string): Promise<boolean> {
    const [questions, recorded, written] = await Promise.all([
      this.questions.list(),
      this.answers.findAllOf(participantId),
      this.words.findAnswered(participantId),
    ]);
    const answered = new Set([...recorded.map(({ questionId }) => questionId), ...written]);
    return questions.every(({ id }) => answered.has(id));
  }

  /**
   * Reads the request's body and keeps the recording in it, or that of the upload which it names, as the answer, unless the
   * sender does not know of the present one; what was the answer stays as an earlier recording. The same upload again, and the
   * same bytes, get the same answer.
   * @throws AppError 409 `submitted`, 409 `recordings_full`, 422 `recording_flawed`, `recording_unplayable`
   */
  async save(author: SignedInParticipant, request: Request): Promise<AnswerVideo> {
    await using body = await this.requestFiles.readDataUrl(request, { field: 'videoData', limit: LIMIT });
    const {
      questionId,
      title,
      uploadId,
      duration: durationHint = null,
      insteadOf,
      isAddition = false,
      keepsFlawed = false,
      ...told
    } = await checkFields(SaveAnswerDto, body.fields);
    await this.questions.requireQuestion(questionId);
    const recorded = factsOf(told);
    const about = { recorded, keepsFlawed, participantId: author.id, questionId, title, durationHint };
    // What a helper sends takes the place of nothing.
    const fields = author.helperLinkId
      ? { ...about, insteadOf: null, isAddition: false }
      : { ...about, insteadOf, isAddition };
    if (body.file) return await this.presentOne(await this.keep(author, body.file, { ...fields, uploadId: null }));
    if (uploadId === undefined) throw new AppError(400, 'video_missing', 'The recording is missing.');
    return await this.presentOne(await this.keepUpload(author, { ...fields, uploadId }));
  }

  /**
   * An earlier recording becomes the answer. Twice is the same as once.
   * @throws AppError 404 `video_not_found`, 409 `submitted`
   */
  async choose(author: SignedInParticipant, id: string): Promise<AnswerVideo> {
    const recording = await this.requireOwn(author.id, id);
    await this.participants.change(author, async (transaction) => {
      if (!(await this.answers.choose(recording, transaction))) throw notFound();
    });
    return this.presentOne(Object.assign(recording, { isChosen: true }));
  }

  /** @throws AppError 404 `video_not_found`, 409 `recording_chosen`, 409 `submitted` */
  async removeEarlier(author: SignedInParticipant, id: string): Promise<void> {
    const recording = await this.requireOwn(author.id, id);
    await this.participants.change(author, async (transaction) => {
      const mediaIds = await this.answers.removeEarlier(recording, transaction);
      if (mediaIds.length === 0) throw chosen();
      await this.media.scheduleRemoval(mediaIds, transaction);
    });
    await this.media.sweepDeletions();
  }

  /** Within Submit: what is not an answer goes, its files with the next sweep of media. */
  async removeAllEarlierOf(participantId: string, transaction: Transaction): Promise<void> {
    await this.media.scheduleRemoval(await this.answers.removeAllEarlierOf(participantId, transaction), transaction);
  }

  /** Within the removal of a person, or of what they withdraw: their answers go, those in words too, and their recordings with the next sweep of media. Returns how many answers. */
  async removeAllOf(participantId: string, transaction: Transaction, only?: OnlyThese): Promise<number> {
    const before = await this.answers.countOf(participantId, transaction);
    const mediaIds = await this.answers.removeAllOf(participantId, transaction, only);
    await this.media.scheduleRemoval(mediaIds, transaction);
    const written = await this.words.removeAllOf(participantId, transaction, only);
    return before - (await this.answers.countOf(participantId, transaction)) + written;
  }

  private async describeAll(answers: Answer[]): Promise<StoredRecording[]> {
    const pieces = await this.pieces.findAllOf(answers);
    const shown = [...answers, ...pieces.flat()].map(({ media }) => media);
    const videos = new Map((await this.prepared.findAll(shown)).map((video) => [video.original.id, video]));
    const proofOf = await this.proofs.findAll(pieces.flat().map(({ mediaId }) => mediaId));
    return answers.map((answer, index) => {
      const told = pieces[index]!.map((piece) => toPiece(piece, videos.get(piece.mediaId)!, proofOf(piece.mediaId)));
      return toRecording(answer, videos.get(answer.mediaId)!, told);
    });
  }

  /** With the earlier recordings, where it is the answer. */
  private async presentOne(answer: Answer): Promise<AnswerVideo> {
    const { participantId, questionId, isChosen } = answer;
    const earlier = isChosen ? await this.answers.findEarlierOf({ participantId, questionId }) : [];
    const [recording, ...others] = await this.describeAll([answer, ...earlier]);
    return withEarlier(recording!, others);
  }

  private async keepUpload(author: SignedInParticipant, fields: AnswerFields & { uploadId: string }): Promise<Answer> {
    const { participantId, questionId, uploadId } = fields;
    const answer = await this.uploads.claim<Answer>(
      ownerOf(author),
      uploadId,
      (file, claim) => this.keep(author, file, fields, claim),
      () => this.answers.findByUpload(participantId, uploadId, author.helperLinkId),
    );
    if (answer.questionId === questionId) return answer;
    throw new AppError(409, 'upload_used', 'This upload is already the answer to another question.');
  }

  private async keep(
    author: SignedInParticipant,
    file: FinishedFile,
    fields: AnswerFields,
    claim?: ClaimUpload<Answer>,
  ): Promise<Answer> {
    if (fields.isAddition && (await this.answers.findAt(fields))) return this.add(author, file, fields, claim);
    const same = await this.answers.findSame(fields, file.sha256, author.helperLinkId);
    if (same) return this.keepSame(author, same, fields, claim);
    const { insteadOf, isAddition: _, recorded, keepsFlawed, ...told } = fields;
    const proof = await this.proofs.prove({ participantId: author.id, file, recorded, keepsFlawed });
    const kept = await this.newMedia.store(file, 'recording', async (media, transaction) => {
      await this.participants.lockToChange(author, transaction);
      await this.consents.requireNoRefusal(author.id, transaction);
      const isChosen = await this.becomesAnswer(told, insteadOf, transaction);
      const made = { id: randomUUID(), mediaId: media.id, media, createdAt: new Date(), isSetApart: false };
      const helperLinkId = author.helperLinkId ?? null;
      const saved: Answer = { ...told, ...made, ...NEVER_JOINED, isChosen, helperLinkId };
      // First, so that the second of two at once ends here and not in a refused row.
      await claim?.(saved, transaction);
      if ((await this.answers.countRecordings(fields, author.helperLinkId, transaction)) >= QUESTION_RECORDINGS_MAX)
        throw full();
      await this.answers.insert(saved, transaction);
      await this.participants.recordSteps(
        fields.participantId,
        stepFieldsCompletedByAnswer(fields.questionId),
        transaction,
      );
      await this.proofs.keep(media.id, proof, transaction);
      return saved;
    });
    this.proofs.checkSoon(proof);
    return kept;
  }

  /** Goes on from what is the answer. The same recording again is no further piece. */
  private async add(
    author: SignedInParticipant,
    file: FinishedFile,
    { participantId, questionId, uploadId, durationHint, recorded, keepsFlawed }: AnswerFields,
    claim?: ClaimUpload<Answer>,
  ): Promise<Answer> {
    const place = { participantId, questionId };
    const proof = await this.proofs.prove({ participantId, file, recorded, keepsFlawed });
    const answer = await this.newMedia.store(file, 'recording', async (media, transaction) => {
      await this.participants.lockToChange(author, transaction);
      await this.consents.requireNoRefusal(author.id, transaction);
      const continued = await this.answers.findAt(place, transaction);
      if (!continued) throw notFound();
      await claim?.(continued, transaction);
      const made = { id: randomUUID(), mediaId: media.id, media, createdAt: new Date() };
      if (await this.pieces.append(continued, { ...made, uploadId, durationHint }, transaction)) {
        await this.proofs.keep(media.id, proof, transaction);
        return continued;
      }
      await this.media.scheduleRemoval([media.id], transaction);
      return continued;
    });
    await this.media.sweepDeletions();
    this.pieces.joinSoon();
    this.proofs.checkSoon(proof);
    // What was added has changed it.
    return (await this.answers.findOf(participantId, { id: answer.id })) ?? answer;
  }

  /** The same recording twice is one: that of its person, where they have sent it, too. */
  private keepSame(
    author: SignedInParticipant,
    same: Answer,
    fields: AnswerFields,
    claim?: ClaimUpload<Answer>,
  ): Promise<Answer> {
    const changes = { uploadId: fields.uploadId ?? same.uploadId, helperLinkId: author.helperLinkId ?? null };
    return this.participants.change(author, async (transaction) => {
      const isChosen = same.isChosen || (await this.becomesAnswer(fields, fields.insteadOf, transaction));
      const saved = Object.assign(same, { ...changes, isChosen });
      await claim?.(saved, transaction);
      await this.answers.setSame(same, changes, transaction);
      if (saved.isChosen && !(await this.answers.choose(same, transaction))) throw notFound();
      return saved;
    });
  }

  /** Unless the sender does not know what was chosen meanwhile: then they are asked. */
  private async becomesAnswer(
    place: Pick<Answer, 'participantId' | 'questionId'>,
    insteadOf: string | null | undefined,
    transaction: Transaction,
  ): Promise<boolean> {
    const chosenId = await this.answers.findChosenId(place, transaction);
    return insteadOf === undefined || chosenId === null || chosenId === insteadOf;
  }

  /** @throws AppError 404 `video_not_found`, also for the answer of someone else */
  async requireOwn(participantId: string, answerId: string): Promise<Answer> {
    const answer = isUUID(answerId) ? await this.answers.findOf(participantId, { id: answerId }) : null;
    if (answer === null) throw notFound();
    return answer;
  }
}

function notFound(): AppError {
  return new AppError(404, 'video_not_found', 'This video does not exist.');
}

function chosen(): AppError {
  return new AppError(409, 'recording_chosen', 'This recording is your answer. Choose another one first.');
}

function full(): AppError {
  return new AppError(409, 'recordings_full', RECORDINGS_FULL);
}

function withEarlier(answer: StoredRecording, others: StoredRecording[]): AnswerVideo {
  return { ...answer, earlierRecordings: others.filter(({ questionId }) => questionId === answer.questionId) };
}

/** A recording as its participant sees it. */
function toRecording(answer: Answer, video: VideoRenditions, pieces: AnswerPieceOnWire[]): StoredRecording {
  const { id, questionId, title, createdAt, isChosen } = answer;
  const { original, playable, poster } = video;
  const lengths = pieces.map(({ durationSeconds }) => durationSeconds);
  return {
    id,
    questionId,
    title,
    videoUrl: answerStreamPath(id),
    mimeType: playable.mimeType,
    posterUrl: poster ? answerPosterPath(id) : null,
    durationSeconds: isJoined(answer) ? video.durationSeconds : sumOf(lengths),
    preparation: joinedPreparation(answer, video.preparation),
    proof: worstProof(pieces.map(({ proof }) => proof)),
    fileSize: original.bytes,
    sha256: original.sha256.toString('hex'),
    createdAt: createdAt.toISOString(),
    isChosen,
    pieces,
    isJoined: isJoined(answer),
    ...fromHelper(answer),
  };
}

function toPiece({ id, createdAt }: AnswerPiece, video: VideoRenditions, proof: RecordingProof): AnswerPieceOnWire {
  const { original, playable, durationSeconds, preparation } = video;
  return {
    id,
    videoUrl: answerPiecePath(id),
    mimeType: playable.mimeType,
    durationSeconds,
    preparation,
    proof,
    fileSize: original.bytes,
    sha256: original.sha256.toString('hex'),
    createdAt: createdAt.toISOString(),
  };
}

/** What a sender knows of a recording, when they wait for its proof. */
function factsOf({
  asksProof,
  recordedSeconds: seconds,
  lagSeconds,
  pictureSeconds,
  hasSound,
  hasPicture,
}: Pick<
  SaveAnswerDto,
  'asksProof' | 'recordedSeconds' | 'lagSeconds' | 'pictureSeconds' | 'hasSound' | 'hasPicture'
>): RecordedFacts | null {
  return asksProof ? { seconds, lagSeconds, pictureSeconds, hasSound, hasPicture } : null;
}

function sumOf(lengths: (number | null)[]): number | null {
  return lengths.reduce((sum, seconds) => (sum === null || seconds === null ? null : sum + seconds), 0);
}
