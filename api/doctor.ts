import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import { Publisher } from './archive/publishing/publisher.js';
import { EXIT, runCommand, WrongUse } from './command.js';
import { checkMedia, type MediaFinding } from './media/store/check-media.js';
import { MediaRepository } from './media/store/media.repository.js';
import { MediaService } from './media/store/media.service.js';
import { openMediaStore } from './media/store/open-media-store.js';
import { examine, type Finding, PARTS } from './operations/doctor/examine.js';
import { dataSourceOptions } from './platform/database/data-source.js';
import { counted } from './contract/common/grammar.js';

const USAGE = `npm run doctor

Looks at everything, beside the running server or without it, and says in words what is wrong.

  --repair          mends what can be mended: the public site, and files that are due to go
  --only PART       looks at one part: ${PARTS.join(', ')}

Ends with 0 when nothing is wrong, 3 when something is, 1 when it could not look.`;

await runCommand(
  USAGE,
  { repair: { type: 'boolean' }, only: { type: 'string' } },
  async ({ config, values, openDatabase, say, shutdown }) => {
    const { only } = values;
    if (typeof only === 'string' && !PARTS.includes(only)) throw new WrongUse(`There is no part ${only}.`);
    const parts = typeof only === 'string' ? [only] : PARTS;
    const connection = await openDatabase();
    const look = async () => {
      const dataSource = await new DataSource(dataSourceOptions(connection)).initialize();
      const findings: Finding[] = [];
      const patient = {
        config,
        query: <Row>(sql: string) => dataSource.query<Row[]>(sql),
        checkMedia: (report: (finding: MediaFinding) => void) =>
          checkMedia(openMediaStore(config), new MediaRepository(dataSource), report),
      };
      try {
        await examine(patient, parts, (finding) => {
          findings.push(finding);
          say(`${finding.severity.padEnd(7)} ${finding.part}: ${finding.text}`);
        });
      } finally {
        await dataSource.destroy();
      }
      return findings;
    };
    let findings = await shutdown.during(look);
    if (values.repair === true && findings.some(({ canBeMended }) => canBeMended)) {
      await shutdown.during(async () => {
        say('Mending');
        const app = await NestFactory.createApplicationContext(AppModule.register(config, connection, false), {
          logger: ['error', 'warn'],
          abortOnError: false,
        });
        try {
          await app.get(MediaService, { strict: false }).sweepDeletions();
          await app.get(Publisher).bringUpToDateNightly();
        } finally {
          await app.close();
        }
        say('Looking again');
        findings = await look();
      });
    }
    const wrong = findings.filter(({ severity }) => severity === 'wrong').length;
    say(wrong === 0 ? 'Nothing is wrong.' : `${counted(wrong, { one: 'thing is', other: 'things are' })} wrong.`);
    return wrong === 0 ? EXIT.done : EXIT.doneWithFindings;
  },
);
