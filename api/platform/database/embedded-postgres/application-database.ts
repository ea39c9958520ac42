import type pg from 'pg';

/** The application's own role and database. The role is no superuser: SQL cannot reach the system through it. */
const APPLICATION = 'stories';
/** Keeps two processes that start at once from both creating. */
const SETUP_LOCK = 0x53544f53;

export interface DatabaseAddress {
  /** A socket's folder, or a host name. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** Creates the role and the database where they are missing, and says how to reach them. */
export async function ensureApplicationDatabase(superuser: pg.Client, password: string): Promise<DatabaseAddress> {
  await superuser.query('select pg_advisory_lock($1)', [SETUP_LOCK]);
  try {
    if (!(await exists(superuser, 'pg_roles', 'rolname'))) {
      const secret = superuser.escapeLiteral(password);
      await superuser.query(`create role ${APPLICATION} login createdb password ${secret}`);
    }
    if (!(await exists(superuser, 'pg_database', 'datname'))) {
      await superuser.query(`create database ${APPLICATION} owner ${APPLICATION}`);
    }
  } finally {
    await superuser.query('select pg_advisory_unlock($1)', [SETUP_LOCK]);
  }
  return { host: superuser.host, port: superuser.port, user: APPLICATION, password, database: APPLICATION };
}

async function exists(superuser: pg.Client, catalogue: string, nameColumn: string): Promise<boolean> {
  const found = await superuser.query(`select 1 from ${catalogue} where ${nameColumn} = $1`, [APPLICATION]);
  return found.rowCount !== 0;
}
