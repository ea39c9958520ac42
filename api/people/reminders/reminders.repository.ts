import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { REMINDER_LATE_MS } from '../../contract/limits.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Reminder } from './reminder.entity.js';

export interface DueReminder extends Pick<Reminder, 'participantId' | 'kind'> {
  email: string;
}

@Injectable()
export class RemindersRepository {
  constructor(@InjectRepository(Reminder) private readonly reminders: Repository<Reminder>) {}

  /** What is still to come. */
  findToCome(participantId: string, kind: Reminder['kind']): Promise<Reminder | null> {
    return this.reminders.findOneBy({ participantId, kind, sentAt: IsNull() });
  }

  /** In place of one that was there, sent or not. */
  async set(participantId: string, kind: Reminder['kind'], dueAt: Date, transaction: Transaction): Promise<void> {
    await transaction.upsert(Reminder, { participantId, kind, dueAt, sentAt: null }, ['participantId', 'kind']);
  }

  /** Where there is one already, sent or not, that stays. */
  async setOnce(participantId: string, kind: Reminder['kind'], dueAt: Date, transaction: Transaction): Promise<void> {
    await transaction.query(
      'INSERT INTO reminder (participant_id, kind, due_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [participantId, kind, dueAt],
    );
  }

  async remove(participantId: string, kind: Reminder['kind'], transaction: Transaction): Promise<void> {
    await transaction.delete(Reminder, { participantId, kind });
  }

  /**
   * Notes as sent what is due now, and returns it: of several servers one gets each. Never of those who have submitted or
   * have not shown that they read the mail.
   */
  async takeDue(): Promise<DueReminder[]> {
    const [due] = await this.reminders.query<[DueReminder[], number]>(
      `UPDATE reminder r SET sent_at = now() FROM participant p
       WHERE p.id = r.participant_id AND r.sent_at IS NULL AND r.due_at <= now()
         AND r.due_at > now() - $1 * interval '1 millisecond'
         AND p.status <> 'submitted' AND p.email_proven_at IS NOT NULL
       RETURNING r.participant_id AS "participantId", r.kind, p.email`,
      [REMINDER_LATE_MS],
    );
    return due;
  }

  /** It could not be handed over: it is tried again. */
  async giveBack({ participantId, kind }: DueReminder): Promise<void> {
    await this.reminders.update({ participantId, kind }, { sentAt: null });
  }
}
