import { Injectable } from '@nestjs/common';
import { filmsOf } from '../videos/releases/standing/releases.service.js';
import type { RemovalCause } from '../../contract/staff/elsewhere.js';
import type { Withdrawal } from '../../contract/stories/my-story.js';
import { MediaService } from '../../media/store/media.service.js';
import { UploadSessionsService } from '../../media/uploads/upload-sessions.service.js';
import { AnswersService } from '../../people/interview/answers.service.js';
import { emailKey } from '../../contract/people/email-key.js';
import type { OnlyThese } from '../../people/participants/only-these.js';
import { PhotosService } from '../../people/photos/photos.service.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { runAll } from '../../platform/jobs/run-all.js';
import type { Mail } from '../../platform/mail/mail.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { ElsewhereService, type HostedBefore } from '../elsewhere/elsewhere.service.js';
import { Publisher, type BlockedVideo } from '../publishing/publisher.js';
import { PersonVideosService } from '../videos/changes/person-videos.service.js';

export interface Removed {
  withdrawal: Withdrawal;
  /** Of its answers. */
  recordingIds: string[];
  /** Videos that stay, and are of the film of one that goes by itself: what holds for it holds for them. */
  refusedIds: string[];
  videos: HostedBefore[];
  /** What was approved until then. */
  approved: BlockedVideo[];
  uploadIds: string[];
  /** Of somebody whom nothing here may name any more. */
  emailKeys?: string[];
  /** The last mail to them. */
  said?: Mail | null;
}

/** What goes of a person: from the database, from where it stands elsewhere, and then with its files. */
@Injectable()
export class StoryRemoval {
  constructor(
    private readonly answers: AnswersService,
    private readonly photos: PhotosService,
    private readonly personVideos: PersonVideosService,
    private readonly uploadSessions: UploadSessionsService,
    private readonly media: MediaService,
    private readonly elsewhere: ElsewhereService,
    private readonly publisher: Publisher,
    private readonly mailer: Mailer,
  ) {}

  /**
   * Within a transaction that holds the person.
   * @param at as the ledger has it
   */
  async remove(
    participantId: string,
    what: Withdrawal['what'],
    at: Date,
    only: OnlyThese,
    transaction: Transaction,
  ): Promise<Removed> {
    const isAll = what === 'everything' || what === 'story';
    const { count: answers, recordingIds } =
      isAll || what === 'answer'
        ? await this.answers.removeAllOf(participantId, transaction, only)
        : { count: 0, recordingIds: [] };
    const photos = isAll || what === 'photo' ? await this.photos.removeAllOf(participantId, transaction, only) : 0;
    const { removed: videos, taken } =
      isAll || what === 'video'
        ? await this.personVideos.removeAllOf(participantId, at, transaction, only)
        : { removed: [], taken: [] };
    const films = what === 'video' ? videos.flatMap(filmsOf) : [];
    const refused = await this.personVideos.listOfFilms(participantId, films, transaction);
    if (what === 'everything') await this.personVideos.removePapersOf(participantId, transaction);
    const uploadIds = isAll ? await this.uploadSessions.removeAllAbout(participantId, transaction, only.until) : [];
    const approved = videos.filter(({ isApproved }) => isApproved);
    return {
      withdrawal: {
        at: at.toISOString(),
        what,
        answers,
        photos,
        videos: videos.length,
        publicVideos: approved.length,
        publicUploads: 0,
      },
      recordingIds,
      refusedIds: refused.map(({ id }) => id),
      videos,
      approved: [...approved, ...taken],
      uploadIds,
    };
  }

  /** Within a removal: what has to go elsewhere, too. Photos and answers were never public. */
  async recall(
    participantId: string,
    cause: RemovalCause,
    { withdrawal: { what }, videos }: Removed,
    transaction: Transaction,
  ): Promise<void> {
    if (what === 'answer' || what === 'photo') return;
    await this.elsewhere.recall({ participantId, cause, videos }, transaction);
  }

  /** After the commit. What is public goes first, also at other servers: a mail may take its time. */
  async finish({ approved, uploadIds, emailKeys = [], said }: Removed): Promise<void> {
    this.publisher.block(...approved);
    await runAll(
      () => this.publisher.forget(),
      () => this.media.sweepDeletions(),
      () => this.uploadSessions.removeFiles(uploadIds),
      async () => {
        // The mailer has logged why not.
        if (said) await this.mailer.send(said).catch(() => undefined);
        if (emailKeys.length > 0) await this.mailer.forget((address) => emailKeys.includes(emailKey(address)));
      },
    );
  }
}
