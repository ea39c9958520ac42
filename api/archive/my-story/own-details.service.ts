import { Injectable } from '@nestjs/common';
import type { ChangeMyStoryRequest, StoryWishesRequest } from '../../contract/stories/my-story.js';
import { LedgerClock } from '../../people/ledger/ledger-clock.service.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { CorrectionsService } from '../../people/participants/corrections.service.js';
import { OwnChanges } from '../../people/participants/own-changes.service.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import { emailUnproven, type SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { StoryWishesService } from '../../people/participants/story-wishes.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { ElsewhereService } from '../elsewhere/elsewhere.service.js';
import { Publisher } from '../publishing/publisher.js';
import { PersonVideosService } from '../videos/changes/person-videos.service.js';

/** What people change of what there is about themselves. */
@Injectable()
export class OwnDetails {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly ownChanges: OwnChanges,
    private readonly corrections: CorrectionsService,
    private readonly wishes: StoryWishesService,
    private readonly personVideos: PersonVideosService,
    private readonly elsewhere: ElsewhereService,
    private readonly publisher: Publisher,
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
    private readonly audit: AuditService,
  ) {}

  /** The name that is shown, and the handles. When it resolves, the public sees the name at its new address, and no earlier one. */
  async change(person: SignedInParticipant, { shownName: typed, ...handles }: ChangeMyStoryRequest): Promise<void> {
    if (!person.isProven) throw emailUnproven();
    const { firstName, tag } = await this.participants.get(person.id);
    const shownName = typed === firstName ? '' : typed;
    if (givesAnything({ shownName, ...handles }, tag)) await this.ownChanges.take(person.id);
    const noted = (transaction: Transaction) =>
      this.audit.record('own_data_changed', { type: 'participant', id: person.id }, transaction);
    if (Object.values(handles).some((value) => value !== undefined)) {
      await this.corrections.change(person.id, handles, null, (_made, transaction) => noted(transaction));
    }
    if (shownName === undefined) return;
    const tick = (transaction: Transaction) => this.clock.tick(person.id, transaction);
    const before = await this.corrections.showAs(person.id, shownName || null, tick, async (transaction, at) => {
      await this.personVideos.renameAllOf(person.id, at, transaction);
      await noted(transaction);
      await this.ledger.append({ kind: 'named', participantId: person.id }, at);
      await this.elsewhere.recall({ participantId: person.id, cause: 'renamed', videos: [] }, transaction);
    });
    if (before === null) return;
    this.publisher.blockStory(before);
    await this.publisher.forget();
  }

  /** For staff to read, in case that the person cannot decide any more. */
  async setWishes(person: SignedInParticipant, { words, contactName, contact }: StoryWishesRequest): Promise<void> {
    const wishes = { words, contactName, contact };
    if (!(await this.wishes.onlyTakesAway(person.id, wishes))) await this.ownChanges.take(person.id);
    await this.participants.changeAsOwner(person, async (transaction) => {
      const isChanged = await this.wishes.set(person.id, wishes, transaction);
      if (isChanged) await this.audit.record('own_data_changed', { type: 'participant', id: person.id }, transaction);
    });
  }
}

/** What only takes away is no more than was given before. `isTagged`: the wish to be tagged is there already. */
function givesAnything({ tag, ...texts }: ChangeMyStoryRequest, isTagged: boolean): boolean {
  return (tag === true && !isTagged) || Object.values(texts).some(Boolean);
}
