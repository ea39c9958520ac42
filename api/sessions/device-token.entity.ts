import { Column, Entity } from 'typeorm';
import { TokenSession } from '../token-sessions/token-session.entity.js';

/** A browser in which a person was signed in. */
@Entity('device_token')
export class DeviceToken extends TokenSession {
  @Column('uuid')
  participantId: string;
}
