import path from 'node:path';
import { EXIT, runCommand, wholeNumber, WrongUse } from './command.js';
import { WithdrawalLedger } from './people/ledger/withdrawal-ledger.js';
import { openMediaStore } from './media/store/open-media-store.js';
import { listBackups, readManifest } from './operations/backup/manifest.js';
import { openPlace } from './operations/backup/open-place.js';
import { recordBackup } from './operations/backup/recorded-backups.js';
import { Seal } from './operations/backup/seal.js';
import { takeBackup } from './operations/backup/take-backup.js';

const USAGE = `npm run backup -- --to PLACE

Writes a backup of the database and of all files, beside the running server or without it.
What has been copied before is not copied again; everything is read again before it counts.

  --to PLACE        where backups are kept: a folder, best on another disk or machine, or s3://bucket/prefix
  --key FILE        encrypts with a key of age: its secret one, or the public one alone
  --new-key FILE    makes such a key, and does nothing else. Keep it apart from the backups
  --keep N          how many backups stay at least (14)
  --keep-days N     how long each of them stays at least (30)
  --list            tells which backups there are, and does nothing else

Ends with 0 when everything was backed up, 3 when files were damaged already, 1 when it failed.`;

const DEFAULT_KEPT = 14;
const DEFAULT_KEPT_DAYS = 30;

const options = {
  to: { type: 'string' },
  key: { type: 'string' },
  'new-key': { type: 'string' },
  keep: { type: 'string' },
  'keep-days': { type: 'string' },
  list: { type: 'boolean' },
} as const;

await runCommand(USAGE, options, async ({ config, values, say, version, openDatabase, shutdown }) => {
  const cwd = process.cwd();
  if (typeof values['new-key'] === 'string') {
    const recipient = await Seal.newKey(path.resolve(cwd, values['new-key']));
    say(`${values['new-key']} holds the key. Without it no backup can be opened.\nIts public part: ${recipient}`);
    return EXIT.done;
  }
  const { to, key } = values;
  if (typeof to !== 'string') throw new WrongUse('Say where the backup goes: --to PLACE');
  const keep = {
    count: wholeNumber(values, 'keep', DEFAULT_KEPT, 1),
    days: wholeNumber(values, 'keep-days', DEFAULT_KEPT_DAYS),
  };
  const place = await openPlace(to, config, cwd, !values.list);
  if (values.list) {
    for (const id of await listBackups(place, say)) {
      const line = await readManifest(place, id).then(
        ({ version: made, blobs, seal }) =>
          `${made}, ${blobs.length} files, ${seal === 'plain' ? 'open' : 'encrypted'}`,
        () => 'damaged',
      );
      say(`${id}  ${line}`);
    }
    return EXIT.done;
  }
  const seal = typeof key === 'string' ? await Seal.fromFile(path.resolve(cwd, key)) : Seal.none;
  const connection = await openDatabase();
  const store = openMediaStore(config);
  const request = { connection, store, stateDir: config.stateDir, place, seal, keep, version, say };
  await new WithdrawalLedger(config).exchange();
  const { manifest, copied, broken, removed } = await shutdown.during(() => takeBackup(request));
  const isWhole = broken.length === 0 && manifest.damaged.length === 0;
  await recordBackup(connection, manifest, isWhole);
  const { tables, blobs, openUploads, damaged } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  say(
    `Backup ${manifest.id}: ${rows} rows and ${blobs.length} files, ${copied.files} of them new. All of it was read again.`,
  );
  if (openUploads.length > 0) {
    say(`Not in it: ${openUploads.length} uploads that were on their way.\n  ${openUploads.join('\n  ')}`);
  }
  if (removed.length > 0) say(`Past their time, and removed: ${removed.join(', ')}`);
  for (const { key: file, problem } of damaged) say(`${problem.padEnd(8)} ${file}`);
  if (broken.length > 0) say(`Not readable where they were written: ${broken.length} files.\n  ${broken.join('\n  ')}`);
  return isWhole ? EXIT.done : EXIT.doneWithFindings;
});
