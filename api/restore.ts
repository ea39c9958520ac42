import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { keepNoes } from './archive/my-story/missing-noes.js';
import { Publisher } from './archive/publishing/publisher.js';
import { type CommandContext, EXIT, runCommand, WrongUse } from './command.js';
import { writtenDuration } from './contract/common/grammar.js';
import { S3Bucket } from './media/store/s3-bucket.js';
import { openMediaStore } from './media/store/open-media-store.js';
import { listBackups } from './operations/backup/manifest.js';
import { openPlace } from './operations/backup/open-place.js';
import { recordBackup } from './operations/backup/recorded-backups.js';
import { RESTORE_POINT_MAX_AGE_MS } from './operations/backup/restore-point-sweeper.js';
import { forgetRestorePoints, restoreBackup, undoRestore } from './operations/backup/restore-backup.js';
import { Seal } from './operations/backup/seal.js';
import { WithdrawalLedger } from './people/ledger/withdrawal-ledger.js';
import type { DatabaseConnection } from './platform/database/data-source.js';
import { HEALTH_PARTS, type HealthPart } from './platform/health/health-part.js';
import { assertPortIsFree } from './platform/startup/port-check.js';

const USAGE = `npm run restore -- --from PLACE

Puts a backup in the place of what is there, or into an empty place. The server must be stopped.
Everything in the backup is checked first. If the product does not work with it, all is as before.

  --from PLACE      where the backups are kept: a folder, or s3://bucket/prefix
  --backup ID       which of them (the newest)
  --key FILE        the secret key of age, of an encrypted backup
  --accept-damage   goes on without files that are damaged in the backup
  --list            tells which backups there are, and does nothing else
  --undo            goes back to what was there before the last restore
  --keep            what was there before the last restore is not needed any more

Ends with 0 when it was restored, 3 when files are missing, 1 when nothing was changed.`;

const options = {
  from: { type: 'string' },
  backup: { type: 'string' },
  key: { type: 'string' },
  'accept-damage': { type: 'boolean' },
  list: { type: 'boolean' },
  undo: { type: 'boolean' },
  keep: { type: 'boolean' },
} as const;

await runCommand(USAGE, options, async (context) => {
  const { config, values, say, openDatabase, shutdown } = context;
  const { from, backup, key } = values;
  if (values.undo || values.keep) return settle(context);
  if (typeof from !== 'string') throw new WrongUse('Say where the backups are: --from PLACE');
  const place = await openPlace(from, config, process.cwd(), false);
  if (values.list) {
    for (const id of await listBackups(place, say)) say(id);
    return EXIT.done;
  }
  await assertPortIsFree(config.host, config.port);
  const seal = typeof key === 'string' ? await Seal.fromFile(path.resolve(process.cwd(), key)) : Seal.none;
  const connection = await openDatabase();
  const { manifest, filesWritten, lost } = await shutdown.during(() =>
    restoreBackup({
      connection,
      store: openMediaStore(config),
      stateDir: config.stateDir,
      uploads: config.mediaPlace ? new S3Bucket(config.mediaPlace, config.s3) : undefined,
      place,
      seal,
      id: typeof backup === 'string' ? backup : undefined,
      acceptsDamage: values['accept-damage'] === true,
      keepNoes: () => keepNoes(connection, new WithdrawalLedger(config), say),
      checkHealth: () => checkHealth(context, connection),
      say,
    }),
  );
  const missing = [...lost, ...manifest.damaged.map((file) => file.key)];
  await recordBackup(connection, manifest, missing.length === 0);
  say(`The state of ${manifest.snapshotAt} is back; ${filesWritten} files had to be written.`);
  const kept = writtenDuration(RESTORE_POINT_MAX_AGE_MS);
  say(`What was there before waits for ${kept}: --undo goes back to it, --keep removes it.`);
  if (missing.length > 0) say(`Missing: ${missing.length} files.\n  ${missing.join('\n  ')}`);
  return missing.length === 0 ? EXIT.done : EXIT.doneWithFindings;
});

async function settle({ config, values, openDatabase, say }: CommandContext): Promise<number> {
  if (values.undo) await assertPortIsFree(config.host, config.port);
  const connection = await openDatabase();
  if (values.undo) await undoRestore(connection, () => keepNoes(connection, new WithdrawalLedger(config), say));
  else await forgetRestorePoints(connection);
  say(values.undo ? 'Everything is as it was before the restore.' : 'What was there before is gone.');
  return EXIT.done;
}

/** Everything that a server does when it starts, but for listening: withdrawals are applied and the site is published. */
async function checkHealth({ config }: CommandContext, connection: DatabaseConnection): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule.register(config, connection, false), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  try {
    await app.get(Publisher).bringUpToDate();
    for (const part of app.get<HealthPart[]>(HEALTH_PARTS, { strict: false })) await part.check();
  } finally {
    await app.close();
  }
}
