import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DATABASE_CONNECTION } from '../../platform/database/database-connection.js';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { shareServing } from '../../platform/database/serving-claim.js';
import {
  dropRestorePoints,
  inTransaction,
  listRestorePoints,
  markRestorePoint,
  type RestorePoint,
} from './restore-point.js';

const SWEEP_INTERVAL_MS = 60 * 60_000;
/** Long enough to see that something else was meant; no longer, because it holds what people may have deleted since. */
export const RESTORE_POINT_MAX_AGE_MS = 3 * 86_400_000;

const isOld = ({ since }: RestorePoint) => Date.now() - since.getTime() > RESTORE_POINT_MAX_AGE_MS;

/** Removes what was there before a restore, once nobody goes back to it. */
@Injectable()
export class RestorePointSweeper implements OnApplicationBootstrap {
  private readonly logger = new Logger('Backup');

  constructor(@Inject(DATABASE_CONNECTION) private readonly connection: DatabaseConnection) {}

  onApplicationBootstrap(): Promise<void> {
    return this.sweep();
  }

  @Interval(SWEEP_INTERVAL_MS)
  async sweep(): Promise<void> {
    try {
      await inTransaction(this.connection, async (client) => {
        // Whoever restores tries the product itself.
        if (!(await shareServing(client))) return;
        const points = await listRestorePoints(client);
        // From now on people may add to what a restore has brought that was ended before it was tried, and remove.
        const isNew = points[0]?.isUntried === true;
        if (isNew) await markRestorePoint(client, { ...points[0], isUntried: false });
        const old = points.slice(isNew ? 1 : 0).filter(isOld);
        await dropRestorePoints(client, old);
      });
    } catch (error) {
      this.logger.error(error);
    }
  }
}
