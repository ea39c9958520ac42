import type { DataSource } from 'typeorm';

/** Rows as they are now, as a backup has them; returns what puts back those that are gone. */
export async function keepRows(
  dataSource: DataSource,
  table: string,
  condition: string,
  ...values: unknown[]
): Promise<() => Promise<void>> {
  // As PostgreSQL writes them: no byte or microsecond is lost on the way.
  const [kept] = await dataSource.query<[{ rows: string }]>(
    `SELECT coalesce(json_agg(kept), '[]')::text AS rows FROM ${table} AS kept WHERE ${condition}`,
    values,
  );
  const insert = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1) ON CONFLICT DO NOTHING`;
  return async () => {
    await dataSource.query(insert, [kept.rows]);
  };
}
