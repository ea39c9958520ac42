import { Injectable } from '@nestjs/common';
import type { DiscardUnclaimedRequest } from '../../contract/participants.js';
import { MediaService } from '../../media/store/media.service.js';
import { UploadSessionsService } from '../../media/uploads/upload-sessions.service.js';
import { ConsentRepeats } from '../../people/consent/consent-repeats.service.js';
import { afterCommit } from '../../people/ledger/after-commit.js';
import { LedgerClock } from '../../people/ledger/ledger-clock.service.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import type { SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import { StoryChoicesService } from '../../people/participants/story-choices.service.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { runAll } from '../../platform/jobs/run-all.js';
import { ElsewhereService } from '../elsewhere/elsewhere.service.js';
import { PersonVideosService } from '../videos/changes/person-videos.service.js';

/**
 * What was begun under an e-mail before its owner came by a mailed link: they alone say whether it is theirs. Saying it
 * twice, or when nothing waits, changes nothing. Nobody can be asked who has not come by such a link.
 */
@Injectable()
export class UnclaimedService {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly choices: StoryChoicesService,
    private readonly media: MediaService,
    private readonly personVideos: PersonVideosService,
    private readonly uploadSessions: UploadSessionsService,
    private readonly consentRepeats: ConsentRepeats,
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
    private readonly elsewhere: ElsewhereService,
  ) {}

  /** @throws AppError 401 `signed_out` where another browser has proven the e-mail since the request came */
  async claim(owner: SignedInParticipant): Promise<void> {
    await this.participants.claim(owner, async (mediaIds, transaction) => {
      await this.media.scheduleRemoval(mediaIds, transaction);
      await this.consentRepeats.giveBack(owner.id, transaction);
    });
    await this.media.sweepDeletions();
  }

  /**
   * Deletes what was begun, for good. Showcase videos can only have been made of it: they are withdrawn from the archive
   * and wherever else they stand, for staff to decide about.
   * @throws AppError 401 `signed_out` as `claim`; 503 `publishing_failed` as the archive does; the public sees nothing more
   *   all the same
   */
  async discard(owner: SignedInParticipant, name: DiscardUnclaimedRequest): Promise<void> {
    const { id } = owner;
    let drafts: string[] = [];
    const disclaimed = await this.participants.disclaim(owner, name, async (removed, transaction) => {
      const { mediaIds, wordsIds, isHidden } = removed;
      await this.media.scheduleRemoval(mediaIds, transaction);
      drafts = await this.uploadSessions.removeAllSetApart(id, transaction);
      const videos = await this.personVideos.listLockedOf(id, transaction);
      const at = await this.note(id, [...mediaIds, ...wordsIds], videos, transaction);
      const { approved, unsaid } = await this.personVideos.disclaimAllOf(id, transaction);
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
