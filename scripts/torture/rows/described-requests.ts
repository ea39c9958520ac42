import type { AnswerVideo } from '../../../api/contract/interview/answers.ts';
import { addStory, openAsHelper, register } from '../archive.ts';
import { hostileValues } from '../hostile-values.ts';
import { inTurns } from '../in-turns.ts';
import { addressOf, fieldsOf, objectFor, type Operation, operationName, OPERATIONS } from '../openapi.ts';
import { type Answer, Person } from '../person.ts';
import type { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { atLeast, atMost, type Context, type Outcome, type Row } from '../row.ts';
import { randomWebm, toDataUrl } from '../samples.ts';

const AT_ONCE = 6;
/** Of how many requests one comes with something that the document does not allow. */
const WRONG = 0.4;
const AUDIENCES = ['public', 'participant', 'helper', 'staff'] as const;
/** Of how many requests one by that audience does something, at least: helpers and the public have a few routes alone. */
const SUCCESS_OF = { public: 300, participant: 100, helper: 1_000, staff: 100 };

/** Requests made out of the API's own description, by everybody, in any order. */
export const describedRequests: Row = {
  number: 19,
  name: 'described-requests',
  counts: { full: 20_000, quick: 300 },
  shares: true,
  run,
};

async function run({ random, count, running }: Context): Promise<Outcome> {
  const product = await running();
  let staff = await product.staff();
  let [participant, helper] = await newcomers(product, random);
  const ids = new Set<string>(['00000000-0000-4000-8000-000000000000', 'x', '1', '0']);
  const story = await addStory(product, staff, random, { transcript: 'A lark sings.' });
  ids.add(story.video.id).add(story.user.id).add(story.video.user.userName);
  const videoData = toDataUrl(randomWebm(random, 2_000), 'video/webm');
  const answer = await participant.do<AnswerVideo>('POST', '/api/videos/upload-cloud', {
    json: { questionId: 1, title: 'An answer', videoData },
  });
  ids.add(answer.id);
  const strange = hostileValues(200, random);
  const notes: string[] = [];
  let failed = 0;
  let misshapen = 0;
  const succeeded = { public: 0, participant: 0, helper: 0, staff: 0 };
  await inTurns(
    AT_ONCE,
    Array.from({ length: count }, (_, index) => index),
    async (index) => {
      const operation = random.pick(OPERATIONS);
      const who = random.chance(0.8) ? operation.audience : random.pick(AUDIENCES);
      const caller = { public: new Person(product.url), participant, helper, staff }[who];
      const { path, json } = makeRequest(operation, random, [...ids], strange);
      const found = await caller.call(operation.method, path, { json });
      collectIds(found, ids);
      const words = `${index}: ${operation.method} ${path} ${JSON.stringify(json)?.slice(0, 200) ?? ''}: ${found.status} ${found.text.slice(0, 150)}`;
      if (found.status === 500 || found.status === 0 || found.status === 502) {
        failed++;
        notes.push(words);
      } else if (!isDocumented(operation, found)) {
        misshapen++;
        notes.push(words);
      } else if (found.status < 300) succeeded[who]++;
      // Somebody may have signed out, or been deleted.
      if (/logout|session|delete-user|forget-device/.test(operationName(operation))) {
        if (staff.cookies.size === 0 || index % 5 === 0) staff = await product.staff();
        if (index % 5 === 0 || !(await isKnown(participant))) {
          [participant, helper] = await newcomers(product, random);
        }
      }
    },
  );
  return {
    tried: `${count} requests to ${OPERATIONS.length} routes`,
    figures: [
      atMost('failures (500)', failed),
      atMost('answers of another shape', misshapen),
      ...AUDIENCES.map((who) =>
        atLeast(`answers of success to ${who}`, succeeded[who], Math.floor(count / SUCCESS_OF[who])),
      ),
    ],
    notes,
  };
}

/** Somebody new and who helps them: nobody else draws for them before both are there, and might sign them out. */
async function newcomers(product: Product, random: Random): Promise<[participant: Person, helper: Person]> {
  const { person } = await register(product, random);
  return [person, await openAsHelper(product, person)];
}

/** Whoever was deleted keeps a cookie. */
async function isKnown(person: Person): Promise<boolean> {
  return (await person.call('GET', '/api/auth/user')).status !== 401;
}

function makeRequest(operation: Operation, random: Random, ids: string[], strange: unknown[]) {
  const path = addressOf(operation, (name) =>
    name === 'email'
      ? `${random.word()}@example.org`
      : name === 'number' || name === 'questionNumber'
        ? String(random.below(9))
        : encodeURIComponent(random.pick(ids)),
  );
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && random.chance(0.5))
    .map(
      ({ name }) => `${name}=${encodeURIComponent(random.chance(WRONG) ? random.word() : String(random.below(50)))}`,
    );
  if (!operation.body) return { path: path + (query.length > 0 ? `?${query.join('&')}` : ''), json: undefined };
  const json = objectFor(operation.body, random);
  for (const name of ['id', 'userId', 'uploadId'])
    if (name in json && random.chance(0.8)) json[name] = random.pick(ids);
  const fields = fieldsOf(operation.body);
  if (fields.length > 0 && random.chance(WRONG)) json[random.pick(fields)[0]] = random.pick(strange);
  return { path: path + (query.length > 0 ? `?${query.join('&')}` : ''), json };
}

/** Success as the document says, a redirect, or words and a code. */
function isDocumented(operation: Operation, { status, body, headers }: Answer): boolean {
  if (status < 300) return operation.statuses.includes(status) || status === 206;
  if (status < 400) return true;
  if (/html/.test(headers.get('content-type') ?? '')) return !operation.path.startsWith('/api');
  const { message, code } = (body ?? {}) as { message?: unknown; code?: unknown };
  if (operation.path === '/api/health') return true;
  return typeof message === 'string' && message !== '' && typeof code === 'string';
}

function collectIds({ text }: Answer, ids: Set<string>): void {
  for (const [id] of text.matchAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g))
    if (ids.size < 200) ids.add(id);
}
