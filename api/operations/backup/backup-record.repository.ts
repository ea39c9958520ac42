import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

@Injectable()
export class BackupRecordRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** When a backup that holds everything was last read again, byte for byte; null when none ever was. */
  async findLastProven(): Promise<Date | null> {
    const [row] = await this.dataSource.query<[{ at: Date | null }]>(
      'SELECT max(proven_at) AS at FROM backup_record WHERE is_whole',
    );
    return row.at;
  }
}
