import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import type { Transaction } from '../database/transaction.js';
import { PasskeyChallenge, StoredPasskey } from './passkeys.entity.js';

@Injectable()
export class PasskeysRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The one added first first. */
  findAllOf(accountId: string): Promise<StoredPasskey[]> {
    return this.dataSource.manager.find(StoredPasskey, {
      where: { accountId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  findByCredentialId(credentialId: string): Promise<StoredPasskey | null> {
    return this.dataSource.manager.findOneBy(StoredPasskey, { credentialId });
  }

  countOf(accountId: string, transaction: Transaction): Promise<number> {
    return transaction.countBy(StoredPasskey, { accountId });
  }

  /** @returns false where that key is here already */
  async insert(passkey: StoredPasskey, transaction: Transaction): Promise<boolean> {
    const { id, accountId, credentialId, publicKey, counter, transports, label, createdAt } = passkey;
    const rows = await transaction.query<unknown[]>(
      `INSERT INTO passkey (id, account_id, credential_id, public_key, counter, transports, label, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (credential_id) DO NOTHING RETURNING 1`,
      [id, accountId, credentialId, publicKey, counter, transports, label, createdAt],
    );
    return rows.length > 0;
  }

  /** @returns whether it was there, and theirs */
  async remove(id: string, accountId: string, transaction: Transaction): Promise<boolean> {
    const { affected } = await transaction.delete(StoredPasskey, { id, accountId });
    return affected === 1;
  }

  /** @returns false where it is gone, or has counted as far meanwhile: then somebody has a copy of it */
  async use(id: string, counter: number, at: Date, transaction: Transaction): Promise<boolean> {
    const [, used] = await transaction.query<[unknown, number]>(
      `UPDATE passkey SET counter = $2, last_used_at = $3 WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
      [id, counter, at],
    );
    return used === 1;
  }

  async insertChallenge(
    challenge: PasskeyChallenge,
    transaction: Transaction = this.dataSource.manager,
  ): Promise<void> {
    await transaction.insert(PasskeyChallenge, challenge);
  }

  /** @returns whether it was there, made for that after `time`: of several at once, one is told so */
  async useChallenge(challengeHash: Buffer, accountId: string | null, time: Date): Promise<boolean> {
    const { affected } = await this.dataSource.manager.delete(PasskeyChallenge, {
      challengeHash,
      accountId: accountId ?? IsNull(),
      createdAt: MoreThan(time),
    });
    return affected === 1;
  }

  async removeChallengesMadeBefore(time: Date): Promise<void> {
    await this.dataSource.manager.delete(PasskeyChallenge, { createdAt: LessThanOrEqual(time) });
  }
}
