import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Transaction } from '../../platform/database/transaction.js';
import type { AnswerVideo } from '../../contract/interview/answers.js';
import { QUESTION_RECORDINGS_MAX, VIDEO_MAX_BYTES } from '../../contract/common/limits.js';
import type { RecordedFacts } from '../../contract/media/recording-proof.js';
import { stepFieldsCompletedByAnswer } from '../../contract/interview/steps.js';
import { RECORDINGS_FULL, VIDEO_TOO_LARGE } from '../../contract/common/wordings.js';
import { AppError } from '../../platform/http/app-error.js';
import { checkFields } from '../../platform/http/known-fields.js';
import { MediaService } from '../../media/store/media.service.js';
import { NewMediaService } from '../../media/store/new-media.service.js';
import type { FinishedFile } from '../../media/store/temporary-file.js';
import { RequestFiles } from '../../media/uploads/request-files.js';
import { type ClaimUpload, UploadClaims } from '../../media/uploads/upload-claims.js';
import { ownerOf } from '../../media/uploads/upload-owner.js';
import { ConsentRules } from '../consent/consent-rules.service.js';
import { ParticipantsService } from '../participants/participants.service.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import type { Answer } from './answer.entity.js';
import { answerNotFound, AnswerPiecesService } from './answer-pieces.service.js';
import { SaveAnswerDto } from './answers.dto.js';
import { AnswersRepository } from './answers.repository.js';
import { AnswersService } from './answers.service.js';
import { QuestionsService } from './questions.service.js';
import { RecordingProofsService } from './recording-proofs.service.js';

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

const NEVER_JOINED = {
  piecesRevision: 0,
  joinedRevision: 0,
  joinAttempts: 0,
  joinFailures: 0,
  joinDueAt: null,
  joinProblem: null,
};

/** A recording comes: it becomes the answer, an earlier recording, a further piece, or is known already. */
@Injectable()
export class SaveAnswerService {
  constructor(
    private readonly answers: AnswersService,
    private readonly repository: AnswersRepository,
    private readonly pieces: AnswerPiecesService,
    private readonly questions: QuestionsService,
    private readonly participants: ParticipantsService,
    private readonly consentRules: ConsentRules,
    private readonly proofs: RecordingProofsService,
    private readonly media: MediaService,
    private readonly newMedia: NewMediaService,
    private readonly requestFiles: RequestFiles,
    private readonly claims: UploadClaims,
  ) {}

  /**
   * Reads the request's body and keeps the recording in it, or that of the upload which it names, as the answer, unless the
   * sender does not know of the present one; what was the answer stays as an earlier recording. The same upload again, and the
   * same bytes, get the same answer.
   * @throws AppError 409 `submitted`, 409 `recordings_full`, 422 `recording_flawed`, `recording_unplayable`
   */
  async save(author: SignedInParticipant, request: Request): Promise<AnswerVideo> {
    await using body = await this.requestFiles.readDataUrl(request, {
      owner: ownerOf(author),
      field: 'videoData',
      limit: LIMIT,
    });
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
    if (body.file) return await this.answers.present(await this.keep(author, body.file, { ...fields, uploadId: null }));
    if (uploadId === undefined) throw new AppError(400, 'video_missing', 'The recording is missing.');
    return await this.answers.present(await this.keepUpload(author, { ...fields, uploadId }));
  }

  private async keepUpload(author: SignedInParticipant, fields: AnswerFields & { uploadId: string }): Promise<Answer> {
    const { participantId, questionId, uploadId } = fields;
    const answer = await this.claims.claim<Answer>(
      ownerOf(author),
      uploadId,
      (file, claim) => this.keep(author, file, fields, claim),
      () => this.repository.findByUpload(participantId, uploadId, author.helperLinkId),
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
    if (fields.isAddition && (await this.repository.findAt(fields))) return this.add(author, file, fields, claim);
    const same = await this.repository.findSame(fields, file.sha256, author.helperLinkId);
    const known = same && (await this.keepSame(author, same, fields, claim));
    if (known) return known;
    const { insteadOf, isAddition: _, recorded, keepsFlawed, ...told } = fields;
    const proof = await this.proofs.prove({ participantId: author.id, file, recorded, keepsFlawed });
    const kept = await this.newMedia.store(file, 'recording', async (media, transaction) => {
      await this.participants.lockAuthorToChange(author, transaction);
      await this.consentRules.requireRecordable(author.id, transaction);
      const isChosen = await this.becomesAnswer(told, insteadOf, transaction);
      const made = { id: randomUUID(), mediaId: media.id, media, createdAt: new Date(), isSetApart: false };
      const helperLinkId = author.helperLinkId ?? null;
      const saved: Answer = { ...told, ...made, ...NEVER_JOINED, isChosen, helperLinkId };
      // First, so that the second of two at once ends here and not in a refused row.
      await claim?.(saved, transaction);
      if ((await this.repository.countRecordings(fields, author.helperLinkId, transaction)) >= QUESTION_RECORDINGS_MAX)
        throw full();
      await this.repository.insert(saved, transaction);
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
      await this.participants.lockAuthorToChange(author, transaction);
      await this.consentRules.requireRecordable(author.id, transaction);
      const continued = await this.repository.findAt(place, transaction);
      if (!continued) throw answerNotFound();
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
    return (await this.repository.findOf(participantId, { id: answer.id })) ?? answer;
  }

  /** The same recording twice is one: that of its person, where they have sent it, too. Null when it was removed meanwhile. */
  private keepSame(
    author: SignedInParticipant,
    same: Answer,
    fields: AnswerFields,
    claim?: ClaimUpload<Answer>,
  ): Promise<Answer | null> {
    const changes = { uploadId: fields.uploadId ?? same.uploadId, helperLinkId: author.helperLinkId ?? null };
    return this.participants.change(author, async (transaction) => {
      if (!(await this.repository.setSame(same, changes, transaction))) return null;
      // What was the answer when its bytes were compared may be an earlier recording by now.
      const isAnswer = same.id === (await this.repository.findChosenId(fields, transaction));
      const isChosen = isAnswer || (await this.becomesAnswer(fields, fields.insteadOf, transaction));
      const saved = Object.assign(same, { ...changes, isChosen });
      await claim?.(saved, transaction);
      if (saved.isChosen) await this.repository.choose(same, transaction);
      return saved;
    });
  }

  /** Unless the sender does not know what was chosen meanwhile: then they are asked. */
  private async becomesAnswer(
    place: Pick<Answer, 'participantId' | 'questionId'>,
    insteadOf: string | null | undefined,
    transaction: Transaction,
  ): Promise<boolean> {
    const chosenId = await this.repository.findChosenId(place, transaction);
    return insteadOf === undefined || chosenId === null || chosenId === insteadOf;
  }
}

function full(): AppError {
  return new AppError(409, 'recordings_full', RECORDINGS_FULL);
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
