import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { StaffUserOption } from '../../../contract/videos/showcase.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** The people whose videos can be added. */
@Injectable()
export class ShowcaseSubjectsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  findOptions(): Promise<StaffUserOption[]> {
    return this.dataSource.query(
      `SELECT id, first_name AS "firstName", last_name AS "lastName", email FROM participant`,
    );
  }

  async findName(userId: string, transaction: Transaction = this.dataSource.manager): Promise<string | null> {
    const [row] = await transaction.query<{ name: string }[]>(
      `SELECT first_name || ' ' || last_name AS name FROM participant WHERE id = $1`,
      [userId],
    );
    return row?.name ?? null;
  }
}
