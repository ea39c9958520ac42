import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { InterviewModule } from '../../people/interview/interview.module.js';
import { MediaModule } from '../../media/media.module.js';
import { ParticipantsModule } from '../../people/participants/participants.module.js';
import { ElsewhereModule } from '../elsewhere/elsewhere.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { UploadsModule } from '../../media/uploads/uploads.module.js';
import { RenditionReady } from '../../media/transcode/video-renditions.service.js';
import { JobsModule } from '../../platform/jobs/jobs.module.js';
import { Transcriber } from './drafts/transcriber.js';
import { TranscriptDraft } from './drafts/transcript-draft.entity.js';
import { TranscriptDraftsController } from './drafts/transcript-drafts.controller.js';
import { TranscriptDraftsRepository } from './drafts/transcript-drafts.repository.js';
import { TranscriptDraftsService } from './drafts/transcript-drafts.service.js';
import { TranscriptDraftsWorker } from './drafts/transcript-drafts.worker.js';
import { HostedThumbnail } from './hosted/hosted-thumbnail.entity.js';
import { HostedThumbnailsRepository } from './hosted/hosted-thumbnails.repository.js';
import { HostedThumbnailsWorker } from './hosted/hosted-thumbnails.worker.js';
import { HostedVideosService } from './hosted/hosted-videos.service.js';
import { VideoHosts } from './hosted/video-hosts.js';
import { WordVersion } from './words/word-version.entity.js';
import { WordVersionsController } from './changes/word-versions.controller.js';
import { WordVersionsRepository } from './words/word-versions.repository.js';
import { WordVersionsService } from './words/word-versions.service.js';
import { ConsentModule } from '../../people/consent/consent.module.js';
import { LedgerModule } from '../../people/ledger/ledger.module.js';
import { StaffReleasesController } from './releases/staff-releases.controller.js';
import { PaperReleases } from './releases/paper-releases.service.js';
import { ReleaseAnswers } from './releases/release-answers.service.js';
import { ReleaseLinksController } from './releases/release-links.controller.js';
import { ReleaseLinksRepository } from './releases/release-links.repository.js';
import { ReleaseLinks } from './releases/release-links.service.js';
import { ReleaseTimes } from './releases/release-times.js';
import { ReleaseRequests } from './releases/release-requests.service.js';
import { ReleasesRepository } from './releases/standing/releases.repository.js';
import { ReleasesService } from './releases/standing/releases.service.js';
import { LookedAt } from './changes/looked-at.js';
import { NewShowcaseVideo } from './adding/new-showcase-video.js';
import { ShowcaseFilesService } from './catalogue/showcase-files.service.js';
import { ShowcaseSubjectsController } from './subjects/showcase-subjects.controller.js';
import { ShowcaseSubjectsRepository } from './subjects/showcase-subjects.repository.js';
import { ShowcaseSubjectsService } from './subjects/showcase-subjects.service.js';
import { ShowcaseUploadsController } from './adding/showcase-uploads.controller.js';
import { ShowcaseUploadsService } from './adding/showcase-uploads.service.js';
import { ShowcaseVideoRowsRepository } from './catalogue/showcase-video-rows.repository.js';
import { ShowcaseVideo } from './catalogue/showcase-video.entity.js';
import { ShowcaseVideosController } from './catalogue/showcase-videos.controller.js';
import { VideoChangesController } from './changes/video-changes.controller.js';
import { ShowcaseChangesRepository } from './catalogue/showcase-changes.repository.js';
import { WrittenChaptersController } from './adding/written-chapters.controller.js';
import { WrittenChapters } from './adding/written-chapters.service.js';
import { PersonVideosService } from './changes/person-videos.service.js';
import { ShowcaseVideosService } from './catalogue/showcase-videos.service.js';
import { VideoApproval } from './changes/video-approval.service.js';
import { VideoTransactions } from './changes/video-transactions.service.js';
import { VideoEditing } from './changes/video-editing.service.js';
import { VideoLocks } from './changes/video-locks.service.js';
import { VideoMoves } from './changes/video-moves.service.js';
import { VideoRemoval } from './changes/video-removal.service.js';
import { VideoRepeats } from './changes/video-repeats.service.js';
import { VideoTakeBacks } from './changes/video-take-backs.service.js';

const draftProviders = [Transcriber, TranscriptDraftsRepository, TranscriptDraftsService, TranscriptDraftsWorker];

const releases = [
  ReleasesRepository,
  ReleasesService,
  ReleaseRequests,
  ReleaseAnswers,
  ReleaseLinksRepository,
  ReleaseLinks,
  ReleaseTimes,
  PaperReleases,
];

const hosted = [VideoHosts, HostedThumbnailsRepository, HostedThumbnailsWorker, HostedVideosService];

@Module({
  imports: [
    TypeOrmModule.forFeature([ShowcaseVideo, TranscriptDraft, HostedThumbnail, WordVersion]),
    AuditModule,
    ElsewhereModule,
    ConsentModule,
    LedgerModule,
    MailModule,
    InterviewModule,
    JobsModule,
    MediaModule,
    ParticipantsModule,
    PublishingModule,
    UploadsModule,
  ],
  controllers: [
    ShowcaseSubjectsController,
    ShowcaseUploadsController,
    ShowcaseVideosController,
    VideoChangesController,
    WrittenChaptersController,
    TranscriptDraftsController,
    WordVersionsController,
    StaffReleasesController,
    ReleaseLinksController,
  ],
  providers: [
    ShowcaseSubjectsService,
    ShowcaseSubjectsRepository,
    ShowcaseUploadsService,
    ShowcaseVideosService,
    VideoTransactions,
    VideoEditing,
    VideoMoves,
    VideoApproval,
    VideoRemoval,
    PersonVideosService,
    VideoLocks,
    VideoTakeBacks,
    VideoRepeats,
    ShowcaseChangesRepository,
    ShowcaseVideoRowsRepository,
    ShowcaseFilesService,
    LookedAt,
    NewShowcaseVideo,
    WrittenChapters,
    WordVersionsRepository,
    WordVersionsService,
    ...draftProviders,
    ...hosted,
    ...releases,
  ],
  exports: [
    ShowcaseVideosService,
    PersonVideosService,
    VideoTakeBacks,
    VideoRepeats,
    ShowcaseFilesService,
    ReleaseAnswers,
  ],
})
export class VideosModule implements OnModuleInit {
  constructor(
    private readonly renditionReady: RenditionReady,
    private readonly approval: VideoApproval,
    private readonly takeBacks: VideoTakeBacks,
    private readonly draftsWorker: TranscriptDraftsWorker,
    private readonly thumbnailsWorker: HostedThumbnailsWorker,
  ) {}

  onModuleInit(): void {
    this.renditionReady.subscribe((mediaId) => this.approval.publishRendition(mediaId));
    this.thumbnailsWorker.changeWithin((...picture) => this.takeBacks.changePicture(...picture));
    this.renditionReady.subscribe((mediaId) => this.draftsWorker.addOfMedia(mediaId));
  }
}
