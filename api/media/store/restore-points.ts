/** Where the database as it was before a restore waits, in case that it is wanted again. */
export const RESTORE_POINT = 'before_restore';

/** The name of an earlier one, while a later restore is tried. */
export function earlierPoint(turn: number): string {
  return `${RESTORE_POINT}_${turn}`;
}

/** SQL for the schemas of all of them, the newest first, with what each says of itself. */
export const RESTORE_POINTS = `
  SELECT nspname AS name, coalesce(obj_description(oid, 'pg_namespace'), '') AS said,
    to_regclass(quote_ident(nspname) || '.media_file') IS NOT NULL AS "hasFiles",
    coalesce(substring(nspname from '[0-9]+$')::int, 0) AS turn
  FROM pg_namespace WHERE nspname ~ '^${RESTORE_POINT}(_[0-9]{1,9})?$'
  ORDER BY nspname = '${RESTORE_POINT}' DESC, turn DESC`;

export interface RestorePointRow {
  name: string;
  said: string;
  /** Not where the database was empty before. */
  hasFiles: boolean;
  turn: number;
}

/** SQL for the keys of the files that these restore points need. */
export function keysOfRestorePoints(points: RestorePointRow[]): string {
  return `SELECT key FROM (${filesOfRestorePoints(points)}) needed`;
}

/** As `keysOfRestorePoints`, each with its `sha256`. */
export function filesOfRestorePoints(points: RestorePointRow[]): string {
  const selects = points
    .filter(({ hasFiles }) => hasFiles)
    .map(({ name }) => `SELECT key, sha256 FROM ${name}.media_file`);
  return selects.length > 0
    ? selects.join(' UNION ALL ')
    : `SELECT NULL::text AS key, NULL::bytea AS sha256 WHERE false`;
}
