import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DATABASE_CONNECTION } from '../../platform/database/database-connection.js';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { dropRestorePoint, findRestorePoint, inTransaction } from './restore-point.js';

const SWEEP_INTERVAL_MS = 60 * 60_000;
/** Long enough to see that something else was meant; no longer, because it holds what people may have deleted since. */
const RESTORE_POINT_MAX_AGE_MS = 3 * 86_400_000;

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
        const madeAt = await findRestorePoint(client);
        if (madeAt && Date.now() - madeAt.getTime() > RESTORE_POINT_MAX_AGE_MS) await dropRestorePoint(client);
      });
    } catch (error) {
      this.logger.error(error);
    }
  }
}
