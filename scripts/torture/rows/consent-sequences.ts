import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { register } from '../archive.ts';
import { ConsentLife } from '../consent-life.ts';
import { inTurns } from '../in-turns.ts';
import type { Person } from '../person.ts';
import type { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { atLeast, atMost, type Context, type Outcome, type Row } from '../row.ts';

const AT_ONCE = 4;
const STEPS = 12;
/** So many live between one restore and the next. */
const ROUND = 200;
/** In which the server looks at its days by itself, and a bit more. */
const DAYS_MS = 25_000;

/** Consent, release, change, approval, withdrawal and restore, in any order: public is what was released, and nothing after a "no". */
export const consentSequences: Row = { number: 23, name: 'consent-sequences', counts: { full: 10_000, quick: 8 }, run };

interface Found {
  lives: ConsentLife[];
  findings: string[];
  restores: number;
}

async function run({ random, count, product: makeProduct, say }: Context): Promise<Outcome> {
  const found: Found = { lives: [], findings: [], restores: 0 };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stories-consent-'));
  try {
    for (const isRequired of [false, true]) {
      const product = await makeProduct(isRequired ? { REQUIRE_RELEASE: '1' } : {});
      await product.start();
      const share = isRequired ? Math.floor(count / 2) : Math.ceil(count / 2);
      for (let done = 0; done < share; done += ROUND) {
        const place = path.join(folder, `${isRequired} ${done}`);
        const own = random.fork(`${isRequired} ${done}`);
        await liveTogether(product, own, { place, isRequired, count: Math.min(ROUND, share - done), found });
        await rm(place, { recursive: true, force: true });
        say(`${found.lives.length} lives, ${found.restores} restores`);
      }
      await product.dispose();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const { lives, findings, restores } = found;
  const all = (fault: keyof ConsentLife['faults']) => lives.flatMap(({ faults }) => faults[fault]);
  const sum = (of: (life: ConsentLife) => number) => lives.reduce((total, life) => total + of(life), 0);
  return {
    tried: `${lives.length} lives of at most ${STEPS} steps, ${sum(({ steps }) => steps)} in all, with two browsers and two producers each; ${restores} restores`,
    figures: [
      atMost('public without its release', all('public').length),
      atMost('readable after its "no" was answered, or restored', all('readable').length),
      atMost('changes that ask nothing anew', all('unasked').length),
      atMost('findings of check-consent', findings.length),
      atMost('failures of the server', all('failed').length),
      // Else the rest would say nothing.
      atLeast(
        'times that something was public',
        sum(({ timesPublic }) => timesPublic),
        lives.length,
      ),
    ],
    notes: [...all('public'), ...all('readable'), ...all('unasked'), ...findings, ...all('failed')],
  };
}

interface Round {
  place: string;
  isRequired: boolean;
  count: number;
  found: Found;
}

async function liveTogether(
  product: Product,
  random: Random,
  { place, isRequired, count, found }: Round,
): Promise<void> {
  const producers: [Person, Person] = [await product.staff(), await product.staff()];
  const { user } = await register(product, random, 'Somebody');
  const around = { producers, somebodyElse: user.id, isRequired };
  const lives = Array.from({ length: count }, (_, index) => new ConsentLife(product, random.fork(`${index}`), around));
  found.lives.push(...lives);
  let begun = 0;
  await inTurns(AT_ONCE, lives, async (life) => {
    await life.begin();
    await life.live(STEPS / 2);
    // In the middle of what everybody does.
    if (++begun === Math.ceil(count / 2)) await product.runWell('backup', ['--to', place]);
    await life.live(STEPS / 2);
  });
  await wait(DAYS_MS);
  for (const life of lives) await life.checkAtEnd('at the end');
  found.findings.push(...(await findingsOf(product, isRequired)));
  await product.stop();
  await product.runWell('restore', ['--from', place]);
  found.restores++;
  await product.start();
  for (const life of lives) await life.checkRestored();
  found.findings.push(...(await findingsOf(product, isRequired)));
}

/** Where no release is required, a producer answers for what has none; a chain that does not verify is a finding anywhere. */
async function findingsOf(product: Product, isRequired: boolean): Promise<string[]> {
  const { output } = await product.run('check-consent');
  const isFinding = isRequired
    ? /^(receipt|public|approved) /
    : /^(receipt|(public|approved) .*(refused|is over|not for))/;
  const findings = output.split('\n').filter((line) => isFinding.test(line));
  return /receipts (verify|read)\./.test(output) ? findings : [...findings, `check-consent: ${output.slice(-300)}`];
}
