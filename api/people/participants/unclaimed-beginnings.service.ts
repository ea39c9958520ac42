import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Participant } from './participant.entity.js';
import { NOTHING_KEPT, splitOff } from './split-off.js';
import {
  type Beginning,
  UnclaimedBeginningsRepository,
  type WholeBeginning,
} from './unclaimed-beginnings.repository.js';

export type { Beginning, WholeBeginning };

/** What waits for people to say whether it is theirs. */
@Injectable()
export class UnclaimedBeginnings {
  constructor(private readonly beginnings: UnclaimedBeginningsRepository) {}

  listAll(): Promise<Beginning[]> {
    return this.beginnings.findAll();
  }

  find(id: string, transaction?: Transaction): Promise<WholeBeginning | null> {
    return this.beginnings.find(id, transaction);
  }

  /** Leaves a person that this transaction holds as they were before anything was recorded. */
  async setApart(participant: Participant, transaction: Transaction): Promise<void> {
    const { id, status } = participant;
    const answered = await this.beginnings.setThingsApart(id, transaction);
    const isSubmitted = status === 'submitted';
    const firstUploadAt = isSubmitted ? await this.beginnings.firstUpload(participant, transaction) : null;
    const { kept, left } = splitOff(participant, answered, firstUploadAt);
    await this.beginnings.insert(id, kept, transaction);
    await this.beginnings.setParticipant(id, { ...left, keptUnder: [randomUUID()] }, transaction);
  }

  /** It is decided about. */
  end(id: string, transaction: Transaction): Promise<void> {
    return this.beginnings.end(id, transaction);
  }

  /** Within a withdrawal that is repeated, before which they had decided: nothing is asked any more of which nothing is left. */
  endEmpty(id: string, transaction: Transaction): Promise<void> {
    return this.beginnings.endEmpty(id, transaction);
  }

  /** Of whom something waits without a beginning: they are asked about it once more. */
  askAgain(id: string, transaction: Transaction): Promise<void> {
    return this.beginnings.insert(id, NOTHING_KEPT, transaction);
  }
}
