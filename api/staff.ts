import { NestFactory } from '@nestjs/core';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { AppModule } from './app.module.js';
import { EXIT, runCommand, WrongUse } from './command.js';
import { counted, writtenDuration } from './contract/common/grammar.js';
import { STAFF_LINK_MAX_AGE_MS } from './contract/common/limits.js';
import { openDataSource } from './open-database.js';
import { AddProducerDto } from './platform/auth/staff-accounts.dto.js';
import { StaffAccounts } from './platform/auth/staff-accounts.service.js';
import { StaffSignIn } from './platform/auth/staff-sign-in.service.js';
import { AppError } from './platform/http/app-error.js';

const USAGE = `npm run staff -- add EMAIL "NAME"
npm run staff -- link EMAIL
npm run staff -- list
npm run staff -- remove EMAIL

Says who is a producer, beside the running server or without it. It counts where STAFF_ACCOUNTS=1 is set.

  add EMAIL "NAME"  they get a mail that says so, and sign in by a link that is mailed to them
  link EMAIL        makes a link that signs them in, once and soon: for when no mail reaches them
  list              a line each: e-mail, name, when they signed in last
  remove EMAIL      signs them out everywhere at once; nothing signs them in any more

Ends with 0 when it is done, 3 when there was nothing to do, 1 when it failed.`;

const NO_TABLE = 'This database has no accounts of producers yet. Start the server once, then call this again.';
const NOT_YET = 'This counts once STAFF_ACCOUNTS=1 is set and the server is started again.';

await runCommand(
  USAGE,
  {},
  async ({ config, words, openDatabase, shutdown, say }) => {
    const [action, email, name] = words;
    const most = { add: 3, link: 2, list: 1, remove: 2 }[String(action)];
    if (most === undefined || words.length !== most)
      throw new WrongUse('Say add EMAIL "NAME", link EMAIL, list, or remove EMAIL.');
    const added = action === 'add' ? await readProducer(email, name) : null;
    const sayUnknown = (whose?: string) => {
      say(`There is no producer with the e-mail ${whose}.`);
      return EXIT.doneWithFindings;
    };
    const connection = await openDatabase();
    return shutdown.during(async () => {
      // Whoever finds none brings no schema up to date: a server that is older may be at work.
      await (await openDataSource(connection, 'staff_account', [], NO_TABLE)).destroy();
      const app = await NestFactory.createApplicationContext(AppModule.register(config, connection, false), {
        logger: ['error'],
        abortOnError: false,
      });
      const accounts = app.get(StaffAccounts, { strict: false });
      try {
        if (added) {
          const producer = await accounts.add(added, null);
          say(`${producer.name} is a producer now, and has a mail about it at ${producer.email}.`);
          if (!config.staffAccounts) say(NOT_YET);
        } else if (action === 'link') {
          const url = await app.get(StaffSignIn, { strict: false }).makeLink(String(email));
          if (url === null) return sayUnknown(email);
          say(
            `${url}\nIt signs ${email} in once, within ${writtenDuration(STAFF_LINK_MAX_AGE_MS)}. Give it to nobody else.`,
          );
          if (!config.staffAccounts) say(NOT_YET);
        } else if (action === 'list') {
          const producers = await accounts.list(null);
          for (const { email: address, name: called, lastSignedInAt } of producers)
            say(`${address}  ${called}  ${lastSignedInAt ?? 'never signed in'}`);
          say(`${counted(producers.length, { one: 'producer', other: 'producers' })}.`);
        } else if (await accounts.removeByEmail(String(email))) {
          say(`${email} is no producer any more.`);
          if ((await accounts.list(null)).length === 0) say('That was the last one: nobody can sign in now.');
        } else {
          return sayUnknown(email);
        }
        return EXIT.done;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        say(error.message);
        return ['already_producer', 'name_taken'].includes(error.code) ? EXIT.doneWithFindings : EXIT.failed;
      } finally {
        await app.close();
      }
    });
  },
  true,
);

/** By the same rules as in the browser. */
async function readProducer(email?: string, name?: string): Promise<AddProducerDto> {
  const producer = plainToInstance(AddProducerDto, { email, name });
  const [fault] = await validate(producer);
  if (fault) throw new WrongUse(Object.values(fault.constraints ?? {})[0]);
  return producer;
}
