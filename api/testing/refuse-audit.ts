import type { DataSource } from 'typeorm';

/** Does `work` while nothing can be added to the audit. */
export async function refuseAudit(dataSource: DataSource, work: () => Promise<unknown>): Promise<void> {
  await dataSource.query('ALTER TABLE audit_entry ADD CONSTRAINT refused CHECK (false) NOT VALID');
  try {
    await work();
  } finally {
    await dataSource.query('ALTER TABLE audit_entry DROP CONSTRAINT refused');
  }
}
