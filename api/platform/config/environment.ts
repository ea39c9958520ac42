import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadEnvFile } from 'node:process';
import type { Environment } from './load-config.js';

/** The process's variables, with those of `.env` in `cwd` where the process sets none. */
export function readEnvironment(cwd: string): Environment {
  const file = path.join(cwd, '.env');
  if (existsSync(file)) loadEnvFile(file);
  return process.env;
}
