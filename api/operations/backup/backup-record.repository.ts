import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

@Injectable()
export class BackupRecordRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * When a backup that holds everything was last read again, byte for byte; null when none ever was. One of a time that is yet
   * to come is none: the clock was wrong, and it would be the last for as long as that time does not come.
   */
  async findLastProven(): Promise<Date | null> {
    const [row] = await this.dataSource.query<[{ at: Date | null }]>(
      'SELECT max(proven_at) AS at FROM backup_record WHERE is_whole AND proven_at <= clock_timestamp()',
    );
    return row.at;
  }
}
