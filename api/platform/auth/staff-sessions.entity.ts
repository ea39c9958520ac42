import { Column, Entity } from 'typeorm';
import { TokenSession } from './stored-sessions.js';

@Entity('staff_session')
export class StaffSession extends TokenSession {
  /** As the producer gave it at the gate, or as their account has it. */
  @Column('text', { nullable: true })
  producerName: string | null;

  /** Null: opened with the staff password. */
  @Column('uuid', { nullable: true })
  accountId: string | null;
}

/** A browser in which staff have signed in: it proves that, and opens nothing. */
@Entity('staff_browser')
export class StaffBrowser extends TokenSession {
  /** As of a session. */
  @Column('uuid', { nullable: true })
  accountId: string | null;
}
