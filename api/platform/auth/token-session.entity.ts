import { Column, PrimaryColumn } from 'typeorm';

/** The columns of every kind of session. The token itself is only in the visitor's cookie. */
export abstract class TokenSession {
  @PrimaryColumn('bytea')
  tokenHash: Buffer;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  lastSeenAt: Date;
}
