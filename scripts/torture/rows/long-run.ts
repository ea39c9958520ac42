import { readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { watchMemory } from '../../bench/processes.ts';
import { addStory, videoPath } from '../archive.ts';
import { Person } from '../person.ts';
import type { Product } from '../product.ts';
import { atLeast, atMost, type Context, NotRun, type Outcome, type Row } from '../row.ts';
import { Findings, Participant, Producer, PublicSender, type Uploader, type UploadWorld } from '../uploaders.ts';

const LOOK_MS = 500;
/** Samples: fewer tell nothing. */
const FEWEST = 12;
/** Until then everything that is kept ready has been made. */
const WARM_MS = 600_000;

interface Sample {
  memory: number;
  descriptors: number;
  connections: number;
  temporary: number;
  log: number;
}

/** An hour of everything: what is held at its end is what was held after its first minutes. */
export const longRun: Row = { number: 22, name: 'long-run', counts: { full: 3_600, quick: 6 }, run };

async function run({ random, count: seconds, isQuick, product: makeProduct, say }: Context): Promise<Outcome> {
  if (process.platform !== 'linux') throw new NotRun('what a process holds is told on Linux alone.');
  const product = await makeProduct();
  await product.start();
  const findings = new Findings();
  let isOver = false;
  const world: UploadWorld = { product, url: product.url, findings, isOver: () => isOver, largest: 6_000_000 };
  const uploaders: Uploader[] = [
    new Participant(world, random.fork('chunks'), 'chunks'),
    new Participant(world, random.fork('base64'), 'base64'),
    new Producer(world, random.fork('staff')),
    new PublicSender(world, random.fork('public'), 'chunks'),
  ];
  const work = [
    ...uploaders.map((uploader) => uploader.work()),
    publish(product, random, () => isOver),
    read(product, () => isOver),
  ];
  const samples: Sample[] = [];
  const memory = watchMemory(product.pid);
  const deadline = performance.now() + seconds * 1000;
  while (performance.now() < deadline || samples.length < FEWEST) {
    await wait(LOOK_MS);
    samples.push(await look(product, memory.now()));
    // One sender sends more in an hour than it may in a day.
    await product.query('DELETE FROM public_upload_quota');
    if (samples.length % 600 === 0) say(JSON.stringify(samples.at(-1)));
  }
  memory.stop();
  isOver = true;
  await Promise.all(work);
  const warm = samples.slice(Math.min(Math.floor(WARM_MS / LOOK_MS), Math.floor(samples.length / 3)));
  const grown = (name: keyof Sample) => {
    const third = Math.max(1, Math.floor(warm.length / 3));
    return (
      median(warm.slice(-third).map((sample) => sample[name])) -
      median(warm.slice(0, third).map((sample) => sample[name]))
    );
  };
  // In seconds nothing is flat yet; what is looked for there is only what grows with every request.
  const slack = isQuick ? 4 : 1;
  const uploads = uploaders.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  return {
    tried: `${seconds} s, ${uploads} uploads`,
    figures: [
      atMost('memory grown', grown('memory') / 1e6, 40 * slack, 'MB'),
      atMost('descriptors grown', grown('descriptors'), 10 * slack),
      atMost('connections grown', grown('connections'), 5 * slack),
      atMost('temporary files grown', grown('temporary'), 5 * slack),
      atMost('log grown', grown('log') / 1000, 10 * slack, 'kB'),
      atMost('lost or wrong', findings.lost + findings.different + findings.odd),
      atLeast('uploads acknowledged', uploads, uploaders.length),
    ],
    notes: findings.notes,
  };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function look(product: Product, memory: number): Promise<Sample> {
  const temporary = await readdir(product.inState('uploads'), { recursive: true }).catch(() => []);
  const [row] = await product.query<{ count: string }>(
    `SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'`,
  );
  return {
    memory,
    descriptors: readdirSync(`/proc/${product.pid}/fd`).length,
    connections: Number(row!.count),
    temporary: temporary.length,
    log: product.output.length,
  };
}

async function publish(product: Product, random: Context['random'], isOver: () => boolean): Promise<void> {
  const staff = await product.staff();
  const story = await addStory(product, staff, random, { transcript: 'A lark sings.' });
  while (!isOver()) {
    for (const step of ['approve', 'unapprove'])
      await staff.do('PUT', videoPath(story.video.id, `/${step}`), { json: {} });
    await wait(200);
  }
}

async function read(product: Product, isOver: () => boolean): Promise<void> {
  const visitor = new Person(product.url);
  while (!isOver()) {
    for (const path of ['/', '/stories', '/api/stories-overview', '/api/search-data?q=lark', '/nowhere'])
      await visitor.call('GET', path);
    await wait(20);
  }
}
