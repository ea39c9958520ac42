import type { Connection } from './table-copies.js';

/** Kinds of objects in the order in which they can be moved; whatever belongs to one of them comes along. */
const OBJECTS = `
  WITH own AS (SELECT $1::regnamespace AS oid)
  SELECT 1 AS turn, CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind,
    c.oid::regclass::text AS name
  FROM pg_class c, own
  WHERE c.relnamespace = own.oid AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('e', 'a', 'i'))
  UNION ALL
  SELECT 2, 'ROUTINE', p.oid::regprocedure::text
  FROM pg_proc p, own
  WHERE p.pronamespace = own.oid
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype IN ('e', 'i'))
  UNION ALL
  SELECT 3, CASE t.typtype WHEN 'd' THEN 'DOMAIN' ELSE 'TYPE' END, t.oid::regtype::text
  FROM pg_type t, own
  WHERE t.typnamespace = own.oid AND t.typtype IN ('e', 'd')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype IN ('e', 'i'))
  ORDER BY 1, 3`;

interface Named {
  kind: string;
  name: string;
}

/** Of extensions nothing: they stay where they are, for whoever comes after. */
async function listObjects(connection: Connection, schema: string): Promise<Named[]> {
  return (await connection.query<Named>(OBJECTS, [connection.escapeIdentifier(schema)])).rows;
}

/** Moves all that the product has made in a schema to another one. Takes no time, whatever the size, and no room. */
export async function moveObjects(connection: Connection, from: string, to: string): Promise<void> {
  const target = connection.escapeIdentifier(to);
  for (const { kind, name } of await listObjects(connection, from)) {
    await connection.query(`ALTER ${kind} ${name} SET SCHEMA ${target}`);
  }
}
