import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { ElsewhereService, type KnownRemoval } from './archive/elsewhere/elsewhere.service.js';
import { SiteExport } from './archive/publishing/site-export.js';
import { EXIT, runCommand, WrongUse } from './command.js';
import { counted } from './contract/common/grammar.js';
import { migrateDatabase } from './open-database.js';

const USAGE = `npm run export-site -- --out FOLDER

Copies the public site to a folder for any static host, beside the running server of the same version or without it.

  --out FOLDER      where there is no copy yet
  --update FOLDER   a copy that was made so: it becomes what the site is now
  --name TEXT       what people call the place; else the folder's name
  --where TEXT      where it will stand, such as an address

Ends with 0 when it is done, 1 when it failed.`;

const TEXT = { type: 'string' } as const;

await runCommand(USAGE, { out: TEXT, update: TEXT, name: TEXT, where: TEXT }, async (context) => {
  const { config, umask, openDatabase, say, shutdown } = context;
  const { out, update, name, where } = context.values as Record<string, string | undefined>;
  if (!out === !update) throw new WrongUse('Say where: --out FOLDER or --update FOLDER');
  const connection = await openDatabase();
  await shutdown.during(() => migrateDatabase(connection));
  const app = await NestFactory.createApplicationContext(AppModule.register(config, connection, false), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  shutdown.add('Letting go of the database', () => app.close());
  const elsewhere = app.get(ElsewhereService);
  let known: KnownRemoval[] = [];
  const request = {
    folder: path.resolve((out ?? update)!),
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
  return EXIT.done;
});

function countedStories(stories: number): string {
  return counted(stories, { one: 'story', other: 'stories' });
}
