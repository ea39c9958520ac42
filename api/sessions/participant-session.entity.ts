import { Column, Entity } from 'typeorm';
import { TokenSession } from '../token-sessions/token-session.entity.js';

@Entity('participant_session')
export class ParticipantSession extends TokenSession {
  @Column('uuid')
  participantId: string;
}
