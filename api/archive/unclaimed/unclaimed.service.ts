import { Injectable } from '@nestjs/common';
import type { DiscardUnclaimedRequest } from '../../contract/people/participants.js';
import { MediaService } from '../../media/store/media.service.js';
import { UploadSessionsService } from '../../media/uploads/upload-sessions.service.js';
import { ConsentRepeats } from '../../people/consent/consent-repeats.service.js';
import { RecordingProofsService } from '../../people/interview/recording-proofs.service.js';
import { afterCommit } from '../../people/ledger/after-commit.js';
import { LedgerClock } from '../../people/ledger/ledger-clock.service.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import type { Participant } from '../../people/participants/participant.entity.js';
import type { SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import { StoryChoicesService } from '../../people/participants/story-choices.service.js';
import { UnclaimedBeginnings, type WholeBeginning } from '../../people/participants/unclaimed-beginnings.service.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { signedOut } from '../../platform/http/app-error.js';
import { runAll } from '../../platform/jobs/run-all.js';
import { ElsewhereService } from '../elsewhere/elsewhere.service.js';
import { PersonVideosService } from '../videos/changes/person-videos.service.js';
import { VideoTakeBacks } from '../videos/changes/video-take-backs.service.js';
import { isGuardianKept, isHiddenByOthers, newSlug } from './disclaimed.js';
import { givenBack } from './given-back.js';
import { UnclaimedRepository } from './unclaimed.repository.js';

/**
 * What was begun under an e-mail before its owner came by a mailed link: they alone say whether it is theirs. Saying it
 * twice, or when nothing waits, changes nothing. Nobody can be asked who has not come by such a link.
 */
@Injectable()
export class UnclaimedService {
  constructor(
    private readonly unclaimed: UnclaimedRepository,
    private readonly participants: ParticipantsService,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly choices: StoryChoicesService,
    private readonly media: MediaService,
    private readonly personVideos: PersonVideosService,
    private readonly takeBacks: VideoTakeBacks,
    private readonly uploadSessions: UploadSessionsService,
    private readonly consentRepeats: ConsentRepeats,
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
    private readonly elsewhere: ElsewhereService,
    private readonly proofs: RecordingProofsService,
  ) {}

  /** @throws AppError 401 `signed_out` where another browser has proven the e-mail since the request came */
  async claim(owner: SignedInParticipant): Promise<void> {
    await this.decide(owner, async (participant, beginning, transaction) => {
      const { id } = participant;
      await this.unclaimed.giveBack(id, transaction);
      const fields = givenBack(participant, beginning);
      await this.unclaimed.setParticipant(id, fields, transaction);
      await this.beginnings.end(id, transaction);
      if (fields.status === 'submitted') {
        const { mediaIds } = await this.unclaimed.removeEarlier(id, transaction);
        await this.media.scheduleRemoval(mediaIds, transaction);
      }
      await this.consentRepeats.giveBack(id, transaction);
    });
    this.proofs.tellSoon();
    await this.media.sweepDeletions();
  }

  /**
   * Deletes what was begun, for good, and the name that came with it. Showcase videos can only have been made of it: they are
   * withdrawn from the archive and wherever else they stand, for staff to decide about.
   * @throws AppError 401 `signed_out` as `claim`; 503 `publishing_failed` as the archive does; the public sees nothing more
   *   all the same
   */
  async discard(owner: SignedInParticipant, name: DiscardUnclaimedRequest): Promise<void> {
    const { id } = owner;
    let drafts: string[] = [];
    const disclaimed = await this.decide(owner, async (participant, _beginning, transaction) => {
      const { mediaIds, wordsIds } = await this.unclaimed.remove(id, transaction);
      const videos = await this.personVideos.listLockedOf(id, transaction);
      const isHidden = await this.forget(participant, name, videos.length > 0, transaction);
      await this.beginnings.end(id, transaction);
      await this.media.scheduleRemoval(mediaIds, transaction);
      drafts = await this.uploadSessions.removeAllSetApart(id, transaction);
      const at = await this.note(id, [...mediaIds, ...wordsIds], videos, transaction);
      const { approved, unsaid } = await this.takeBacks.disclaimAllOf(id, transaction);
      await this.elsewhere.recall({ participantId: id, cause: 'withdrawn', videos, isAnothers: true }, transaction);
      if (isHidden) await this.choices.set(id, { hiddenAt: null, shownAt: at }, transaction);
      return { approved, unsaid, isHidden, at };
    });
    if (disclaimed === null) return;
    const { approved, unsaid, isHidden, at } = disclaimed;
    await runAll(
      () => this.personVideos.takeDown(approved),
      // Neither the limits of a paper nor what others have hidden is a "no" of theirs. Only now: what was not kept counts for nothing.
      () =>
        afterCommit(async () => {
          if (isHidden) await this.ledger.append({ kind: 'shown', participantId: id }, at);
          for (const videoId of unsaid) {
            await this.ledger.append({ kind: 'released', participantId: id, id: videoId }, at);
          }
        }),
      () => this.media.sweepDeletions(),
      () => this.uploadSessions.removeFiles(drafts),
    );
  }

  /** @returns null where nothing waits */
  private decide<T>(
    owner: SignedInParticipant,
    write: (participant: Participant, beginning: WholeBeginning, transaction: Transaction) => Promise<T>,
  ): Promise<T | null> {
    return this.participants.inTransaction(async (transaction) => {
      const participant = await this.participants.lockAuthor(owner, transaction);
      if (!participant) throw signedOut();
      const beginning = await this.beginnings.find(owner.id, transaction);
      return beginning && write(participant, beginning, transaction);
    });
  }

  /** Whoever began it is named nowhere. Returns whether they, or their guardian, have hidden the story: its owner did not. */
  private async forget(
    participant: Participant,
    { firstName, lastName }: DiscardUnclaimedRequest,
    hasVideos: boolean,
    transaction: Transaction,
  ): Promise<boolean> {
    const { id } = participant;
    await this.unclaimed.setParticipant(id, { firstName, lastName }, transaction);
    await this.unclaimed.leaveNames(id, transaction);
    const choice = await this.choices.find(id, transaction);
    const base = newSlug(participant, choice.shownName ?? firstName, hasVideos);
    if (base !== null) await this.unclaimed.rename(id, base, transaction);
    const guardian = await this.unclaimed.lockGuardian(id, transaction);
    if (guardian && isGuardianKept(guardian, hasVideos)) await this.unclaimed.discardGuardian(id, transaction);
    else await this.unclaimed.removeGuardian(id, transaction);
    return isHiddenByOthers(choice, participant, guardian);
  }

  /** An older database has what is not theirs still, and may show it. Returns when that was. */
  private async note(
    participantId: string,
    removed: string[],
    videos: { id: string }[],
    transaction: Transaction,
  ): Promise<Date> {
    const at = await this.clock.tick(participantId, transaction);
    for (const id of removed) await this.ledger.append({ kind: 'removed', participantId, id }, at);
    for (const { id } of videos) await this.ledger.append({ kind: 'covered', participantId, id }, at);
    return at;
  }
}
