import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import { SignInLink } from './sign-in-link.entity.js';

@Injectable()
export class SignInLinksRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** When links of that person were made after `time`, the oldest first. */
  async findTimesSince(participantId: string, time: Date, transaction: Transaction): Promise<Date[]> {
    const links = await transaction.find(SignInLink, {
      where: { participantId, createdAt: MoreThan(time) },
      order: { createdAt: 'ASC' },
    });
    return links.map(({ createdAt }) => createdAt);
  }

  /** Of that person now; undefined when they are gone. */
  async findEmail(participantId: string, transaction: Transaction): Promise<string | undefined> {
    const [row] = await transaction.query<{ email: string }[]>('SELECT email FROM participant WHERE id = $1', [
      participantId,
    ]);
    return row?.email;
  }

  async insert(link: SignInLink, transaction: Transaction): Promise<void> {
    await transaction.insert(SignInLink, link);
  }

  async remove(tokenHash: Buffer): Promise<void> {
    await this.dataSource.manager.delete(SignInLink, { tokenHash });
  }

  /** The link with this token, unless it was used or not made after `time`. */
  findUsable(tokenHash: Buffer, time: Date): Promise<SignInLink | null> {
    return this.dataSource.manager.findOneBy(SignInLink, { tokenHash, usedAt: IsNull(), createdAt: MoreThan(time) });
  }

  /** @returns whether the link was still unused: of several at once, one is told so */
  async use(tokenHash: Buffer, transaction: Transaction): Promise<boolean> {
    const { affected } = await transaction.update(SignInLink, { tokenHash, usedAt: IsNull() }, { usedAt: new Date() });
    return affected === 1;
  }

  async useAllOf(participantId: string, transaction: Transaction): Promise<void> {
    await transaction.update(SignInLink, { participantId, usedAt: IsNull() }, { usedAt: new Date() });
  }

  async removeAllOf(participantId: string, transaction: Transaction): Promise<void> {
    await transaction.delete(SignInLink, { participantId });
  }

  async removeMadeBefore(time: Date): Promise<void> {
    await this.dataSource.manager.delete(SignInLink, { createdAt: LessThanOrEqual(time) });
  }
}
