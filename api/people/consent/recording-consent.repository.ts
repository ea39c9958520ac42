import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ArrayContains, Repository } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import { RecordingConsent } from './recording-consent.entity.js';

@Injectable()
export class RecordingConsentRepository {
  constructor(@InjectRepository(RecordingConsent) private readonly consents: Repository<RecordingConsent>) {}

  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.consents.manager.transaction(work);
  }

  find(participantId: string, transaction?: Transaction): Promise<Readonly<RecordingConsent> | null> {
    return this.at(transaction).findOneBy({ participantId });
  }

  findByGuardianToken(tokenHash: Buffer): Promise<RecordingConsent | null> {
    return this.consents.findOneBy([
      { guardianTokenHash: tokenHash },
      { guardianAgreedHashes: ArrayContains([tokenHash]) },
    ]);
  }

  async save(consent: RecordingConsent, transaction: Transaction): Promise<void> {
    await this.at(transaction).upsert(consent, ['participantId']);
  }

  private at(transaction?: Transaction): Repository<RecordingConsent> {
    return transaction?.getRepository(RecordingConsent) ?? this.consents;
  }
}
