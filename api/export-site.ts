import 'reflect-metadata';
import { parseArgs } from 'node:util';
import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { readEnvironment } from './platform/config/environment.js';
import { loadConfig, stateDirOf } from './platform/config/load-config.js';
import { withStaffPassword } from './platform/config/staff-password.js';
import { SiteExport } from './archive/publishing/site-export.js';
import { closeState } from './platform/startup/close-state.js';
import { explainFailure } from './platform/startup/explain-failure.js';
import { migrateDatabase, openDatabase } from './open-database.js';
import { Shutdown } from './platform/startup/shutdown.js';

const say = (line: string) => console.log(line);
const shutdown = new Shutdown(say, async (code) => process.exit(code));

async function main(): Promise<void> {
  const cwd = process.cwd();
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  if (!values.out) throw new Error('Say where to put the snapshot: npm run export-site -- --out FOLDER');
  const environment = readEnvironment(cwd);
  const umask = await closeState(stateDirOf(environment, cwd));
  const config = loadConfig(await withStaffPassword(environment, cwd), cwd);
  const connection = await shutdown.during(() => openDatabase(config, shutdown, say));
  await shutdown.during(() => migrateDatabase(connection));
  const app = await NestFactory.createApplicationContext(AppModule.register(config, connection, false), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  shutdown.add('Letting go of the database', () => app.close());
  const { folder, stories } = await app.get(SiteExport).writeTo(path.resolve(cwd, values.out), umask);
  say(`${folder} holds the public site with ${stories} ${stories === 1 ? 'story' : 'stories'}.`);
}

shutdown.listen();
await main().then(
  () => shutdown.stopAndExit(0),
  (error: unknown) => {
    console.error(explainFailure(error));
    return shutdown.stopAndExit(1);
  },
);
