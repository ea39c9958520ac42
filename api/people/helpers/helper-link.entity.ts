import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TokenSession } from '../../platform/auth/stored-sessions.js';

/** A link by which somebody who helps adds to a participant's story. The token itself is only in the link. */
@Entity('helper_link')
export class HelperLink {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  participantId: string;

  /** Whom it is for, in the participant's words; may be empty. */
  @Column('text')
  name: string;

  @Column('bytea')
  tokenHash: Buffer;

  /** Whoever made it had come by a mailed link. */
  @Column('boolean')
  isProven: boolean;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  endsAt: Date;

  /** When its participant ended it; null unless they did. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;

  /** When somebody first opened it, and agreed. */
  @Column('timestamptz', { nullable: true })
  openedAt: Date | null;
}

/** A browser in which such a link was opened. */
@Entity('helper_session')
export class HelperSession extends TokenSession {
  @Column('uuid')
  helperLinkId: string;
}
