import type { PoolClient } from 'pg';
import { DataSource, MigrationExecutor } from 'typeorm';
import { type DatabaseConnection, dataSourceOptions, migrate } from './data-source.js';
import { liftTimeouts } from './lift-timeouts.js';
import { migrations } from './migrations/index.js';

/** All that this version knows. */
export function migrationNames(): string[] {
  return migrations.map(({ name }) => name);
}

/**
 * Does `work` in one transaction, in which it may have the schema made as it was after just the migrations of these names.
 * @param applicationName under which others see the connection
 * @param isKept whether anything of it is there afterwards
 */
export async function withSchemaOf<T>(
  connection: DatabaseConnection,
  { names, applicationName, isKept = true }: { names: string[]; applicationName: string; isKept?: boolean },
  work: (client: PoolClient, makeSchema: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const wanted = migrations.filter(({ name }) => names.includes(name));
  const options = { ...dataSourceOptions(connection, { keepAlive: true }), applicationName, migrations: wanted };
  const dataSource = await new DataSource(options).initialize();
  const runner = dataSource.createQueryRunner();
  try {
    const client = (await runner.connect()) as PoolClient;
    await liftTimeouts(client);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    await client.query('BEGIN');
    const result = await work(client, async () => void (await executor.executePendingMigrations()));
    await client.query(isKept ? 'COMMIT' : 'ROLLBACK');
    return result;
  } catch (error) {
    await runner.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

/** The rest of the migrations, one a transaction. */
export async function migrateFully(connection: DatabaseConnection): Promise<void> {
  const options = dataSourceOptions(connection, { keepAlive: true, onConnect: liftTimeouts });
  const dataSource = await new DataSource(options).initialize();
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
