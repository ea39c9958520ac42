import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { ReceiptKind } from '../../contract/consent/receipts.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CHAIN_START } from './receipt-chain.js';
import { ConsentReceipt, ConsentSubject } from './receipt.entity.js';

/** The advisory lock of whoever adds to the chain, held until their transaction ends. */
export const CHAIN_LOCK = 0x52435054;

/** A yes to showing, and all that ends one. */
const RELEASE_KINDS: ReceiptKind[] = [
  'release_given',
  'paper_release_recorded',
  'release_refused',
  'release_withdrawn',
  'changes_asked',
  'story_withdrawn',
];

@Injectable()
export class ReceiptsRepository {
  constructor(
    @InjectRepository(ConsentReceipt) private readonly receipts: Repository<ConsentReceipt>,
    @InjectRepository(ConsentSubject) private readonly subjects: Repository<ConsentSubject>,
  ) {}

  /** The end of the chain, which nobody else moves before the end of `transaction`. */
  async lockEnd(transaction: Transaction): Promise<Pick<ConsentReceipt, 'number' | 'hash'>> {
    await transaction.query('SELECT pg_advisory_xact_lock($1)', [CHAIN_LOCK]);
    const last = await transaction.getRepository(ConsentReceipt).find({ order: { number: 'DESC' }, take: 1 });
    return last[0] ?? { number: 0, hash: CHAIN_START };
  }

  async insert(receipt: ConsentReceipt, transaction: Transaction): Promise<void> {
    await transaction.getRepository(ConsentReceipt).insert(receipt);
  }

  /** The key of that person, made now where there is none. */
  async keyOf(participantId: string, transaction: Transaction): Promise<string> {
    const rows = await transaction.query<{ subject_key: string }[]>(
      `INSERT INTO consent_subject (participant_id, subject_key) VALUES ($1, gen_random_uuid())
       ON CONFLICT (participant_id) DO UPDATE SET subject_key = consent_subject.subject_key RETURNING subject_key`,
      [participantId],
    );
    return rows[0]!.subject_key;
  }

  /** False where they have another one. */
  async insertKey(participantId: string, subjectKey: string, transaction: Transaction): Promise<boolean> {
    const rows = await transaction.query<unknown[]>(
      `INSERT INTO consent_subject (participant_id, subject_key) VALUES ($1, $2)
       ON CONFLICT DO NOTHING RETURNING participant_id`,
      [participantId, subjectKey],
    );
    return rows.length > 0;
  }

  /** Nobody else adds a receipt of these people until the transaction ends; who is gone is passed over. */
  async holdKeys(participantIds: string[], transaction: Transaction): Promise<void> {
    await transaction.query(
      'SELECT FROM consent_subject WHERE participant_id = ANY($1::uuid[]) ORDER BY participant_id FOR NO KEY UPDATE',
      [participantIds],
    );
  }

  findKeyOf(participantId: string): Promise<ConsentSubject | null> {
    return this.subjects.findOneBy({ participantId });
  }

  /** In the order of the chain. */
  findAllOf(subjectKey: string): Promise<ConsentReceipt[]> {
    return this.receipts.find({ where: { subjectKey }, order: { number: 'ASC' } });
  }

  /**
   * What was said last to a cut, by the hash of it, or about the whole story, by the persons who are there: one of
   * `RELEASE_KINDS`, and no taking back of another thing. Null: nothing.
   */
  async findLastWord(participantId: string, cutHash: Buffer): Promise<ReceiptKind | null> {
    const [last] = await this.receipts.query<{ kind: ReceiptKind }[]>(
      `SELECT r.kind FROM consent_receipt r JOIN consent_subject s ON s.subject_key = r.subject_key
       WHERE s.participant_id = $1 AND r.kind = ANY($2) AND (r.cut_hash = $3 OR r.cut_hash IS NULL)
         AND coalesce(r.details->>'what', '') NOT IN ('answer', 'photo', 'video')
       ORDER BY r.number DESC LIMIT 1`,
      [participantId, RELEASE_KINDS, cutHash],
    );
    return last?.kind ?? null;
  }

  /** Whether that person has one, of a kind that begins with one of these words, of that time or later. */
  async hasSince(
    subject: { participantId: string } | { subjectKey: string },
    families: string[],
    at: Date,
    transaction: Transaction,
  ): Promise<boolean> {
    const isKey = 'subjectKey' in subject;
    const rows = await transaction.query<unknown[]>(
      `SELECT FROM consent_receipt
       WHERE subject_key = ${isKey ? '$1' : '(SELECT subject_key FROM consent_subject WHERE participant_id = $1)'}
         AND split_part(kind, '_', 1) = ANY($2) AND at >= $3 LIMIT 1`,
      [isKey ? subject.subjectKey : subject.participantId, families, at],
    );
    return rows.length > 0;
  }

  /** The next ones after that number. */
  findAfter(number: number, count: number): Promise<ConsentReceipt[]> {
    const query = this.receipts.createQueryBuilder('receipt').where('receipt.number > :number', { number });
    return query.orderBy('receipt.number').take(count).getMany();
  }
}
