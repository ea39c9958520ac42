import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ArrayContains, IsNull, Not, Repository } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import { WHY_NOT_SHOWN, type WhyNotShown } from './not-shown.js';
import { GuardianSetApart, isSetApart, RecordingConsent } from './recording-consent.entity.js';

@Injectable()
export class RecordingConsentRepository {
  constructor(@InjectRepository(RecordingConsent) private readonly consents: Repository<RecordingConsent>) {}

  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.consents.manager.transaction(work);
  }

  find(
    participantId: string,
    transaction: Transaction = this.consents.manager,
  ): Promise<Readonly<RecordingConsent> | null> {
    return transaction.findOneBy(RecordingConsent, { participantId });
  }

  /** Of whom a parent or guardian decides: all of them, or that person. */
  async findUnder18(participantId?: string): Promise<string[]> {
    const where = { guardianEmail: Not(IsNull()), ...(participantId !== undefined && { participantId }) };
    const found = await this.consents.find({ select: { participantId: true }, where });
    return found.map((consent) => consent.participantId);
  }

  /** What waits with a beginning, and goes with it to whoever claims it. */
  findSetApart(participantId: string, transaction: Transaction): Promise<Readonly<GuardianSetApart> | null> {
    return transaction.findOneBy(GuardianSetApart, { participantId, discardedAt: IsNull() });
  }

  /** Of whom something waits without a beginning, as an earlier version leaves it. */
  async findLeftApart(): Promise<string[]> {
    const rows = await this.consents.query<{ id: string }[]>(
      `SELECT participant_id AS id FROM guardian_set_apart g WHERE discarded_at IS NULL
         AND NOT EXISTS (SELECT FROM unclaimed_beginning b WHERE b.participant_id = g.participant_id)`,
    );
    return rows.map(({ id }) => id);
  }

  /** Whose story is hidden or withdrawn: of one person, or of all. */
  findNotShown(participantId: string | null): Promise<(WhyNotShown & { participantId: string })[]> {
    return this.consents.query(
      `SELECT n.participant_id AS "participantId", ${WHY_NOT_SHOWN} FROM story_choice n
       WHERE (n.hidden_at IS NOT NULL OR n.withdrawn_at IS NOT NULL) AND ($1::uuid IS NULL OR n.participant_id = $1)`,
      [participantId],
    );
  }

  /** As `findSetApart`, also of a beginning that was not theirs. */
  findEverSetApart(participantId: string, transaction: Transaction): Promise<Readonly<GuardianSetApart> | null> {
    return transaction.findOneBy(GuardianSetApart, { participantId });
  }

  /** The person's own, else what waits with a beginning. */
  async findByGuardianToken(tokenHash: Buffer): Promise<Readonly<RecordingConsent | GuardianSetApart> | null> {
    const links = [{ guardianTokenHash: tokenHash }, { guardianAgreedHashes: ArrayContains([tokenHash]) }];
    return (
      (await this.consents.findOneBy(links)) ??
      this.consents.manager.findOneBy(
        GuardianSetApart,
        links.map((link) => ({ ...link, discardedAt: IsNull() })),
      )
    );
  }

  async save(consent: RecordingConsent | GuardianSetApart, transaction: Transaction): Promise<void> {
    const entity = isSetApart(consent) ? GuardianSetApart : RecordingConsent;
    await transaction.upsert(entity, consent, ['participantId']);
  }

  async removeSetApart(participantId: string, transaction: Transaction): Promise<void> {
    await transaction.delete(GuardianSetApart, { participantId });
  }
}
