import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { findAnsweredWords } from '../../contract/consent/answered-words.js';
import { findPrivacyVersion, PRIVACY, PRIVACY_VERSIONS } from '../../contract/consent/privacy.js';
import type {
  Receipt,
  ReceiptActor,
  ReceiptDetails,
  ReceiptKind,
  ReceiptMethod,
} from '../../contract/consent/receipts.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CHAIN_START, findFlaw, hashOfReceipt, hashOfWords } from './receipt-chain.js';
import type { ConsentReceipt } from './receipt.entity.js';
import { queueReceiptMail } from './receipt-mails.repository.js';
import { ReceiptsRepository } from './receipts.repository.js';

const READ_AT_ONCE = 1000;

/** What is written down, once. */
export interface NewReceipt {
  /** Whose it is: a participant who is there, or a key that was made before. */
  subject: { participantId: string } | { subjectKey: string };
  kind: ReceiptKind;
  actor: ReceiptActor;
  method: ReceiptMethod;
  /** Which words they read: their version, and the words themselves, of which only the hash is kept. */
  wording: { version: string; words: string };
  /** SHA-256 of exactly the cut that it is about. */
  cutHash?: Buffer;
  /** Of staff alone. */
  producerName?: string | null;
  details?: ReceiptDetails;
  /** Of the word that it is about, where later ones are told apart from it by that; else it is of now. */
  at?: Date;
}

/** A receipt that is not what it was, in words. */
export interface ChainFlaw {
  number: number;
  what: string;
}

/** Receipts of what people agreed to and refused: added at the end of a chain of hashes, and never changed. */
@Injectable()
export class ReceiptsService {
  private listener: () => void = () => {};

  constructor(private readonly receipts: ReceiptsRepository) {}

  /** @param listener called with each new one, before its transaction has ended */
  onAppend(listener: () => void): void {
    this.listener = listener;
  }

  /**
   * Adds a receipt, which stands and falls with `transaction`. As the last thing in it: until its end nobody else can add
   * one, and whoever waits for that holds locks of their own. To a participant it is mailed.
   */
  async append(
    transaction: Transaction,
    { subject, wording, details = {}, at = new Date(), ...said }: NewReceipt,
  ): Promise<Receipt> {
    const subjectKey =
      'subjectKey' in subject ? subject.subjectKey : await this.receipts.keyOf(subject.participantId, transaction);
    const end = await this.receipts.lockEnd(transaction);
    const wordingHash = hashOfWords(wording.words);
    const isNotice = findPrivacyVersion(wording.version)?.sha256 === wordingHash.toString('hex');
    const unhashed = {
      number: end.number + 1,
      id: randomUUID(),
      subjectKey,
      kind: said.kind,
      actor: said.actor,
      producerName: said.producerName ?? null,
      method: said.method,
      wordingVersion: wording.version,
      wordingHash,
      cutHash: said.cutHash ?? null,
      // Other words have versions of their own; the notice that held beside them is noted, too.
      details: isNotice ? details : { ...details, privacyVersion: PRIVACY.version },
      at,
      previousHash: end.hash,
    };
    const receipt = { ...unhashed, hash: hashOfReceipt(unhashed) };
    await this.receipts.insert(receipt, transaction);
    if ('participantId' in subject) await queueReceiptMail(receipt.id, subjectKey, transaction);
    this.listener();
    return toReceipt(receipt);
  }

  /** The key under which that person's receipts stay when the person goes; for what is written after their row is gone. */
  keyOf(participantId: string, transaction: Transaction): Promise<string> {
    return this.receipts.keyOf(participantId, transaction);
  }

  /** The receipts with that key are that person's again; false where there are others of theirs. */
  giveBackKey(participantId: string, subjectKey: string, transaction: Transaction): Promise<boolean> {
    return this.receipts.insertKey(participantId, subjectKey, transaction);
  }

  /**
   * Locks the keys of these people, before the transaction locks what whoever takes something back locks after their own key
   * and the end of the chain.
   */
  holdKeys(participantIds: string[], transaction: Transaction): Promise<void> {
    return this.receipts.holdKeys(participantIds, transaction);
  }

  /** All of a person's, oldest first. */
  async listOf(participantId: string): Promise<Receipt[]> {
    const subject = await this.receipts.findKeyOf(participantId);
    return subject ? (await this.receipts.findAllOf(subject.subjectKey)).map(toReceipt) : [];
  }

  /** What that person said last to exactly that cut, or about their whole story since; null: nothing. */
  findLastWord(participantId: string, cutHash: Buffer): Promise<ReceiptKind | null> {
    return this.receipts.findLastWord(participantId, cutHash);
  }

  /** Whether anything of these was said by or for that person at that time or since; `families`: how its kinds begin. */
  hasSince(subject: NewReceipt['subject'], families: string[], at: Date, transaction: Transaction): Promise<boolean> {
    return this.receipts.hasSince(subject, families, at, transaction);
  }

  /** Reads the whole chain, from its start to its end. `unknown`: whose words nobody can read any more. */
  async verify(): Promise<{ receipts: number; flaws: ChainFlaw[]; unknown: ChainFlaw[] }> {
    const flaws: ChainFlaw[] = [];
    const unknown: ChainFlaw[] = [];
    let last: Pick<ConsentReceipt, 'number' | 'hash'> = { number: 0, hash: CHAIN_START };
    let receipts = 0;
    for (;;) {
      const next = await this.receipts.findAfter(last.number, READ_AT_ONCE);
      for (const receipt of next) {
        const what = findFlaw(receipt, last);
        if (what !== null) flaws.push({ number: receipt.number, what });
        if (!areKept(receipt)) unknown.push({ number: receipt.number, what: lostWords(receipt) });
        last = receipt;
      }
      receipts += next.length;
      if (next.length < READ_AT_ONCE) return { receipts, flaws, unknown };
    }
  }
}

function areKept({ wordingHash }: ConsentReceipt): boolean {
  const sha256 = wordingHash.toString('hex');
  return PRIVACY_VERSIONS.some((known) => known.sha256 === sha256) || findAnsweredWords(sha256) !== null;
}

function lostWords({ wordingVersion, wordingHash }: ConsentReceipt): string {
  return `is of words of ${wordingVersion} that are not kept here: SHA-256 ${wordingHash.toString('hex')}`;
}

function toReceipt(receipt: ConsentReceipt): Receipt {
  const { id, number, kind, actor, method, wordingVersion, details, at } = receipt;
  return {
    id,
    number,
    kind,
    actor,
    method,
    wordingVersion,
    details,
    wordingHash: receipt.wordingHash.toString('hex'),
    cutHash: receipt.cutHash && receipt.cutHash.toString('hex'),
    at: at.toISOString(),
    previousHash: receipt.previousHash.toString('hex'),
    hash: receipt.hash.toString('hex'),
  };
}
