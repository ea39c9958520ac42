import { DataSource } from 'typeorm';
import { EXIT, runCommand, WrongUse } from './command.js';
import { MediaRepository } from './media/store/media.repository.js';
import { moveMedia } from './media/store/move-media.js';
import { WithdrawalLedger } from './people/ledger/withdrawal-ledger.js';
import { openMediaStore } from './media/store/open-media-store.js';
import type { AppConfig } from './platform/config/app-config.js';
import { overlap, parseS3Place, type S3Place } from './platform/config/s3-place.js';
import { dataSourceOptions } from './platform/database/data-source.js';

const USAGE = `npm run media:move -- --from file: --to s3://bucket/prefix

Copies every stored file to another place, beside the running server or without it, and compares each there.
Nothing of the first place is changed. Ended early, it goes on when it is called again. Then set MEDIA_STORE to the new
place, start the server again, and call this once more: it brings what came in between, and removes what went.
The way back is the same with the places changed round.

  --from PLACE      file: (below STATE_DIR) or s3://bucket/prefix
  --to PLACE        likewise; a place for these files alone

Ends with 0 when every file is there, 3 when some were damaged or missing already, 1 when it failed.`;

await runCommand(
  USAGE,
  { from: { type: 'string' }, to: { type: 'string' } },
  async ({ config, values, openDatabase, say, shutdown }) => {
    if (values.from === values.to) throw new WrongUse('Say two places: --from PLACE --to PLACE');
    const placeOf = (name: 'from' | 'to') => {
      const said = String(values[name] ?? '');
      const mediaPlace = said === 'file:' ? null : parseS3Place(said);
      if (said !== 'file:' && !mediaPlace) throw new WrongUse(`--${name} must be file: or like s3://bucket/prefix`);
      return mediaPlace;
    };
    const [fromPlace, toPlace] = [placeOf('from'), placeOf('to')];
    for (const other of [fromPlace, config.sitePlace]) {
      if (other && toPlace && overlap(other, toPlace)) throw new WrongUse('--to must be a place for these files alone');
    }
    const storeAt = (mediaPlace: S3Place | null) =>
      openMediaStore({ stateDir: config.stateDir, s3: config.s3, mediaPlace });
    // A store that is left takes no word with it, also of machines that learn of the new one last.
    await new WithdrawalLedger(Object.assign(Object.create(config) as AppConfig, { mediaPlace: fromPlace })).exchange();
    const connection = await openDatabase();
    const result = await shutdown.during(async () => {
      const dataSource = await new DataSource(dataSourceOptions(connection)).initialize();
      try {
        return await moveMedia(storeAt(fromPlace), storeAt(toPlace), new MediaRepository(dataSource));
      } finally {
        await dataSource.destroy();
      }
    });
    for (const key of result.damaged) say(`damaged  ${key}`);
    say(
      `${result.copied} copied, ${result.found} there already, ${result.removed} removed that are no longer kept, ` +
        `${result.damaged.length} that could not be had as they were stored.`,
    );
    return result.damaged.length === 0 ? EXIT.done : EXIT.doneWithFindings;
  },
);
