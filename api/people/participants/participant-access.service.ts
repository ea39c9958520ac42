import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { ParticipantAccessRepository } from './participant-access.repository.js';

/** Every way in which a browser may be a person's. */
@Injectable()
export class ParticipantAccess {
  constructor(private readonly access: ParticipantAccessRepository) {}

  /**
   * Ends all of them, because the person's mail goes to another mailbox from now on: nobody has shown yet who reads that
   * one. Whatever else was concluded from the old mailbox has to end here, too.
   */
  endAll(participantId: string, transaction: Transaction): Promise<void> {
    return this.access.removeAllOf(participantId, transaction);
  }
}
