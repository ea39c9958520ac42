import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client, PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** In a transaction. */
export type Connection = Client | PoolClient;

export interface TableShape {
  name: string;
  /** Those that hold values of their own, in order. */
  columns: string[];
}

export interface SequenceState {
  name: string;
  value: string;
  isCalled: boolean;
}

/** Rows are the same text whatever this server's or this role's habits are. */
const SAME_TEXT = [
  `SET LOCAL DateStyle = 'ISO, YMD'`,
  `SET LOCAL IntervalStyle = 'postgres'`,
  `SET LOCAL TimeZone = 'UTC'`,
  `SET LOCAL bytea_output = 'hex'`,
  `SET LOCAL extra_float_digits = 1`,
];

const NO_PART_OF_EXTENSION = `NOT EXISTS (
  SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')`;

/** In the order of the names; TypeORM's list of migrations is left out. */
export async function listTables(connection: Connection): Promise<TableShape[]> {
  const { rows } = await connection.query<TableShape>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND ${NO_PART_OF_EXTENSION}
     GROUP BY c.relname ORDER BY c.relname`,
  );
  return rows;
}

export async function listSequences(connection: Connection): Promise<SequenceState[]> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'S' AND ${NO_PART_OF_EXTENSION}
     ORDER BY 1`,
  );
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const state = await connection.query<Omit<SequenceState, 'name'>>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${connection.escapeIdentifier(name)}`,
    );
    states.push({ name, ...state.rows[0]! });
  }
  return states;
}

/** What a new transaction sees of everything, from its first statement to its end. */
export async function beginSnapshot(connection: Connection): Promise<void> {
  await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  for (const setting of SAME_TEXT) await connection.query(setting);
}

/** For the transaction that is open. */
export async function prepareLoading(connection: Connection): Promise<void> {
  for (const setting of SAME_TEXT) await connection.query(setting);
}

/** The rows of a table as PostgreSQL's own COPY writes them: text that psql's \copy reads, too. */
export function readRows(connection: Connection, { name, columns }: TableShape): Readable & { rowCount: number } {
  return connection.query(copyTo(`COPY ${named(connection, name, columns)} TO STDOUT`));
}

/** Adds rows that `readRows` gave; returns how many. Triggers of our own have to be off: they ran when the rows were new. */
export async function writeRows(
  connection: Connection,
  { name, columns }: TableShape,
  rows: Readable,
): Promise<number> {
  const target = connection.query(copyFrom(`COPY ${named(connection, name, columns)} FROM STDIN`));
  await pipeline(rows, target);
  return target.rowCount ?? 0;
}

/** Tables in an order in which each comes after those whose rows it points at. */
export async function inOrderOfReference(connection: Connection, names: string[]): Promise<string[]> {
  const { rows } = await connection.query<{ table: string; points_at: string }>(
    `SELECT t.relname AS "table", r.relname AS points_at
     FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
     WHERE k.contype = 'f' AND t.relnamespace = current_schema()::regnamespace AND t.oid <> r.oid`,
  );
  const ordered: string[] = [];
  let left = names;
  while (left.length > 0) {
    const waiting = new Set(left);
    const free = left.filter((name) => !rows.some((row) => row.table === name && waiting.has(row.points_at)));
    if (free.length === 0) throw new Error(`These tables point at each other: ${left.join(', ')}.`);
    ordered.push(...free);
    left = left.filter((name) => !free.includes(name));
  }
  return ordered;
}

/**
 * Empties tables that migrations have just made, named in their order of reference, and keeps triggers of our own from running while `load`
 * fills them.
 */
export async function refill(connection: Connection, names: string[], load: () => Promise<void>): Promise<void> {
  const tables = names.map((name) => connection.escapeIdentifier(name));
  if (tables.length === 0) return load();
  for (const table of tables) await connection.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  // One by one, and only what holds something: of some tables the product's role may remove nothing.
  for (const table of tables.toReversed()) {
    const { rows } = await connection.query<{ some: boolean }>(`SELECT EXISTS (SELECT FROM ${table}) AS some`);
    if (rows[0]!.some) await connection.query(`DELETE FROM ${table}`);
  }
  await load();
  await connection.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const table of tables) await connection.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

export async function setSequence(connection: Connection, { name, value, isCalled }: SequenceState): Promise<void> {
  await connection.query('SELECT setval($1::regclass, $2, $3)', [connection.escapeIdentifier(name), value, isCalled]);
}

function named(connection: Connection, name: string, columns: string[]): string {
  const list = columns.map((column) => connection.escapeIdentifier(column)).join(', ');
  return `${connection.escapeIdentifier(name)} (${list})`;
}
