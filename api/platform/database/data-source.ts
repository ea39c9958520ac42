import pg, { type PoolConfig } from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { migrations } from './migrations/index.js';
import { SnakeNamingStrategy } from './snake-naming.strategy.js';

/** How to reach the database, in the words of `pg`: an address in parts (a socket's folder counts as host) or as URL. */
export type DatabaseConnection =
  { host: string; port: number; user: string; password: string; database: string } | { connectionString: string };

const CONNECT_TIMEOUT_MS = 10_000;
const OLDEST_SUPPORTED_MAJOR = 14;
/** The advisory lock of whoever migrates. */
const MIGRATION_LOCK = 0x53544f4d;

/** TypeORM's options without entities. The schema changes by migrations alone, and only when `migrate` is called. */
export function dataSourceOptions(connection: DatabaseConnection, poolOptions: PoolConfig = {}) {
  return {
    type: 'postgres',
    // It would look for one by name, beside the one that all else uses.
    driver: pg,
    extra: { ...connection, ...poolOptions },
    applicationName: 'stories',
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    namingStrategy: new SnakeNamingStrategy(),
    migrations,
    migrationsRun: false,
    synchronize: false,
  } as const satisfies DataSourceOptions;
}

/**
 * Brings the schema up to date. Servers that start at once take turns, so each migration runs once.
 * @throws Error when the server is older than PostgreSQL 14
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  refuseOldServer(dataSource);
  const turn = dataSource.createQueryRunner();
  try {
    await turn.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await dataSource.runMigrations({ transaction: 'each' });
    } finally {
      await turn.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await turn.release();
  }
}

function refuseOldServer({ driver }: DataSource): void {
  const version = driver.version ?? '';
  if (Number.parseInt(version, 10) >= OLDEST_SUPPORTED_MAJOR) return;
  throw new Error(`The database is PostgreSQL ${version}. Version ${OLDEST_SUPPORTED_MAJOR} or newer is needed.`);
}
