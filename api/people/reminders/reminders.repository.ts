import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { REMINDER_GIVEN_UP_AFTER_MS } from '../../contract/common/limits.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { IS_MAILBOX_PROVEN } from '../participants/participant.entity.js';
import { Reminder } from './reminder.entity.js';

export interface DueReminder extends Pick<Reminder, 'participantId' | 'kind'> {
  email: string;
}

/** Noted as sent at that moment, by whoever sends it. */
export interface TakenReminder extends DueReminder {
  sentAt: Date;
}

/** Never of those who have submitted, have withdrawn their story or may give nothing, or have not shown that they read the mail. `$1`: REMINDER_GIVEN_UP_AFTER_MS. */
const IS_DUE = `p.id = r.participant_id AND r.sent_at IS NULL AND r.due_at <= now()
  AND r.due_at > now() - $1 * interval '1 millisecond'
  AND p.status <> 'submitted' AND ${IS_MAILBOX_PROVEN}
  AND NOT EXISTS (SELECT FROM story_choice s WHERE s.participant_id = p.id AND s.withdrawn_at IS NOT NULL)
  AND NOT EXISTS (SELECT FROM recording_consent c WHERE c.participant_id = p.id AND c.state = 'guardian_refused')`;

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

  async remove(participantId: string, kind: Reminder['kind'], transaction: Transaction): Promise<void> {
    await transaction.delete(Reminder, { participantId, kind });
  }

  /** The first due first. */
  findDue(): Promise<DueReminder[]> {
    return this.reminders.query<DueReminder[]>(
      `SELECT r.participant_id AS "participantId", r.kind, p.email
       FROM reminder r JOIN participant p ON ${IS_DUE} ORDER BY r.due_at`,
      [REMINDER_GIVEN_UP_AFTER_MS],
    );
  }

  /** Notes it as sent; of several servers one does. Returns the e-mail to send it to; null when it is not due any more. */
  async take({ participantId, kind, sentAt }: TakenReminder): Promise<string | null> {
    const [rows] = await this.reminders.query<[{ email: string }[], number]>(
      `UPDATE reminder r SET sent_at = $2 FROM participant p
       WHERE r.participant_id = $3 AND r.kind = $4 AND ${IS_DUE} RETURNING p.email`,
      [REMINDER_GIVEN_UP_AFTER_MS, sentAt, participantId, kind],
    );
    return rows[0]?.email ?? null;
  }

  /** It was not sent: it is due again, unless it was set anew or taken by another server since. */
  async giveBack({ participantId, kind, sentAt }: TakenReminder): Promise<void> {
    await this.reminders.update({ participantId, kind, sentAt }, { sentAt: null });
  }
}
