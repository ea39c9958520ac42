import { readdir, readFile } from 'node:fs/promises';
import { XMLValidator } from 'fast-xml-parser';
import { addStory, videoPath } from '../archive.ts';
import { HOSTILE_MARKUP, hostileValues } from '../hostile-values.ts';
import { inTurns } from '../in-turns.ts';
import { addressOf, fieldsOf, objectFor, operationName, OPERATIONS } from '../openapi.ts';
import type { Person } from '../person.ts';
import type { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { atMost, type Context, type Outcome, type Row } from '../row.ts';

const AT_ONCE = 6;
/** They would end what the others need. */
const ENDS = /logout|forget-device|delete-user|DELETE \/api\/admin\/session|unclaimed/;

/** Values that are no plain words, in every field of every call, and what becomes of those that are shown. */
export const hostileTexts: Row = {
  number: 18,
  name: 'hostile-texts',
  counts: { full: 500, quick: 4 },
  shares: true,
  run,
};

async function run({ random, count, running }: Context): Promise<Outcome> {
  const product = await running();
  const staff = await product.staff();
  const story = await addStory(product, staff, random, { transcript: 'A lark sings.' });
  await staff.do('PUT', videoPath(story.video.id, '/approve'), { json: {} });
  const values = hostileValues(count, random);
  const notes: string[] = [];
  let sent = 0;
  let failed = 0;
  const ids = [story.video.id, story.user.id, '1'];
  const places = OPERATIONS.filter((operation) => !ENDS.test(operationName(operation))).flatMap((operation) => {
    const fields = operation.body ? fieldsOf(operation.body).map(([name]) => ({ in: 'body' as const, name })) : [];
    const others = operation.parameters.map(({ name, in: place }) => ({ in: place, name }));
    return [...fields, ...others, { in: 'query' as const, name: 'q' }].map((field) => ({ operation, field }));
  });
  const calls = places.flatMap((place) => values.map((value) => ({ ...place, value })));
  await inTurns(AT_ONCE, random.shuffled(calls), async ({ operation, field, value }) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const given = (name: string) =>
      field.in === 'path' && field.name === name
        ? safely(text)
        : name === 'email'
          ? story.person.cookie.slice(0, 5)
          : random.pick(ids);
    const query = field.in === 'query' ? `?${field.name}=${safely(text)}` : '';
    const json = operation.body
      ? { ...objectFor(operation.body, random), ...(field.in === 'body' ? { [field.name]: value } : {}) }
      : undefined;
    const caller = operation.audience === 'staff' ? staff : story.person;
    const path = addressOf(operation, given) + query;
    const answer = await caller.call(operation.method, path, { json });
    sent++;
    const isFailure = answer.status >= 500 || answer.status === 0;
    const isShaped =
      answer.status < 400 ||
      answer.text === '' ||
      /html/.test(answer.headers.get('content-type') ?? '') ||
      typeof (answer.body as { message?: unknown } | null)?.message === 'string';
    if (!isFailure && isShaped) return;
    failed++;
    notes.push(
      `${operationName(operation)}, ${field.name} ${text.slice(0, 60)}: ${answer.status} ${answer.text.slice(0, 150)}`,
    );
  });
  const shown = await whatIsShown(product, staff, random, values, notes);
  return {
    tried: `${values.length} values in ${places.length} fields: ${sent} calls, and ${shown.pages} pages`,
    figures: [
      atMost('calls that failed or refused without words', failed),
      atMost('places where text is no text', shown.wrong),
    ],
    notes,
  };
}

/** What an address can hold of a text. */
const safely = (text: string) => encodeURIComponent(text.toWellFormed().slice(0, 2_000));

async function whatIsShown(product: Product, staff: Person, random: Random, values: unknown[], notes: string[]) {
  const texts = values.filter((value): value is string => typeof value === 'string' && value.trim().length > 3);
  const markup = [...HOSTILE_MARKUP, ...texts.slice(0, 12)];
  const addresses = ['/', '/stories', '/stories/feed.xml', '/sitemap.xml'];
  for (const text of markup) {
    const words = text
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' ')
      .slice(0, 90);
    const story = await addStory(product, staff, random, {
      firstName: words,
      transcript: `${words} sings.`,
      title: words,
      description: words,
    }).catch(() => null);
    // Not every text is a name.
    if (!story) continue;
    await staff.do('PUT', videoPath(story.video.id, '/approve'), { json: {} });
    addresses.push(story.address);
  }
  let wrong = 0;
  for (const address of addresses) {
    const { text, status } = await staff.call('GET', address);
    const found = status === 200 ? findMarkup(address, text) : [`is ${status}`];
    wrong += found.length;
    notes.push(...found.map((words) => `${address} ${words}`));
  }
  for (const file of await readdir(product.inState('outbox')).catch(() => [])) {
    const [head = ''] = (await readFile(product.inState('outbox', file), 'utf8')).split('\r\n\r\n');
    if (!/^(bcc|subject: hello)/im.test(head)) continue;
    wrong++;
    notes.push(`${file} has a header out of a name`);
  }
  return { pages: addresses.length, wrong };
}

const QUOTED = /"[^"]*"|'[^']*'/g;
const TAG = /<[a-z][^\s>]*(?:"[^"]*"|'[^']*'|[^"'>])*>/gi;

function findMarkup(address: string, text: string): string[] {
  if (address.endsWith('.xml')) return XMLValidator.validate(text) === true ? [] : ['is no XML'];
  const found: string[] = [];
  const scripts = [...text.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)];
  for (const [, json] of scripts) {
    try {
      JSON.parse(json!);
    } catch {
      found.push('has JSON-LD that is no JSON');
    }
  }
  // What stands in quotes within a tag is an attribute's text.
  const page = text.replaceAll(TAG, (tag) => tag.replaceAll(QUOTED, '""'));
  if (/<img src=x|<svg\/onload|<script>alert|<[^>]+\son\w+=/i.test(page)) found.push('has markup out of a text');
  if (/href="\s*javascript:/i.test(text)) found.push('has a link that is a script');
  return found;
}
