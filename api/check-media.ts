import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { readEnvironment } from './platform/config/environment.js';
import { loadConfig, stateDirOf } from './platform/config/load-config.js';
import { withStaffPassword } from './platform/config/staff-password.js';
import { dataSourceOptions } from './platform/database/data-source.js';
import { checkMedia } from './media/store/check-media.js';
import { openMediaStore } from './media/store/open-media-store.js';
import { MediaRepository } from './media/store/media.repository.js';
import { closeState } from './platform/startup/close-state.js';
import { explainFailure } from './platform/startup/explain-failure.js';
import { migrateDatabase, openDatabase } from './open-database.js';
import { Shutdown } from './platform/startup/shutdown.js';
import { counted } from './contract/grammar.js';

const say = (line: string) => console.log(line);
const shutdown = new Shutdown(say, async (code) => process.exit(code));

/** Tells what is wrong, a file a line; answers how many there are. */
async function main(): Promise<number> {
  const cwd = process.cwd();
  const environment = readEnvironment(cwd);
  await closeState(stateDirOf(environment, cwd));
  const config = loadConfig(await withStaffPassword(environment, cwd), cwd);
  const connection = await shutdown.during(() => openDatabase(config, shutdown, say));
  await shutdown.during(() => migrateDatabase(connection));
  const dataSource = await new DataSource(dataSourceOptions(connection)).initialize();
  shutdown.add('Letting go of the database', () => dataSource.destroy());
  let findings = 0;
  await checkMedia(openMediaStore(config), new MediaRepository(dataSource), ({ problem, key }) => {
    findings++;
    say(`${problem.padEnd(8)} ${key}`);
  });
  say(
    findings === 0 ? 'Every file is as it was stored.' : `${counted(findings, { one: 'finding', other: 'findings' })}.`,
  );
  return findings;
}

shutdown.listen(1);
await main().then(
  (findings) => shutdown.stopAndExit(findings === 0 ? 0 : 1),
  (error: unknown) => {
    console.error(explainFailure(error));
    return shutdown.stopAndExit(1);
  },
);
