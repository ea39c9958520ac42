import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { MediaModule } from '../../media/media.module.js';
import { ConsentModule } from '../consent/consent.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { ParticipantsModule } from '../participants/participants.module.js';
import { JobsModule } from '../../platform/jobs/jobs.module.js';
import { UploadsModule } from '../../media/uploads/uploads.module.js';
import { AnswerJoinsWorker } from './answer-joins.worker.js';
import { AnswerPiecesRepository } from './answer-pieces.repository.js';
import { AnswerPiecesService } from './answer-pieces.service.js';
import { Answer, AnswerPiece } from './answer.entity.js';
import { AnswersController } from './answers.controller.js';
import { AnswersRepository } from './answers.repository.js';
import { AnswersService } from './answers.service.js';
import { PhotosModule } from '../photos/photos.module.js';
import { ProgressController } from './progress.controller.js';
import { ProgressService } from './progress.service.js';
import { Question } from './question.entity.js';
import { RecordingDraftsController } from './recording-drafts.controller.js';
import { RecordingDraftsService } from './recording-drafts.service.js';
import { RecordingProofRow } from './recording-proof.entity.js';
import { RecordingProofsRepository } from './recording-proofs.repository.js';
import { RecordingProofsService } from './recording-proofs.service.js';
import { RecordingProofsWorker } from './recording-proofs.worker.js';
import { QuestionsController } from './questions.controller.js';
import { QuestionsRepository } from './questions.repository.js';
import { QuestionsService } from './questions.service.js';
import { SaveAnswerService } from './save-answer.service.js';
import { WrittenAnswer } from './written-answer.entity.js';
import { WrittenAnswersController } from './written-answers.controller.js';
import { WrittenAnswersRepository } from './written-answers.repository.js';
import { WrittenAnswersService } from './written-answers.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Question, Answer, AnswerPiece, WrittenAnswer, RecordingProofRow]),
    JobsModule,
    AuditModule,
    ConsentModule,
    LedgerModule,
    MailModule,
    MediaModule,
    ParticipantsModule,
    PhotosModule,
    UploadsModule,
  ],
  controllers: [
    RecordingDraftsController,
    WrittenAnswersController,
    QuestionsController,
    AnswersController,
    ProgressController,
  ],
  providers: [
    QuestionsService,
    QuestionsRepository,
    AnswersService,
    SaveAnswerService,
    AnswersRepository,
    AnswerPiecesService,
    AnswerPiecesRepository,
    AnswerJoinsWorker,
    RecordingProofsRepository,
    RecordingProofsService,
    RecordingDraftsService,
    RecordingProofsWorker,
    WrittenAnswersService,
    WrittenAnswersRepository,
    ProgressService,
  ],
  exports: [
    WrittenAnswersService,
    QuestionsService,
    AnswersService,
    AnswerPiecesService,
    SaveAnswerService,
    RecordingDraftsService,
    RecordingProofsService,
  ],
})
export class InterviewModule {}
