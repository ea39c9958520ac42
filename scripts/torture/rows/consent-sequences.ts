import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addVideo, register, videoPath } from '../archive.ts';
import { type Around, ConsentLife } from '../consent-life.ts';
import { inTurns } from '../in-turns.ts';
import type { Person } from '../person.ts';
import type { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { randomMp4 } from '../samples.ts';
import { atLeast, atMost, type Context, type Outcome, type Row } from '../row.ts';

const AT_ONCE = 16;
const MOST_STEPS = 24;
/** So many live between one start and the restore at its end, on a product of their own: an archive of hundreds. */
const ROUND = 250;
/** Of a quick form, in which a dozen lives may all stay private. */
const MOST_ROUNDS = 4;
/** In which the server looks at its days by itself, and a bit more. */
const DAYS_MS = 25_000;

/** Consent, release, change, approval, withdrawal and restore, in any order: public is what was released, and nothing after a "no". */
export const consentSequences: Row = {
  number: 23,
  name: 'consent-sequences',
  counts: { full: 10_000, quick: 12 },
  run,
};

interface Found {
  lives: ConsentLife[];
  findings: string[];
  restores: number;
}

async function run({ random, count, isQuick, product: makeProduct, say }: Context): Promise<Outcome> {
  const found: Found = { lives: [], findings: [], restores: 0 };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stories-consent-'));
  const startedAt = performance.now();
  // With a release required, and without; in the quick form as the seed says.
  const kinds = isQuick ? [random.chance(0.5)] : [false, true];
  const liveAll = async (isRequired: boolean, again = '') => {
    const share = kinds.length === 1 ? count : isRequired ? Math.floor(count / 2) : Math.ceil(count / 2);
    for (let done = 0; done < share; done += ROUND) {
      const place = path.join(folder, `${isRequired} ${done}`);
      const own = random.fork(`${isRequired} ${done}${again}`);
      const product = await makeProduct(isRequired ? { REQUIRE_RELEASE: '1' } : {});
      await product.start();
      const isWaiting = !isQuick && done === 0;
      await liveTogether(product, own, { place, isRequired, isWaiting, count: Math.min(ROUND, share - done), found });
      await product.dispose();
      await rm(place, { recursive: true, force: true });
      const seconds = (performance.now() - startedAt) / 1000;
      say(
        `${found.lives.length} lives, ${found.restores} restores, ${(found.lives.length / seconds).toFixed(2)} lives/s`,
      );
    }
  };
  try {
    // While one restores, the other lives.
    await Promise.all(kinds.map((isRequired) => liveAll(isRequired)));
    const rounds = isQuick ? MOST_ROUNDS : 1;
    for (let round = 1; round < rounds && timesPublic(found) === 0; round++) {
      await liveAll(kinds[0]!, ` ${round}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const { lives, findings, restores } = found;
  const all = (fault: keyof ConsentLife['faults']) => lives.flatMap(({ faults }) => faults[fault]);
  const sum = (of: (life: ConsentLife) => number) => lives.reduce((total, life) => total + of(life), 0);
  return {
    tried: `${lives.length} lives of 1 to ${MOST_STEPS} steps, ${sum(({ steps }) => steps)} in all, with two browsers and two producers each; ${restores} restores`,
    figures: [
      atMost('public without its release', all('public').length),
      atMost('readable after its "no" was answered, or restored', all('readable').length),
      atMost('changes that ask nothing anew', all('unasked').length),
      atMost('findings of check-consent', findings.length),
      atMost('failures of the server', all('failed').length),
      // Else the rest would say nothing.
      atLeast('times that something was public', timesPublic(found), isQuick ? 1 : lives.length / 4),
      atMost(
        'times that it was public, and not found',
        sum(({ control }) => control.looked - control.found),
      ),
    ],
    notes: [...all('public'), ...all('readable'), ...all('unasked'), ...findings, ...all('failed')],
  };
}

function timesPublic({ lives }: Found): number {
  return lives.reduce((total, life) => total + life.timesPublic, 0);
}

interface Round {
  place: string;
  isRequired: boolean;
  /** Whether the server is left to look at its days by itself; otherwise a producer presses something. */
  isWaiting: boolean;
  count: number;
  found: Found;
}

async function liveTogether(
  product: Product,
  random: Random,
  { place, isRequired, isWaiting, count, found }: Round,
): Promise<void> {
  const producers: [Person, Person] = [await product.staff(), await product.staff()];
  const { user } = await register(product, random, 'Somebody');
  const around = { producers, somebodyElse: user.id, isRequired };
  const lives = Array.from({ length: count }, (_, index) => new ConsentLife(product, random.fork(`${index}`), around));
  const lengths = new Map(lives.map((life) => [life, drawSteps(random)]));
  let begun = 0;
  let backup: Promise<void> | undefined;
  await inTurns(AT_ONCE, lives, async (life) => {
    const steps = lengths.get(life)!;
    await life.begin();
    await life.live(Math.floor(steps / 2));
    // In the middle of what everybody does.
    if (++begun === Math.ceil(count / 2)) {
      for (const each of lives) each.noteBackup();
      backup = product.runWell('backup', ['--to', place]);
    }
    await life.live(Math.ceil(steps / 2));
  });
  await backup;
  if (isWaiting) await wait(DAYS_MS);
  else await publishOnce(product, random, around);
  await inTurns(AT_ONCE, lives, (life) => life.checkAtEnd('at the end'));
  found.findings.push(...(await findingsOf(product, { isRequired, isWaiting })));
  await product.stop();
  await product.runWell('restore', ['--from', place]);
  await product.start();
  await inTurns(AT_ONCE, lives, (life) => life.checkRestored());
  found.findings.push(...(await findingsOf(product, { isRequired, isWaiting })));
  found.restores++;
  found.lives.push(...lives);
}

/** Most lives are short, some are long. */
function drawSteps(random: Random): number {
  return random.chance(0.8) ? random.between(1, 6) : random.between(7, MOST_STEPS);
}

/** With the days as they are by now. */
async function publishOnce(
  product: Product,
  random: Random,
  { producers: [staff], somebodyElse, isRequired }: Around,
): Promise<void> {
  const { id } = await addVideo(product, staff, somebodyElse, { bytes: randomMp4(random, 1_000), transcript: 'Rain.' });
  // Where a release is required it is a name that shows what holds now.
  if (!isRequired) await staff.do('PUT', videoPath(id, '/approve'), { json: {} });
  else await staff.do('PATCH', `/api/admin/users/${somebodyElse}`, { json: { firstName: random.word() } });
}

/**
 * Where no release is required, a producer answers for what has none; a chain that does not verify is a finding anywhere. What
 * is over stays approved, and is shown to nobody, until the server has looked at its days by itself.
 */
async function findingsOf(
  product: Product,
  { isRequired, isWaiting }: Pick<Round, 'isRequired' | 'isWaiting'>,
): Promise<string[]> {
  const { output } = await product.run('check-consent');
  const isFinding = isRequired
    ? /^(receipt|public|approved) /
    : /^(receipt|(public|approved) .*(refused|is over|not for))/;
  const mayBe = (line: string) => !isWaiting && /^approved .* is over$/.test(line);
  const findings = output.split('\n').filter((line) => isFinding.test(line) && !mayBe(line));
  return /receipts (verify|read)\./.test(output) ? findings : [...findings, `check-consent: ${output.slice(-300)}`];
}
