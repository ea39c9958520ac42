import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** The connections that requests share. */
@Injectable()
export class ConnectionPool {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** How many are open, how many of them idle, and how many requests wait for one. */
  use(): { open: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = (this.dataSource.driver as PostgresDriver).master as Pool;
    return { open: totalCount, idle: idleCount, waiting: waitingCount };
  }
}
