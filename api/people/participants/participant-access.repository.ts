import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DeviceToken } from './device-token.entity.js';
import { ParticipantSession } from './participant-session.entity.js';
import { SignInLink } from './sign-in-link.entity.js';

@Injectable()
export class ParticipantAccessRepository {
  async removeAllOf(participantId: string, transaction: EntityManager): Promise<void> {
    for (const kind of [ParticipantSession, DeviceToken, SignInLink]) await transaction.delete(kind, { participantId });
  }
}
