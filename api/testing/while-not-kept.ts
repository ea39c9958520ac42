import type { DataSource } from 'typeorm';

/**
 * Does `work` while the database ends as it would keep such a change.
 * @param change as a trigger has it, such as `DELETE ON answer`
 */
export async function whileNotKept(
  dataSource: DataSource,
  change: string,
  work: () => PromiseLike<unknown>,
): Promise<void> {
  await dataSource.query(`
    CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN RAISE EXCEPTION 'the database ends' USING ERRCODE = '57P01'; END$$`);
  await dataSource.query(`CREATE CONSTRAINT TRIGGER at_commit AFTER ${change} DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION end_connection()`);
  try {
    await work();
  } finally {
    await dataSource.query('DROP FUNCTION end_connection CASCADE');
  }
}
