import { EXIT, runCommand } from './command.js';
import { counted } from './contract/common/grammar.js';
import { checkMedia } from './media/store/check-media.js';
import { MediaRepository } from './media/store/media.repository.js';
import { openMediaStore } from './media/store/open-media-store.js';
import { openDataSource } from './open-database.js';

const USAGE = `npm run check-media

Compares every stored file with the database, beside the running server or without it, and tells what is missing, altered, orphaned or unreadable, a file a line.

Ends with 0 when every file is as it was stored, 3 when some are not, 1 when it could not look.`;

await runCommand(USAGE, {}, async ({ config, openDatabase, shutdown, say }) => {
  const dataSource = await openDataSource(await openDatabase(), 'media_file');
  shutdown.add('Letting go of the database', () => dataSource.destroy());
  let findings = 0;
  await checkMedia(openMediaStore(config), new MediaRepository(dataSource), ({ problem, key }) => {
    findings++;
    say(`${problem.padEnd(8)} ${key}`);
  });
  const found = counted(findings, { one: 'finding', other: 'findings' });
  say(findings === 0 ? 'Every file is as it was stored.' : `${found}.`);
  return findings === 0 ? EXIT.done : EXIT.doneWithFindings;
});
