import { Column, Entity } from 'typeorm';
import { TokenSession } from './stored-sessions.js';

@Entity('staff_session')
export class StaffSession extends TokenSession {
  /** As the producer gave it at the gate. */
  @Column('text', { nullable: true })
  producerName: string | null;
}

/** A browser in which staff have signed in: it proves that, and opens nothing. */
@Entity('staff_browser')
export class StaffBrowser extends TokenSession {}
