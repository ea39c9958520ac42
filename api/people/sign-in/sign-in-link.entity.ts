import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where a link leads: to what is left of the interview, or to the story of whoever has completed it or asked there. */
export type LinkAim = 'interview' | 'my-story';

/** A mailed link that signs a person in once. The token itself is only in the mail. */
@Entity('sign_in_link')
export class SignInLink {
  @PrimaryColumn('bytea')
  tokenHash: Buffer;

  @Column('uuid')
  participantId: string;

  @Column('text')
  aim: LinkAim;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;
}
