import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../contract/staff/audit.js';
import type { GuardianPreview } from '../../contract/consent/consent.js';
import { ConsentRules } from '../../people/consent/consent-rules.service.js';
import { GuardianConsent } from '../../people/consent/guardian-consent.service.js';
import { afterCommit } from '../../people/ledger/after-commit.js';
import { LedgerClock } from '../../people/ledger/ledger-clock.service.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { OwnChanges } from '../../people/participants/own-changes.service.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import type { SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { StoryChoicesService } from '../../people/participants/story-choices.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { ElsewhereService } from '../elsewhere/elsewhere.service.js';
import { Publisher, type BlockedVideo } from '../publishing/publisher.js';
import { PersonVideosService } from '../videos/changes/person-videos.service.js';
import type { ShowcaseVideoRow } from '../videos/catalogue/showcase-video-row.js';

/**
 * Whether the public sees a story that stays, as its person says, or a parent or guardian does. A no is in the ledger before
 * the database agrees to it, and refused to everyone before it is answered. Each may be repeated; two at once do no harm.
 */
@Injectable()
export class StoryVisibility {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly choices: StoryChoicesService,
    private readonly guardians: GuardianConsent,
    private readonly consentRules: ConsentRules,
    private readonly personVideos: PersonVideosService,
    private readonly elsewhere: ElsewhereService,
    private readonly publisher: Publisher,
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
    private readonly audit: AuditService,
    private readonly ownChanges: OwnChanges,
  ) {}

  /** When it resolves, the story is a 404 to everyone. */
  async hide(person: SignedInParticipant): Promise<void> {
    const approved = await this.participants.changeAsOwner(person, (transaction) =>
      this.hideWithin(person.id, transaction),
    );
    await this.personVideos.takeDown(approved);
  }

  /**
   * As `GuardianConsent.ask`: what is public of somebody who turns out to be under 18 is so no more, until
   * they show it again after a yes.
   */
  async askGuardian(author: SignedInParticipant, email: string, version: string): Promise<void> {
    let approved: BlockedVideo[] = [];
    try {
      await this.guardians.ask(author, email, version, async (participantId, transaction) => {
        const videos = await this.personVideos.listLockedOf(participantId, transaction);
        // Most are asked at the beginning, when there is nothing to hide.
        if (videos.some(({ isApproved }) => isApproved)) approved = await this.hideWithin(participantId, transaction);
      });
    } finally {
      // Also where the mail could not be sent.
      await this.personVideos.takeDown(approved);
    }
  }

  /** As `GuardianConsent.answer`: after a no, which is for good, nothing of the story is public. */
  async answerAsGuardian(token: string, answer: 'yes' | 'no', version: string): Promise<GuardianPreview> {
    let approved: BlockedVideo[] = [];
    try {
      return await this.guardians.answer(token, answer, version, async (participantId, transaction, subjectKey) => {
        approved = await this.hideWithin(participantId, transaction, subjectKey);
      });
    } finally {
      // Also where the database has kept it, and could not say so.
      await this.personVideos.takeDown(approved);
    }
  }

  /** What is approved is public again. @throws AppError 409 `guardian_decides`; 429 `too_many_changes` */
  async showAgain(person: SignedInParticipant): Promise<void> {
    await this.ownChanges.take(person.id);
    const shownAt = await this.participants.changeAsOwner(person, async (transaction) => {
      const { hiddenAt } = await this.choices.find(person.id, transaction);
      if (hiddenAt === null) return null;
      await this.consentRules.requirePublishable(person.id, null, transaction);
      const at = await this.clock.tick(person.id, transaction);
      await this.choices.set(person.id, { hiddenAt: null, shownAt: at }, transaction);
      await this.personVideos.touchAllOf(person.id, transaction);
      await this.note('story_shown_again', person.id, transaction);
      await this.elsewhere.standDown(person.id, transaction);
      return at;
    });
    if (shownAt === null) return;
    try {
      // Only now: a yes that was not kept counts for nothing.
      await afterCommit(() => this.ledger.append({ kind: 'shown', participantId: person.id }, shownAt));
    } finally {
      await this.publisher.bringUpToDate();
    }
  }

  /**
   * With the person held. Returns what was approved, which has to be withdrawn after the commit.
   * @param subjectKey of whose receipts it is one, where that is not the person as they are known
   */
  private async hideWithin(
    participantId: string,
    transaction: Transaction,
    subjectKey?: string,
  ): Promise<ShowcaseVideoRow[]> {
    const { hiddenAt } = await this.choices.find(participantId, transaction);
    if (hiddenAt === null) {
      const at = await this.clock.tick(participantId, transaction);
      await this.choices.set(participantId, { hiddenAt: at }, transaction);
      await this.personVideos.touchAllOf(participantId, transaction);
      await this.note('story_hidden', participantId, transaction);
      await this.ledger.append({ kind: 'hidden', participantId }, at);
    }
    const videos = await this.personVideos.listLockedOf(participantId, transaction);
    await this.elsewhere.recall({ participantId, cause: 'hidden', videos, subjectKey }, transaction);
    return videos.filter(({ isApproved }) => isApproved);
  }

  private note(action: AuditAction, id: string, transaction: Transaction): Promise<void> {
    return this.audit.record(action, { type: 'participant', id }, transaction);
  }
}
