import 'reflect-metadata';
import { parseArgs } from 'node:util';
import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { ElsewhereService, type KnownRemoval } from './archive/elsewhere/elsewhere.service.js';
import { readEnvironment } from './platform/config/environment.js';
import { loadConfig, stateDirOf } from './platform/config/load-config.js';
import { withStaffPassword } from './platform/config/staff-password.js';
import { SiteExport } from './archive/publishing/site-export.js';
import { closeState } from './platform/startup/close-state.js';
import { explainFailure } from './platform/startup/explain-failure.js';
import { migrateDatabase, openDatabase } from './open-database.js';
import { Shutdown } from './platform/startup/shutdown.js';
import { counted } from './contract/grammar.js';

const USAGE = `Say where to put the snapshot: npm run export-site -- --out FOLDER
or which one to bring up to date:  npm run export-site -- --update FOLDER

  --name TEXT    what people call the place; else the folder's name
  --where TEXT   where it will stand, such as an address`;

const say = (line: string) => console.log(line);
const shutdown = new Shutdown(say, async (code) => process.exit(code));

async function main(): Promise<void> {
  const cwd = process.cwd();
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { out: text, update: text, name: text, where: text } });
  const { out, update, name, where } = values;
  if (!out === !update) throw new Error(USAGE);
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
  const elsewhere = app.get(ElsewhereService);
  let known: KnownRemoval[] = [];
  const request = {
    folder: path.resolve(cwd, (out ?? update)!),
    umask,
    name,
    announce: async (copy: { id: string; name: string }, participantIds: string[]) => {
      known = await elsewhere.announceCopy({ ...copy, address: where ?? null }, participantIds);
    },
  };
  const site = app.get(SiteExport);
  const { folder, stories, removed, id, participantIds } = await (out ? site.writeTo(request) : site.update(request));
  const settled = await elsewhere.settleCopy(id, participantIds, known);
  if (update) say(`${countedStories(removed)} taken out, ${settled} of what staff had to do there is done.`);
  say(`${folder} holds the public site with ${countedStories(stories)}.`);
}

function countedStories(stories: number): string {
  return counted(stories, { one: 'story', other: 'stories' });
}

shutdown.listen(1);
await main().then(
  () => shutdown.stopAndExit(0),
  (error: unknown) => {
    console.error(explainFailure(error));
    return shutdown.stopAndExit(1);
  },
);
