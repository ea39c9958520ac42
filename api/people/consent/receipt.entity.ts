import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ReceiptActor, ReceiptDetails, ReceiptKind, ReceiptMethod } from '../../contract/consent/receipts.js';
import { bigintAsNumber } from '../../platform/database/bigint-column.js';

/** What somebody agreed to or refused. The database takes new ones at the end of the chain, and changes none. */
@Entity('consent_receipt')
export class ConsentReceipt {
  /** From 1 on, without gaps. */
  @PrimaryColumn('bigint', { transformer: bigintAsNumber })
  number: number;

  @Column('uuid')
  id: string;

  /** Whose it is, as `ConsentSubject` tells while that person is there; afterwards it names nobody. */
  @Column('uuid')
  subjectKey: string;

  @Column('text')
  kind: ReceiptKind;

  @Column('text')
  actor: ReceiptActor;

  /** Of the producer who recorded it, as they named themselves. */
  @Column('text', { nullable: true })
  producerName: string | null;

  @Column('text')
  method: ReceiptMethod;

  @Column('text')
  wordingVersion: string;

  /** SHA-256 of the words that were read. */
  @Column('bytea')
  wordingHash: Buffer;

  /** SHA-256 of exactly the cut that was watched; null where it is about none. */
  @Column('bytea', { nullable: true })
  cutHash: Buffer | null;

  @Column('jsonb')
  details: ReceiptDetails;

  @Column('timestamptz')
  at: Date;

  @Column('bytea')
  previousHash: Buffer;

  @Column('bytea')
  hash: Buffer;
}

/** Whose receipts those with this key are. Goes with the person; the receipts stay. */
@Entity('consent_subject')
export class ConsentSubject {
  @PrimaryColumn('uuid')
  participantId: string;

  @Column('uuid')
  subjectKey: string;
}
