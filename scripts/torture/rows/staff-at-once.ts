import { ALL_STEPS, ArchiveModel } from '../archive-model.ts';
import { inTurns } from '../in-turns.ts';
import type { Person } from '../person.ts';
import { atLeast, atMost, type Context, type Outcome, type Row } from '../row.ts';

const PRODUCERS = 4;
const PEOPLE = 8;

/** Producers and the people themselves, who do everything at once, at two servers: what is public is what the database says, and nothing that was answered with no. */
export const staffAtOnce: Row = {
  number: 8,
  name: 'staff-at-once',
  counts: { full: 4_000, quick: 24 },
  shares: true,
  run,
};

async function run({ random, count, running, say }: Context): Promise<Outcome> {
  const product = await running();
  const producers: Person[] = [];
  const second = await product.second();
  for (let index = 0; index < PRODUCERS; index++) {
    const producer = await product.staff();
    if (index % 2 === 1) producer.url = second.url;
    producers.push(producer);
  }
  const world = new ArchiveModel(product, random, [product.url, second.url]);
  for (let index = 0; index < PEOPLE; index++) await world.addPerson(producers[index % PRODUCERS]!);
  let done = 0;
  await inTurns(
    PRODUCERS,
    Array.from({ length: count }, (_, index) => index),
    async (index) => {
      await world.step(producers[index % PRODUCERS]!, random.pick(ALL_STEPS));
      if (++done % 500 === 0) say(`${done} steps`);
    },
  );
  const differences = await world.compare(producers[0]!);
  return {
    tried: `${count} steps of ${PRODUCERS} producers and ${PEOPLE} people at two servers, ${world.answered} done, ${world.refused} refused`,
    figures: [
      atMost('readable after its "no" was answered', world.readable),
      atMost('published other than the database says', differences.length),
      atMost('failures of the server', world.failed),
      atLeast('steps done', world.answered, count / 4),
    ],
    notes: [...world.notes, ...differences],
  };
}
