import { Injectable } from '@nestjs/common';
import { HealthPart, type PartGauge } from '../../platform/health/health-part.js';
import { BackupRecordRepository } from './backup-record.repository.js';

/** Tells when a backup was last proven. Visitors are served without one, so it never fails. */
@Injectable()
export class BackupHealth extends HealthPart {
  readonly name = 'backup';
  override readonly gauges: PartGauge[] = [
    {
      name: 'stories_last_proven_backup_timestamp_seconds',
      help: 'When a whole backup was last read again, in seconds since 1970; 0 when none ever was',
      read: async () => ((await this.records.findLastProven())?.getTime() ?? 0) / 1000,
    },
  ];

  constructor(private readonly records: BackupRecordRepository) {
    super();
  }

  async check(): Promise<Record<string, unknown>> {
    const at = await this.records.findLastProven().catch(() => null);
    return { lastProvenAt: at?.toISOString() ?? null };
  }
}
