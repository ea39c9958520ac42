import { Column, Entity } from 'typeorm';
import { TokenSession } from './token-session.entity.js';

@Entity('staff_session')
export class StaffSession extends TokenSession {
  /** As the producer gave it at the gate. */
  @Column('text', { nullable: true })
  producerName: string | null;
}
