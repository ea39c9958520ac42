import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { type SessionLifetime, StoredSessions } from '../token-sessions/stored-sessions.js';
import { PARTICIPANT_SESSION_ABSOLUTE_MS, PARTICIPANT_SESSION_IDLE_MS } from '../contract/limits.js';
import { ParticipantSession } from './participant-session.entity.js';

const LIFETIME: SessionLifetime = { idleMs: PARTICIPANT_SESSION_IDLE_MS, absoluteMs: PARTICIPANT_SESSION_ABSOLUTE_MS };

@Injectable()
export class ParticipantSessionsRepository extends StoredSessions<ParticipantSession> {
  constructor(@InjectRepository(ParticipantSession) private readonly table: Repository<ParticipantSession>) {
    super(table, LIFETIME);
  }

  async start(tokenHash: Buffer, participantId: string): Promise<void> {
    const now = new Date();
    await this.table.insert({ tokenHash, participantId, createdAt: now, lastSeenAt: now });
  }
}
