import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { register } from '../archive.ts';
import { ConsentLife } from '../consent-life.ts';
import { inTurns } from '../in-turns.ts';
import type { Person } from '../person.ts';
import { atLeast, atMost, type Context, type Outcome, type Row } from '../row.ts';

const AT_ONCE = 4;
const LIVES = { full: 24, quick: 3 };
/** Between two backups. */
const STEPS = { full: 1, quick: 2 };
/** What people say after the last backup who are public in all of them: nothing but the ledger knows of it. */
const LATE_NOES = ['no', 'hide', 'withdraw video', 'leave'] as const;

/** Backups of every age, put back one after another in any order: what was taken back since stays away. */
export const backupAges: Row = { number: 24, name: 'backup-ages', counts: { full: 50, quick: 2 }, run };

async function run({ random, count, isQuick, product: makeProduct, say }: Context): Promise<Outcome> {
  const form = isQuick ? 'quick' : 'full';
  const product = await makeProduct();
  await product.start();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stories-ages-'));
  try {
    const producers: [Person, Person] = [await product.staff(), await product.staff()];
    const { user } = await register(product, random, 'Somebody');
    const around = { producers, somebodyElse: user.id, isRequired: false };
    const live = (name: string | number) => new ConsentLife(product, random.fork(`${name}`), around);
    const wandering = Array.from({ length: LIVES[form] }, (_, index) => live(index));
    const late = LATE_NOES.map((no) => ({ no, life: live(no) }));
    const lives = [...wandering, ...late.map(({ life }) => life)];
    await inTurns(AT_ONCE, lives, (life) => life.begin());
    await inTurns(AT_ONCE, late, ({ life }) => life.walk(['approve']));
    const publicInAll = late.filter(({ life }) => life.timesPublic > 0).length;
    const places = Array.from({ length: count }, (_, age) => path.join(folder, String(age)));
    for (const place of places) {
      await inTurns(AT_ONCE, wandering, (life) => life.live(STEPS[form]));
      await product.runWell('backup', ['--to', place]);
    }
    // What they do after the last backup is in none.
    await inTurns(AT_ONCE, wandering, (life) => life.live(STEPS[form]));
    await inTurns(AT_ONCE, late, ({ no, life }) => life.walk([no]));
    const noes = lives.filter(({ hasSaidNo }) => hasSaidNo).length;
    say(`${count} backups; ${noes} of ${lives.length} people have said no to something`);
    let failed = 0;
    const notes: string[] = [];
    for (const [index, place] of random.shuffled(places).entries()) {
      await product.stop();
      await product.runWell('restore', ['--from', place]);
      await product.start();
      await inTurns(AT_ONCE, lives, (life) => life.checkRestored());
      const { output } = await product.run('check-consent');
      const flaws = output.split('\n').filter((line) => line.startsWith('receipt '));
      failed += flaws.length;
      notes.push(...flaws);
      await rm(place, { recursive: true });
      if (index % 10 === 9) say(`${index + 1} restored`);
    }
    const readable = lives.flatMap(({ faults }) => [...faults.readable, ...faults.public]);
    const failures = lives.flatMap(({ faults }) => faults.failed);
    return {
      tried: `${count} backups between the steps of ${lives.length} lives, each put back; ${noes} had said no`,
      figures: [
        atMost('readable after its "no", before and after a restore', readable.length),
        atMost('flaws in the chain of receipts', failed),
        atMost('failures of the server', failures.length),
        // Else the rest would say nothing.
        atLeast('people who were public in every backup', publicInAll, LATE_NOES.length),
      ],
      notes: [...readable, ...notes, ...failures],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
