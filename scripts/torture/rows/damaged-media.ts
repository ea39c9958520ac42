import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RegisterResponse } from '../../../api/contract/people/participants.ts';
import { newcomer } from '../archive.ts';
import { Person } from '../person.ts';
import type { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { atMost, type Context, type Outcome, type Row } from '../row.ts';
import { randomWebm } from '../samples.ts';

type Fault = 'missing' | 'truncated' | 'flipped bit' | 'longer' | 'empty' | 'orphan' | 'unreadable';
const FAULTS: Fault[] = ['missing', 'truncated', 'flipped bit', 'longer', 'empty', 'orphan', 'unreadable'];
/** As `check-media` calls it. */
const FOUND_AS: Record<Fault, string> = {
  missing: 'missing',
  truncated: 'altered',
  'flipped bit': 'altered',
  longer: 'altered',
  empty: 'altered',
  orphan: 'orphan',
  unreadable: 'unread',
};

/** Faults in the media store and the public files, all found, and nothing else. */
export const damagedMedia: Row = { number: 17, name: 'damaged-media', counts: { full: 500, quick: 14 }, run };

async function run({ random, count, product: makeProduct }: Context): Promise<Outcome> {
  const product = await makeProduct();
  await product.start();
  await fill(product, random, count * 2);
  await product.stop();
  const sound = await product.run('check-media');
  const faults = damage(product, random, count);
  const { output } = await product.run('check-media');
  const found = new Map(
    output.split('\n').flatMap((line) => {
      const [, problem, key] = /^(missing|altered|orphan|unread)\s+(\S+)$/.exec(line) ?? [];
      return problem ? [[key!, problem] as const] : [];
    }),
  );
  const notes: string[] = [];
  for (const [key, fault] of faults) {
    if (found.get(key) !== FOUND_AS[fault]) notes.push(`${fault} ${key} is ${found.get(key) ?? 'not found'}`);
  }
  const damagedPages = damagePages(product, random, count);
  const doctor = await product.run('doctor');
  const told = new Set(
    Array.from(doctor.output.matchAll(/^\w+\s+(?:media|public site): (\S+) /gm), ([, place]) => place!),
  );
  const expected = new Set([...faults.keys(), ...damagedPages]);
  for (const place of expected) if (!told.has(place)) notes.push(`the doctor says nothing of ${place}`);
  const falseAlarms = [...found.keys(), ...told].filter((key) => !expected.has(key));
  return {
    tried: `${faults.size} faults among ${count * 2} files, and ${damagedPages.length} public ones, told to two programs`,
    figures: [
      atMost('faults that were not found', notes.length),
      atMost('false alarms', falseAlarms.length + (sound.code === 0 ? 0 : 1)),
      atMost('stopped before its last line', /findings?\.\s*(\n.*)*$/.test(output) ? 0 : 1),
      atMost('ends of the doctor other than 3', doctor.code === 3 ? 0 : 1),
    ],
    notes: [...notes, ...falseAlarms.map((key) => `false alarm ${key}`), ...(sound.code === 0 ? [] : [sound.output])],
  };
}

async function fill(product: Product, random: Random, files: number): Promise<void> {
  const { user } = await new Person(product.url).do<RegisterResponse>('POST', '/api/register', {
    json: newcomer(random),
  });
  const staff = await product.staff();
  for (let index = 0; index < files; index++) {
    const form = new FormData();
    form.set('userId', user.id);
    form.set('questionId', '1');
    form.set('video', new Blob([new Uint8Array(randomWebm(random, random.between(100, 40_000)))]), 'cut.webm');
    await staff.do('POST', '/api/admin/showcase-videos', { form });
  }
}

/** Missing, cut or altered; as the public tree calls them. */
function damagePages(product: Product, random: Random, count: number): string[] {
  const folder = product.inState('site');
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(html|xml)$/.test(name));
  const chosen = random.shuffled(pages.toSorted((a, b) => a.localeCompare(b))).slice(0, count);
  for (const [index, name] of chosen.entries()) {
    const file = path.join(folder, name);
    if (index % 3 === 0) rmSync(file);
    else if (index % 3 === 1) truncateSync(file, 10);
    else writeFileSync(file, readFileSync(file, 'utf8').replace('<', '>'));
  }
  return chosen;
}

function damage(product: Product, random: Random, count: number): Map<string, Fault> {
  const folder = product.inState('media');
  const keys = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^\w\w\/[\w-]+\.\w+$/.test(name),
  );
  const faults = new Map<string, Fault>();
  for (const [index, key] of random.shuffled(keys).slice(0, count).entries()) {
    const fault = FAULTS[index % FAULTS.length]!;
    const file = path.join(folder, key);
    const bytes = readFileSync(file);
    switch (fault) {
      case 'missing':
        rmSync(file);
        break;
      case 'truncated':
        truncateSync(file, random.below(bytes.length - 1) + 1);
        break;
      case 'flipped bit':
        bytes[random.below(bytes.length)]! ^= 1 << random.below(8);
        writeFileSync(file, bytes);
        break;
      case 'longer':
        writeFileSync(file, Buffer.concat([bytes, Buffer.from('x')]));
        break;
      case 'empty':
        truncateSync(file, 0);
        break;
      case 'unreadable':
        // Root reads whatever it may not: a folder in its place nobody reads.
        rmSync(file);
        mkdirSync(file);
        break;
      case 'orphan': {
        const name = key.replace(
          /[^/]+(?=\.\w+$)/,
          (id) => `${id.slice(0, 8)}-0000-4000-8000-${String(index).padStart(12, '0')}`,
        );
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        writeFileSync(path.join(folder, name), bytes);
        faults.set(name, fault);
        continue;
      }
    }
    faults.set(key, fault);
  }
  return faults;
}
