import { EXIT, runCommand } from './command.js';
import { openDataSource } from './open-database.js';
import { checkConsent } from './archive/videos/releases/check-consent.js';
import { ShowcaseVideoRowsRepository } from './archive/videos/catalogue/showcase-video-rows.repository.js';
import { ConsentReceipt, ConsentSubject } from './people/consent/receipt.entity.js';
import { ReceiptsService } from './people/consent/receipts.service.js';
import { ReceiptsRepository } from './people/consent/receipts.repository.js';
import { counted } from './contract/common/grammar.js';

const USAGE = `npm run check-consent

Verifies the chain of receipts and that the words which were answered are kept, and names every approved video without a release of exactly this cut that holds, one a line.`;

await runCommand(USAGE, {}, async ({ openDatabase, shutdown, say }) => {
  const dataSource = await openDataSource(await openDatabase(), 'consent_receipt', [ConsentReceipt, ConsentSubject]);
  shutdown.add('Letting go of the database', () => dataSource.destroy());
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
