import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mailed link that signs a person in once. The token itself is only in the mail. */
@Entity('sign_in_link')
export class SignInLink {
  @PrimaryColumn('bytea')
  tokenHash: Buffer;

  @Column('uuid')
  participantId: string;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;
}
