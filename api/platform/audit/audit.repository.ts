import type { Transaction } from '../database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditAction } from '../../contract/staff/audit.js';
import { AuditEntry } from './audit-entry.entity.js';

export type NewEntry = Pick<AuditEntry, 'actor' | 'producerName' | 'action' | 'subjectType' | 'subjectId'>;

/** Which entries are looked for; what is undefined leaves all. */
export interface AuditFilter {
  personId?: string;
  producerName?: string;
  actions?: AuditAction[];
  /** Only those recorded before this one. */
  before?: number;
}

/** Entries that are added while one transaction is open are fewer. */
const AT_ONCE = 1_000;

/** Whose a photo, an answer or a video is: by the id of the subject. What came through the public page is of who had its e-mail then. */
const OWNER = `CASE $4
  WHEN 'participant' THEN $5::uuid
  WHEN 'answer' THEN (SELECT participant_id FROM answer WHERE id = $5::uuid)
  WHEN 'video' THEN (SELECT participant_id FROM showcase_video WHERE id = $5::uuid)
  WHEN 'photo' THEN coalesce(
    (SELECT participant_id FROM photo WHERE id = $5::uuid),
    (SELECT participant_id FROM public_upload_owner WHERE upload_id = $5::uuid))
  END`;

@Injectable()
export class AuditRepository {
  constructor(@InjectRepository(AuditEntry) private readonly entries: Repository<AuditEntry>) {}

  /** Within a transaction that has already removed the subject, `participantId` has to tell whose it was. */
  async append(
    { actor, producerName, action, subjectType, subjectId }: NewEntry,
    participantId: string | null = null,
    transaction: Transaction = this.entries.manager,
  ): Promise<void> {
    await transaction.query(
      `INSERT INTO audit_entry (actor, producer_name, action, subject_type, subject_id, participant_id)
       SELECT $1, $2, $3, $4::text, $5::uuid, coalesce($6::uuid, ${OWNER})`,
      [actor, producerName, action, subjectType, subjectId, participantId],
    );
  }

  /**
   * A larger number with every entry of one of these actions. The last id alone is none: an entry has its id before it is
   * committed, and a later one may be so first.
   */
  async sumOfLast(actions: AuditAction[]): Promise<number> {
    const [row] = await this.entries.query<[{ sum: string | null }]>(
      `SELECT sum(id) FROM (SELECT id FROM audit_entry WHERE action = ANY($1::text[]) ORDER BY id DESC LIMIT ${AT_ONCE}) last`,
      [actions],
    );
    return Number(row.sum ?? 0);
  }

  /** Newest first. */
  findLast(count: number, { personId, producerName, actions, before }: AuditFilter): Promise<AuditEntry[]> {
    const query = this.entries.createQueryBuilder('entry').orderBy('entry.id', 'DESC').take(count);
    query.where("entry.subjectType NOT IN ('recording', 'upload')");
    if (before !== undefined) query.andWhere('entry.id < :before', { before });
    if (personId !== undefined) {
      query.andWhere('(entry.participantId = :personId OR entry.subjectId = :personId)', { personId });
    }
    if (producerName !== undefined) query.andWhere('entry.producerName = :producerName', { producerName });
    if (actions !== undefined) query.andWhere('entry.action IN (:...actions)', { actions });
    return query.getMany();
  }

  /** In their order. From one name to the next by the index: there are few names and very many entries. */
  async findProducers(): Promise<string[]> {
    const rows = await this.entries.query<{ name: string }[]>(
      `WITH RECURSIVE named AS (
         (SELECT min(producer_name) AS name FROM audit_entry)
         UNION ALL
         SELECT (SELECT min(producer_name) FROM audit_entry WHERE producer_name > named.name)
         FROM named WHERE named.name IS NOT NULL
       )
       SELECT name FROM named WHERE name IS NOT NULL ORDER BY name LIMIT 500`,
    );
    return rows.map(({ name }) => name);
  }

  /**
   * Removes what is past its time; the database lets nothing go that is younger than three years.
   * @param months for which it is kept, beside wrong passwords
   */
  async removeOld(months: number): Promise<void> {
    await this.entries.manager.transaction(async (transaction) => {
      await transaction.query(`SELECT set_config('audit.removes_old', 'yes', true)`);
      await transaction.query(
        `DELETE FROM audit_entry
         WHERE at <= CURRENT_TIMESTAMP - CASE actor WHEN 'unknown' THEN interval '90 days' ELSE make_interval(months => $1) END`,
        [months],
      );
    });
  }
}
