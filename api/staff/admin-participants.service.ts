import { Injectable } from '@nestjs/common';
import { AuditService } from '../platform/audit/audit.service.js';
import type { StoryWishes } from '../contract/stories/my-story.js';
import type { AdminUser, ChangeUserRequest, NameVersion } from '../contract/staff/admin-participants.js';
import type { Transaction } from '../platform/database/transaction.js';
import { AppError } from '../platform/http/app-error.js';
import { currentProducerName } from '../platform/http/current-producer.js';
import { ConsentRules } from '../people/consent/consent-rules.service.js';
import { GuardianConsent } from '../people/consent/guardian-consent.service.js';
import { LedgerClock } from '../people/ledger/ledger-clock.service.js';
import { WithdrawalLedger } from '../people/ledger/withdrawal-ledger.js';
import { CorrectionsService } from '../people/participants/corrections.service.js';
import type { Participant } from '../people/participants/participant.entity.js';
import { StoryChoicesService } from '../people/participants/story-choices.service.js';
import { StoryWishesService } from '../people/participants/story-wishes.service.js';
import { ParticipantsService } from '../people/participants/participants.service.js';
import { UnclaimedBeginnings } from '../people/participants/unclaimed-beginnings.service.js';
import { BrowserSignIn } from '../people/sign-in/browser-sign-in.service.js';
import { ElsewhereService } from '../archive/elsewhere/elsewhere.service.js';
import { Publisher } from '../archive/publishing/publisher.js';
import { PersonVideosService } from '../archive/videos/changes/person-videos.service.js';
import { WithdrawalsService } from '../archive/my-story/withdrawals.service.js';
import { toAdminUser } from './to-admin-user.js';

/** What a request may ask to change. */
const CHANGES = ['photosNeeded', 'firstName', 'lastName', 'email', 'tag', 'instagram', 'tiktok'] as const;

/** What staff see of the people who tell their stories, and decide about them. */
@Injectable()
export class AdminParticipantsService {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly corrections: CorrectionsService,
    private readonly browserSignIn: BrowserSignIn,
    private readonly personVideos: PersonVideosService,
    private readonly publisher: Publisher,
    private readonly withdrawals: WithdrawalsService,
    private readonly wishes: StoryWishesService,
    private readonly audit: AuditService,
    private readonly choices: StoryChoicesService,
    private readonly consentRules: ConsentRules,
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
    private readonly elsewhere: ElsewhereService,
    private readonly guardians: GuardianConsent,
  ) {}

  /** Newest first. */
  async list(): Promise<AdminUser[]> {
    const [people, unclaimed, notShown, under18] = await Promise.all([
      this.participants.listAll(),
      this.beginnings.listAll(),
      this.consentRules.findNotShown(),
      this.guardians.listUnder18(),
    ]);
    const beginnings = new Map(unclaimed.map((beginning) => [beginning.participantId, beginning]));
    return people.map((person) =>
      toAdminUser(person, beginnings.get(person.id) ?? null, notShown.get(person.id) ?? null, under18.has(person.id)),
    );
  }

  /** @throws AppError 404 `participant_not_found`, 409 `media_upload_open` */
  async setDone(id: string, isDone: boolean): Promise<AdminUser> {
    const action = isDone ? 'participant_done' : 'participant_not_done';
    const participant = await this.participants.setDone(id, isDone, (transaction) =>
      this.audit.record(action, { type: 'participant', id }, transaction),
    );
    return this.seen(participant);
  }

  /**
   * Corrects a person's data. When it resolves, the public sees the new name at the new address, and nothing of the old one
   * but a way from there, where staff want that.
   * @throws AppError 400 when nothing is asked for; 404 `participant_not_found`, 409 `email_taken`, 409 `person_changed`;
   *   503 `publishing_failed` when all is corrected, but public files could not follow yet: what tells an old name that
   *   must not be told is refused to everyone from then on
   */
  async change(id: string, request: ChangeUserRequest): Promise<AdminUser> {
    const asked = CHANGES.filter((field) => request[field] !== undefined);
    if (asked.length === 0) throw new AppError(400, 'bad_request', 'Please say what to change.');
    const correction = await this.corrections.change(id, request, currentProducerName(), async (made, transaction) => {
      const action = asked.every((field) => field === 'photosNeeded') ? 'participant_changed' : 'participant_corrected';
      await this.audit.record(action, { type: 'participant', id }, transaction);
      if (made.isMailboxChanged) {
        await this.browserSignIn.endAllOf(id, transaction);
        made.after.mailboxCorrectedAt = made.isFormerMailbox ? null : new Date();
        await this.participants.setMailboxCorrected(id, made.after.mailboxCorrectedAt, transaction);
      }
      if (!made.isRenamed) return;
      const at = await this.clock.tick(id, transaction);
      await this.personVideos.renameAllOf(id, at, transaction);
      if (!made.isRedirected) await this.forgetName(id, at, transaction);
    });
    const { before, after, isRenamed, isRedirected } = correction;
    if (isRenamed && isRedirected) await this.publisher.bringUpToDate();
    else if (isRenamed) {
      this.publisher.blockStory(before.userName);
      await this.publisher.forget();
    }
    return this.seen(after);
  }

  /** As `GuardianConsent.askAnew`; throws what that throws. */
  async askAnew(id: string): Promise<AdminUser> {
    await this.guardians.askAnew(id, (transaction) =>
      this.audit.record('consent_asked_anew', { type: 'participant', id }, transaction),
    );
    return this.seen(await this.participants.get(id));
  }

  /** @throws AppError 404 `participant_not_found` */
  listNames(id: string): Promise<NameVersion[]> {
    return this.corrections.listNames(id);
  }

  /** @throws AppError 404 `participant_not_found` */
  async findWishes(userId: string): Promise<StoryWishes | null> {
    const { id } = await this.participants.get(userId);
    return this.wishes.find(id);
  }

  /** As `WithdrawalsService.removePerson`; throws what that throws. */
  async remove(id: string): Promise<void> {
    await this.withdrawals.removePerson(id, 'participant_deleted');
  }

  private async seen(participant: Participant): Promise<AdminUser> {
    const { id } = participant;
    const notShown = await this.consentRules.findNotShown(id);
    const under18 = await this.guardians.listUnder18(id);
    return toAdminUser(participant, await this.beginnings.find(id), notShown.get(id) ?? null, under18.has(id));
  }

  /** Nobody may be told the name until now any more: neither by an older backup nor by a copy of the site. */
  private async forgetName(participantId: string, at: Date, transaction: Transaction): Promise<void> {
    await this.choices.set(participantId, { namedAt: at }, transaction);
    await this.ledger.append({ kind: 'named', participantId }, at);
    await this.elsewhere.recall({ participantId, cause: 'renamed', videos: [] }, transaction);
  }
}
