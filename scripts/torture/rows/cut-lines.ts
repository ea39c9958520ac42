import { setTimeout as wait } from 'node:timers/promises';
import { type MailServer, startMailServer } from '../../../api/testing/mail-server.ts';
import { register } from '../archive.ts';
import { CuttingProxy } from '../cutting-proxy.ts';
import type { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { atMost, type Context, type Outcome, type Row } from '../row.ts';
import { Findings, Participant, Producer, PublicSender, type Uploader, type UploadWorld } from '../uploaders.ts';

const LARGEST = 6_000_000;
const FINISH_WITHIN_MS = 120_000;
const MAIL_RETRIES = 12;

/** Lines that are cut, reset, stalled, slow, and answers that end early: between browser and server, server and mail. */
export const cutLines: Row = { number: 4, name: 'cut-lines', counts: { full: 100, quick: 8 }, run };

async function run({ random, count, product: makeProduct, say }: Context): Promise<Outcome> {
  await using mails = await startMailServer();
  await using mailLine = await CuttingProxy.start(
    Number(new URL(mails.url).port),
    Math.ceil(count / 3),
    random.fork('mail'),
    900,
  );
  const product = await makeProduct({
    SMTP_URL: `smtp://127.0.0.1:${mailLine.port}`,
    MAIL_FROM: 'stories@example.org',
  });
  await product.start();
  await using line = await CuttingProxy.start(product.port, count, random.fork('line'), LARGEST);
  const findings = new Findings();
  const world: UploadWorld = {
    product,
    url: `http://127.0.0.1:${line.port}`,
    findings,
    isOver: () => line.isDone,
    largest: LARGEST,
  };
  const uploaders: Uploader[] = [
    new Participant(world, random.fork('chunks'), 'chunks'),
    new Participant(world, random.fork('base64'), 'base64'),
    new Producer(world, random.fork('staff')),
    new PublicSender(world, random.fork('public'), 'chunks'),
  ];
  let stuck = uploaders.length;
  const working = Promise.all(
    uploaders.map(async (uploader) => {
      await uploader.work();
      stuck--;
    }),
  );
  const [mailed] = await Promise.all([
    sendMails(product, mails, mailLine, random),
    Promise.race([working, wait(FINISH_WITHIN_MS, undefined, { ref: false })]),
  ]);
  for (const uploader of uploaders) uploader.person.url = product.url;
  for (const uploader of uploaders) await uploader.check();
  const met = [...line.met, ...mailLine.met].map(([fault, times]) => `${times} ${fault}`).join(', ');
  say(met);
  return {
    tried: `${met}; ${uploaders.reduce((sum, { acknowledged }) => sum + acknowledged, 0)} uploads, ${mailed.sent} mails (publishing to S3: not run, this version has no such store)`,
    figures: [
      atMost('acknowledged lost', findings.lost),
      atMost('SHA-256 different', findings.different),
      atMost('twice, or unexpected', findings.odd),
      atMost('not complete', stuck),
      atMost('mails acknowledged and lost, or cut', mailed.lost),
      atMost('mails sent twice', mailed.twice),
    ],
    notes: [...findings.notes, ...mailed.notes],
  };
}

/** Each of another person, tried until it is acknowledged. */
async function sendMails(product: Product, mails: MailServer, line: CuttingProxy, random: Random) {
  const outcome = { sent: 0, lost: 0, twice: 0, notes: [] as string[] };
  while (!line.isDone) {
    const { person, email } = await register(product, random);
    await person.do('GET', '/api/logout').catch(() => undefined);
    person.cookies.clear();
    let tries = 0;
    let status = 0;
    while (status !== 200 && status !== 429 && tries < MAIL_RETRIES) {
      tries++;
      ({ status } = await person.call('POST', '/api/resume-interview', { json: { email } }));
    }
    if (status !== 200) continue;
    outcome.sent++;
    const received = mails.received.filter(({ to }) => to.includes(email));
    const whole = received.filter(({ content }) => /#signin=[\w-]{40,}/.test(content.text ?? ''));
    if (whole.length === 0) {
      outcome.lost++;
      outcome.notes.push(`the mail to ${email} was acknowledged after ${tries} tries, and ${received.length} came`);
    }
    // A line that ends between the mail and its acknowledgement leaves the sender in doubt: each try may be one.
    if (received.length > tries) {
      outcome.twice++;
      outcome.notes.push(`${received.length} mails to ${email} after ${tries} tries`);
    }
  }
  return outcome;
}
