import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { SessionLifetime } from '../../platform/auth/stored-sessions.js';
import { BrowserTokensRepository } from './browser-tokens.repository.js';
import { PARTICIPANT_SESSION_ABSOLUTE_MS, PARTICIPANT_SESSION_IDLE_MS } from '../../contract/limits.js';
import { ParticipantSession } from './participant-session.entity.js';

const LIFETIME: SessionLifetime = { idleMs: PARTICIPANT_SESSION_IDLE_MS, absoluteMs: PARTICIPANT_SESSION_ABSOLUTE_MS };

@Injectable()
export class ParticipantSessionsRepository extends BrowserTokensRepository<ParticipantSession> {
  constructor(@InjectRepository(ParticipantSession) table: Repository<ParticipantSession>) {
    super(table, LIFETIME);
  }
}
