import { Injectable } from '@nestjs/common';
import type { ReceiptKind } from '../../contract/receipts.js';
import {
  RELEASE_WORDS,
  RELEASE_WORDS_VERSION,
  type ReleaseDecision,
  type ReleaseRequest,
} from '../../contract/releases.js';
import { ReceiptsService } from '../../people/consent/receipts.service.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import { signedOut, type SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { noSuchVideo } from '../videos/showcase-video-row.js';
import { ShowcaseVideosService } from '../videos/showcase-videos.service.js';
import { emailUnproven } from './withdrawals.service.js';

const RECEIPTS: Record<ReleaseDecision, ReceiptKind> = {
  yes: 'release_given',
  change: 'changes_asked',
  no: 'release_refused',
};

/** What people say to a finished cut of theirs. */
@Injectable()
export class OwnReleases {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly showcase: ShowcaseVideosService,
    private readonly receipts: ReceiptsService,
    private readonly ledger: WithdrawalLedger,
  ) {}

  /**
   * When it resolves after anything but a yes, nothing of the video is public, nor can it be approved.
   * @throws AppError 403 `email_unproven`; 404 for the video of somebody else; 409 `cut_changed`; 503 `publishing_failed`
   *   when the answer is kept, but public files could not be removed yet: they are refused to everyone from then on
   */
  async answer(person: SignedInParticipant, videoId: string, answer: ReleaseRequest): Promise<void> {
    if (!person.isProven) throw emailUnproven();
    const { id: participantId } = person;
    const { decision, cutHash } = answer;
    const { at, taken } = await this.participants.inTransaction(async (transaction) => {
      if (!(await this.participants.lockAs(person, transaction))) throw signedOut();
      if (await this.participants.findUnclaimed(participantId, transaction)) throw noSuchVideo();
      // Only now: whoever waited for the lock says it after the other one.
      const said = new Date();
      const withdrawn = await this.showcase.release(videoId, participantId, answer, transaction);
      if (decision !== 'yes') await this.ledger.append({ kind: 'refused', participantId, id: videoId }, said);
      await this.receipts.append(transaction, {
        subject: { participantId },
        kind: RECEIPTS[decision],
        actor: 'participant',
        method: 'screen',
        wording: { version: RELEASE_WORDS_VERSION, words: Object.values(RELEASE_WORDS).join('\n') },
        cutHash: Buffer.from(cutHash, 'hex'),
        details: { decision },
      });
      return { at: said, taken: withdrawn };
    });
    // Only now: a yes that was not kept counts for nothing.
    if (decision === 'yes') await this.ledger.append({ kind: 'released', participantId, id: videoId }, at);
    await this.showcase.withdraw(taken);
  }
}
