import { Injectable } from '@nestjs/common';
import { HealthPart } from '../../platform/health/health-part.js';
import { BackupRecordRepository } from './backup-record.repository.js';

/** Tells when a backup was last proven. Visitors are served without one, so it never fails. */
@Injectable()
export class BackupHealth extends HealthPart {
  readonly name = 'backup';

  constructor(private readonly records: BackupRecordRepository) {
    super();
  }

  async check(): Promise<Record<string, unknown>> {
    const at = await this.records.findLastProven().catch(() => null);
    return { lastProvenAt: at?.toISOString() ?? null };
  }
}
