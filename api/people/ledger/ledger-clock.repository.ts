import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';

const TICK = `
  INSERT INTO ledger_clock AS known (participant_id, said_at) VALUES ($1, $2)
  ON CONFLICT (participant_id) DO UPDATE SET said_at = greatest(excluded.said_at, known.said_at + interval '1 millisecond')
  RETURNING said_at AS "at"`;
const KEEP_UP = `
  INSERT INTO ledger_clock AS known (participant_id, said_at)
  SELECT p.id, said.at FROM unnest($1::uuid[], $2::timestamptz[]) AS said (id, at) JOIN participant p USING (id)
  ORDER BY p.id FOR KEY SHARE OF p
  ON CONFLICT (participant_id) DO UPDATE SET said_at = excluded.said_at WHERE known.said_at < excluded.said_at`;
const LOCK = 'SELECT id FROM participant WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE';

@Injectable()
export class LedgerClockRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Those of them that there are. */
  async lock(participantIds: string[], transaction: Transaction): Promise<string[]> {
    const rows = await transaction.query<{ id: string }[]>(LOCK, [participantIds]);
    return rows.map(({ id }) => id);
  }

  /** That time, or a millisecond after the one that is kept, which is from then on the one. */
  async tick(participantId: string, now: Date, transaction: Transaction): Promise<Date> {
    const [{ at }] = await transaction.query<[{ at: Date }]>(TICK, [participantId, now]);
    return at;
  }

  /** Moves them forward to these times, never back. */
  async keepUp(times: ReadonlyMap<string, Date>, transaction = this.dataSource.manager): Promise<void> {
    await transaction.query(KEEP_UP, [[...times.keys()], [...times.values()]]);
  }
}
