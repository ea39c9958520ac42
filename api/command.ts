import 'reflect-metadata';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { openDatabase } from './open-database.js';
import type { AppConfig } from './platform/config/app-config.js';
import { readEnvironment } from './platform/config/environment.js';
import { loadConfig, stateDirOf } from './platform/config/load-config.js';
import { withStaffPassword } from './platform/config/staff-password.js';
import type { DatabaseConnection } from './platform/database/data-source.js';
import { closeState } from './platform/startup/close-state.js';
import { explainFailure } from './platform/startup/explain-failure.js';
import { Shutdown } from './platform/startup/shutdown.js';
import { readVersion } from './platform/startup/version.js';

/** What a command ends with. */
export const EXIT = { done: 0, failed: 1, wrongUse: 2, doneWithFindings: 3 } as const;

export type Values = Record<string, string | boolean | undefined>;

export interface CommandContext {
  config: AppConfig;
  /** What was said on the command line. */
  values: Values;
  /** What was said beside them, where the command takes that. */
  words: string[];
  /** What the process would leave to others: files that are made for them are opened so. */
  umask: number;
  shutdown: Shutdown;
  say: (line: string) => void;
  /** Of the product. */
  version: string;
  /** Starts the embedded PostgreSQL where it does not run; brings no schema up to date. */
  openDatabase: () => Promise<DatabaseConnection>;
}

/** Said on the command line in a way that cannot be meant. */
export class WrongUse extends Error {}

const say = (line: string) => console.log(line);

/**
 * Runs a command for operators with the settings of the server, beside it or without it.
 * @param usage shown for --help, and under what was wrongly said
 * @param main returns the exit code
 * @param takesWords whether words may be said that are no options
 */
export async function runCommand(
  usage: string,
  options: ParseArgsOptionsConfig,
  main: (context: CommandContext) => Promise<number>,
  takesWords = false,
): Promise<void> {
  const shutdown = new Shutdown(say, async (code) => process.exit(code));
  let values: Values;
  let words: string[];
  try {
    const all = { ...options, help: { type: 'boolean' } } as const;
    const said = parseArgs({ options: all, allowPositionals: takesWords });
    values = said.values;
    words = said.positionals;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(EXIT.wrongUse);
  }
  if (values.help) {
    say(usage);
    return;
  }
  shutdown.listen(EXIT.failed);
  try {
    const settings = await readSettings(process.cwd());
    const version = await readVersion();
    const open = () => shutdown.during(() => openDatabase(settings.config, shutdown, say));
    await shutdown.stopAndExit(await main({ ...settings, values, words, shutdown, say, version, openDatabase: open }));
  } catch (error) {
    const isWrongUse = error instanceof WrongUse;
    console.error(isWrongUse ? `${error.message}\n\n${usage}` : explainFailure(error));
    await shutdown.stopAndExit(isWrongUse ? EXIT.wrongUse : EXIT.failed);
  }
}

/** Of the server and of every command; closes what `cwd` keeps to other users. */
export async function readSettings(cwd: string): Promise<Pick<CommandContext, 'config' | 'umask'>> {
  const environment = readEnvironment(cwd);
  const umask = await closeState(stateDirOf(environment, cwd));
  return { config: loadConfig(await withStaffPassword(environment, cwd), cwd), umask };
}

/** A whole number that was said, or what holds when nothing was. */
export function wholeNumber(values: Values, name: string, otherwise: number, least = 0): number {
  const said = values[name];
  if (said === undefined) return otherwise;
  const number = Number(said);
  if (!/^\d{1,6}$/.test(String(said)) || number < least) {
    throw new WrongUse(`--${name} must be a whole number, at least ${least}.`);
  }
  return number;
}
