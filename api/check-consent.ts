import { DataSource } from 'typeorm';
import { EXIT, runCommand } from './command.js';
import { checkConsent } from './archive/videos/releases/check-consent.js';
import { ShowcaseVideoRowsRepository } from './archive/videos/showcase-video-rows.repository.js';
import { ConsentReceipt, ConsentSubject } from './people/consent/receipt.entity.js';
import { ReceiptsService } from './people/consent/receipts.service.js';
import { ReceiptsRepository } from './people/consent/receipts.repository.js';
import { dataSourceOptions } from './platform/database/data-source.js';
import { counted } from './contract/grammar.js';

const USAGE = `npm run check-consent

Verifies the chain of receipts and that the words which were answered are kept, and names every approved video without a release of exactly this cut that holds, one a line.`;

await runCommand(USAGE, {}, async ({ openDatabase, shutdown, say }) => {
  const options = { ...dataSourceOptions(await openDatabase()), entities: [ConsentReceipt, ConsentSubject] };
  const dataSource = await new DataSource(options).initialize();
  shutdown.add('Letting go of the database', () => dataSource.destroy());
  const [table] = await dataSource.query<[{ there: boolean }]>(
    `SELECT to_regclass('consent_receipt') IS NOT NULL AS there`,
  );
  if (!table.there) throw new Error('The database is empty: there is nothing to verify. Is it the right one?');
  const [receipts, subjects] = [dataSource.getRepository(ConsentReceipt), dataSource.getRepository(ConsentSubject)];
  const { count, findings } = await checkConsent(
    new ReceiptsService(new ReceiptsRepository(receipts, subjects)),
    new ShowcaseVideoRowsRepository(dataSource),
  );
  for (const finding of findings) say(finding);
  const found = counted(findings.length, { one: 'finding', other: 'findings' });
  say(findings.length === 0 ? `All ${count} receipts verify.` : `${found}; ${count} receipts read.`);
  return findings.length === 0 ? EXIT.done : EXIT.doneWithFindings;
});
