import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from '../product.ts';
import { atLeast, atMost, type Context, type Outcome, type Row } from '../row.ts';
import { Findings, Participant, Producer, PublicSender, type Uploader, type UploadWorld } from '../uploaders.ts';

/** After a start, the kill comes at a moment in this time. */
const LIVES_MS = 1_500;
const FINISH_WITHIN_MS = 90_000;

export const killedUploads: Row = {
  number: 1,
  name: 'killed-uploads',
  counts: { full: 200, quick: 1 },
  run,
};

async function run({ random, count, isQuick, product: makeProduct, say }: Context): Promise<Outcome> {
  const product = await makeProduct();
  await product.start();
  const findings = new Findings();
  let isOver = false;
  const world: UploadWorld = {
    product,
    url: product.url,
    findings,
    isOver: () => isOver,
    largest: isQuick ? 6_000_000 : 11_000_000,
  };
  const uploaders: Uploader[] = [
    new Participant(world, random.fork('chunks'), 'chunks'),
    new Participant(world, random.fork('base64'), 'base64'),
    ...(isQuick ? [] : [new Participant(world, random.fork('more chunks'), 'chunks')]),
    ...(isQuick ? [] : [new Participant(world, random.fork('more base64'), 'base64')]),
    new Producer(world, random.fork('staff')),
    new PublicSender(world, random.fork('public'), 'chunks'),
    new PublicSender(world, random.fork('public form'), 'form'),
  ];
  const working = uploaders.map((uploader) => uploader.work());
  for (let kill = 0; kill < count; kill++) {
    await wait(random.below(LIVES_MS));
    await product.killEverything();
    await product.start();
    if (kill % 20 === 19) say(`${kill + 1} kills, ${sum(uploaders)} uploads`);
  }
  isOver = true;
  const stuck = await countUnfinished(working);
  for (const uploader of uploaders) await uploader.check();
  const withoutFile = await rowsWithoutFile(product, findings);
  // One whose start was cut off before its answer is nobody's: its sender began another, and it is swept.
  const [open] = await product.query<{ count: string }>(
    `SELECT count(*) FROM upload_session s
     WHERE result IS NULL AND EXISTS (SELECT FROM upload_chunk c WHERE c.upload_id = s.id)`,
  );
  return {
    tried: `${count} kills of everything, ${sum(uploaders)} uploads acknowledged`,
    figures: [
      atMost('acknowledged lost', findings.lost),
      atMost('SHA-256 different', findings.different),
      atMost('unexpected answers', findings.odd),
      atMost('rows without file', withoutFile),
      atMost('stuck', stuck + Number(open!.count)),
      atLeast('uploads acknowledged', sum(uploaders), uploaders.length),
    ],
    notes: findings.notes,
  };
}

const sum = (uploaders: Uploader[]) => uploaders.reduce((total, { acknowledged }) => total + acknowledged, 0);

async function countUnfinished(working: Promise<void>[]): Promise<number> {
  let unfinished = working.length;
  const all = working.map(async (work) => {
    await work;
    unfinished--;
  });
  await Promise.race([Promise.all(all), wait(FINISH_WITHIN_MS, undefined, { ref: false })]);
  return unfinished;
}

async function rowsWithoutFile(product: Product, findings: Findings): Promise<number> {
  const { output } = await product.run('check-media');
  const bad = output.split('\n').filter((line) => /^(missing|altered|unread)/.test(line));
  findings.notes.push(...bad);
  return bad.length;
}
