import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../database/bigint-column.js';

/** A key that a device of a producer keeps; what is here only verifies what it signs. */
@Entity('passkey')
export class StoredPasskey {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  /** By which the device finds it, in base64url. */
  @Column('text')
  credentialId: string;

  /** In COSE. */
  @Column('bytea')
  publicKey: Buffer;

  /** How often the device has signed, as it counts; 0 where it does not. */
  @Column({ type: 'bigint', transformer: bigintAsNumber })
  counter: number;

  /** How a browser reaches the device. */
  @Column('text', { array: true })
  transports: string[];

  @Column('text')
  label: string;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;
}

/** What a device is asked to sign, until it is or its time is over. */
@Entity('passkey_challenge')
export class PasskeyChallenge {
  @PrimaryColumn('bytea')
  challengeHash: Buffer;

  /** Who adds a passkey by it; null: somebody signs in. */
  @Column('uuid', { nullable: true })
  accountId: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
