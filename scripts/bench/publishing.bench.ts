import { setTimeout as wait } from 'node:timers/promises';
import { addWaitingStory, fillArchive } from './fill-archive.ts';
import { watchMemory } from './processes.ts';
import { Product } from './product.ts';
import { median, megabytes, seconds, show } from './report.ts';
import { StaticBuild } from './static-build.ts';
import { timed } from './timed.ts';

/** About 1,000 and 10,000, with the last search shard half full. */
const SMALL = 1_125;
const LARGE = 10_125;
/** No full build could be run beside it: its index alone would need more memory than there is. */
const HUGE = 50_000;
const TURNS = 5;
const ASK_EVERY_MS = 5;

/** From the press on Approve, and on Unapprove, to what a visitor gets. */
export async function measureApproval(): Promise<void> {
  const product = await Product.prepare();
  try {
    await fillArchive(product, SMALL);
    await product.start();
    const { readable } = await takeTurns(product);
    const peer = await StaticBuild.of(product.url);
    const rebuilt = await peer.run({ incremental: false });
    await peer.dispose();
    show({
      what: `Approve → page readable, ${SMALL} stories, beside astro build and Pagefind's CLI`,
      ours: seconds(readable),
      peer: seconds(rebuilt.seconds),
      ratio: rebuilt.seconds / readable,
      goal: { atLeast: 20 },
    });
  } finally {
    await product.dispose();
  }
}

/** The large archive: everything from nothing, then one story more and less. */
export async function measureLargeArchive(): Promise<void> {
  const product = await Product.prepare();
  try {
    await fillArchive(product, LARGE);
    const fromNothing = await product.start();
    const peer = await StaticBuild.of(product.url);
    const full = await peer.run({ incremental: true });
    show({
      what: `Publishing everything from nothing, ${LARGE} stories, beside the full build`,
      ours: seconds(fromNothing),
      peer: seconds(full.seconds),
      ratio: fromNothing / full.seconds,
      goal: { atMost: 0.4 },
    });
    const memory = watchMemory(product.pid);
    const { approve, unapprove } = await takeTurns(product);
    const peakBytes = memory.stop();
    const again = await peer.run({ incremental: true });
    await peer.dispose();
    const slower = Math.max(approve, unapprove);
    show({
      what: `Approve → searchable and Unapprove → gone (the slower), ${LARGE} stories, beside an incremental build`,
      ours: seconds(slower),
      peer: seconds(again.seconds),
      ratio: again.seconds / slower,
      goal: { atLeast: 50 },
    });
    show({
      what: `Peak memory of the same, all processes`,
      ours: megabytes(peakBytes),
      peer: megabytes(again.peakBytes),
      ratio: peakBytes / again.peakBytes,
      goal: { atMost: 0.1 },
    });
  } finally {
    await product.dispose();
  }
}

/** What a press on Approve or Unapprove takes, the slower of both, must not depend on how many stories there are. */
export async function measureSizes(): Promise<void> {
  const slower: number[] = [];
  for (const stories of [SMALL, LARGE, HUGE]) {
    const product = await Product.prepare();
    try {
      await fillArchive(product, stories);
      await product.start();
      const { approve, unapprove } = await takeTurns(product);
      slower.push(Math.max(approve, unapprove));
    } finally {
      await product.dispose();
    }
  }
  const [slowest, quickest] = [Math.max(...slower), Math.min(...slower)];
  show({
    what: `The same presses with ${[SMALL, LARGE, HUGE].join(', ')} stories (${slower.map(seconds).join(', ')}): the slowest beside the quickest`,
    ours: seconds(slowest),
    peer: seconds(quickest),
    ratio: slowest / quickest,
    goal: { atMost: 1.5 },
  });
}

/** Median seconds from the press: until the page can be read, and until either press is answered, the search included. */
async function takeTurns(product: Product): Promise<{ readable: number; approve: number; unapprove: number }> {
  const staff = await product.signInStaff();
  const times = { readable: [] as number[], approve: [] as number[], unapprove: [] as number[] };
  for (let turn = 0; turn < TURNS; turn++) {
    const word = `canary${turn}`;
    const { id, address } = await addWaitingStory(product, `The ${word} sings.`);
    const shows = async () => (await (await fetch(product.url + address)).text()).includes(word);
    const press = (step: 'approve' | 'unapprove') => staff.send('PUT', `/api/admin/showcase-videos/${id}/${step}`);
    const [readable, approve] = await Promise.all([timed(() => until(shows)), timed(() => press('approve'))]);
    if (!(await shows())) throw new Error('Approve was answered before its page was there.');
    times.readable.push(readable);
    times.approve.push(approve);
    times.unapprove.push(await timed(() => press('unapprove')));
    if (await shows()) throw new Error('Unapprove was answered before its page was gone.');
  }
  return { readable: median(times.readable), approve: median(times.approve), unapprove: median(times.unapprove) };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(ASK_EVERY_MS);
}
