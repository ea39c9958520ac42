import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One question of the interview, numbered from 1. */
@Entity('question')
export class Question {
  @PrimaryColumn('int')
  id: number;

  @Column('text')
  title: string;

  @Column('text')
  text: string;

  /** Words to begin the answer with. */
  @Column('text', { nullable: true })
  starterPhrase: string | null;

  /** Place in the interview, counted from 1. */
  @Column('int')
  sequence: number;
}
