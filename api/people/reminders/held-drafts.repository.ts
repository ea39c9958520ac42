import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { HELD_DRAFT_WAITS_MS, HELD_DRAFTS_MAX, REMINDER_GIVEN_UP_AFTER_MS } from '../../contract/common/limits.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { TakenReminder } from './reminders.repository.js';

/** Whatever a page of before holds, which gives no ids. */
export const UNNAMED_DRAFT = '00000000-0000-0000-0000-000000000000';

/** It is still to be mailed. `$2`: HELD_DRAFT_WAITS_MS, `$3`: REMINDER_GIVEN_UP_AFTER_MS. */
const WAITS = `participant_id = $1 AND is_held AND mailed_at IS NULL
  AND told_at > now() - $2 * interval '1 millisecond' - $3 * interval '1 millisecond'`;

/** Of which recordings on their devices participants were told, and the one mail of each participant that is to come. */
@Injectable()
export class HeldDraftsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** What was told without an id was this one. */
  async name(participantId: string, draftId: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `UPDATE held_draft SET draft_id = $2 WHERE participant_id = $1 AND draft_id = $3
       AND NOT EXISTS (SELECT FROM held_draft WHERE participant_id = $1 AND draft_id = $2)`,
      [participantId, draftId, UNNAMED_DRAFT],
    );
  }

  /** What could not be mailed in its time waits anew. */
  async hold(participantId: string, draftId: string, transaction: Transaction): Promise<void> {
    await this.noteMailed(participantId, transaction);
    await transaction.query(
      `INSERT INTO held_draft AS known (participant_id, draft_id, told_at) VALUES ($1, $2, now())
       ON CONFLICT (participant_id, draft_id) DO UPDATE SET is_held = true, told_at =
         CASE WHEN known.told_at > now() - $3 * interval '1 millisecond' THEN known.told_at ELSE now() END`,
      [participantId, draftId, HELD_DRAFT_WAITS_MS + REMINDER_GIVEN_UP_AFTER_MS],
    );
    await transaction.query(
      `DELETE FROM held_draft WHERE participant_id = $1 AND draft_id IN (
         SELECT draft_id FROM held_draft WHERE participant_id = $1 ORDER BY is_held DESC, told_at DESC OFFSET $2)`,
      [participantId, HELD_DRAFTS_MAX],
    );
    await this.schedule(participantId, transaction);
  }

  /** Those that were mailed stay known: they may be held again, as where the server finds that it is not whole. */
  async letGo(participantId: string, draftIds: string[], transaction: Transaction): Promise<void> {
    await this.noteMailed(participantId, transaction);
    await transaction.query(
      `DELETE FROM held_draft WHERE participant_id = $1 AND draft_id::text = ANY ($2)
       AND (mailed_at IS NULL OR draft_id = $3)`,
      [participantId, draftIds, UNNAMED_DRAFT],
    );
    await transaction.query(
      'UPDATE held_draft SET is_held = false WHERE participant_id = $1 AND draft_id::text = ANY ($2)',
      [participantId, draftIds],
    );
    await this.schedule(participantId, transaction);
  }

  /** Their mail was not sent. */
  async giveBack({ participantId, kind, sentAt }: TakenReminder): Promise<void> {
    if (kind !== 'held_draft') return;
    await this.dataSource.query('UPDATE held_draft SET mailed_at = NULL WHERE participant_id = $1 AND mailed_at = $2', [
      participantId,
      sentAt,
    ]);
  }

  /** The row is locked until all is noted: no mail goes meanwhile. */
  private async noteMailed(participantId: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `WITH mail AS (
         SELECT sent_at FROM reminder WHERE participant_id = $1 AND kind = 'held_draft' FOR UPDATE)
       UPDATE held_draft SET mailed_at = mail.sent_at FROM mail
       WHERE participant_id = $1 AND mailed_at IS NULL AND told_at <= mail.sent_at`,
      [participantId],
    );
  }

  /** A day after what has waited longest was told of. */
  private async schedule(participantId: string, transaction: Transaction): Promise<void> {
    const parameters = [participantId, HELD_DRAFT_WAITS_MS, REMINDER_GIVEN_UP_AFTER_MS];
    await transaction.query(
      `INSERT INTO reminder (participant_id, kind, due_at)
       SELECT $1, 'held_draft', min(told_at) + $2 * interval '1 millisecond' FROM held_draft WHERE ${WAITS} HAVING count(*) > 0
       ON CONFLICT (participant_id, kind) DO UPDATE SET due_at = EXCLUDED.due_at, sent_at = NULL`,
      parameters,
    );
    // A mail that could not be sent is given back to what is still held.
    await transaction.query(
      `DELETE FROM reminder WHERE participant_id = $1 AND kind = 'held_draft'
       AND NOT EXISTS (SELECT FROM held_draft WHERE ${WAITS})
       AND (sent_at IS NULL OR NOT EXISTS (SELECT FROM held_draft WHERE participant_id = $1 AND is_held))`,
      parameters,
    );
  }
}
