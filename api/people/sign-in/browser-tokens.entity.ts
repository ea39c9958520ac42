import { Column, Entity } from 'typeorm';
import { TokenSession } from '../../platform/auth/stored-sessions.js';

/** What ties one browser to one person. */
export abstract class BrowserToken extends TokenSession {
  @Column('uuid')
  participantId: string;

  /** It came by a mailed link, or from one that did. By registering alone it holds only until the e-mail is proven. */
  @Column('boolean')
  isProven: boolean;

  /** The session and the device token of one browser have it in common, so that both can be ended from another one. */
  @Column('uuid', { default: () => 'gen_random_uuid()' })
  browserId: string;
}

@Entity('participant_session')
export class ParticipantSession extends BrowserToken {}

/** A browser in which a person was signed in. */
@Entity('device_token')
export class DeviceToken extends BrowserToken {}
