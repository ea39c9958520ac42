import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../../platform/database/bigint-column.js';
import type { UploadOwner } from './upload-owner.js';

/** The answer that refused a file. */
export interface UploadRefusal {
  status: number;
  code: string;
  message: string;
}

/** One file that arrives in chunks. */
@Entity('upload_session')
export class UploadSession {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  /** `set_apart`: nobody's, until the owner of an e-mail says that it is theirs. */
  audience: UploadOwner['audience'] | 'set_apart';

  @Column('uuid', { nullable: true })
  participantId: string | null;

  /** The link of the helper who sends it; null: the participant, or nobody's. */
  @Column('uuid', { nullable: true })
  helperLinkId: string | null;

  @Column('text')
  filename: string;

  /** What the client said. */
  @Column('text')
  mimeType: string;

  @Column('bigint', { transformer: bigintAsNumber })
  totalSize: number;

  @Column('int')
  totalChunks: number;

  /** Begun without a size: both totals say what has come, until it is closed. */
  @Column('boolean', { default: false })
  isOpen: boolean;

  /** What the feature that started the session wants to find again when it is processed. */
  @Column('jsonb')
  details: object;

  /** The answer of processing, once that has happened. */
  @Column('jsonb', { nullable: true })
  result: object | null;

  /** Why the whole file was refused, once that has happened: what was sent is gone then. */
  @Column('jsonb', { nullable: true })
  refusal: UploadRefusal | null;

  @Column('timestamptz')
  createdAt: Date;
}

/** A chunk whose bytes are on the disk. */
@Entity('upload_chunk')
export class UploadChunk {
  @PrimaryColumn('uuid')
  uploadId: string;

  @PrimaryColumn('int')
  chunkIndex: number;

  @Column('int')
  bytes: number;

  /** CRC-32 as a signed number: for whoever sends a chunk again when the file is gone. Null of one from before. */
  @Column('int', { nullable: true })
  checksum: number | null;

  @Column('timestamptz', { default: () => 'now()' })
  receivedAt: Date;
}

/** A participant's file is declared whole first and named later, by an answer or a photo; the others are claimed at once. */
export function isCompletedFirst({ audience }: UploadSession): boolean {
  return audience === 'participant';
}

/** Something has been made of the file, which is gone with that. A participant's session would be gone, too. */
export function isClaimed(session: UploadSession): boolean {
  return session.result !== null && !isCompletedFirst(session);
}
