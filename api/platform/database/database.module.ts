import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionPool } from './connection-pool.js';
import { boundedClient } from './bounded-client.js';
import { DATABASE_CONNECTION } from './database-connection.js';
import { type DatabaseConnection, dataSourceOptions } from './data-source.js';
import { ReadReplica } from './read-replica.js';
import { Signals } from './signals.js';

/** Far above every query of a request; migrations have a pool of their own. */
const QUERY_TIMEOUT_MS = 30_000;

/** One pool of connections for the whole application; each feature module registers its own entities. */
@Module({})
export class DatabaseModule {
  static register(connection: DatabaseConnection): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [{ provide: DATABASE_CONNECTION, useValue: connection }, ConnectionPool, ReadReplica, Signals],
      exports: [DATABASE_CONNECTION, ConnectionPool, ReadReplica, Signals],
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions(connection, { Client: boundedClient(QUERY_TIMEOUT_MS) }),
          autoLoadEntities: true,
          retryAttempts: 1,
        }),
      ],
    };
  }
}
