import { addStory, openAsHelper, register, videoPath } from '../archive.ts';
import { hostileValues } from '../hostile-values.ts';
import { inTurns } from '../in-turns.ts';
import { addressOf, fieldsOf, objectFor, operationName, OPERATIONS } from '../openapi.ts';
import { Person } from '../person.ts';
import { atLeast, atMost, type Context, type Outcome, type Row } from '../row.ts';
import { whatIsShown } from '../shown-texts.ts';

const AT_ONCE = 6;
/** They end what the others need, and come last: sessions, devices, links and people. */
const ENDS =
  /logout|forget-device|delete-user|PATCH \/api\/admin\/users|DELETE \/api\/(admin\/session|help)|unclaimed|my-story\/(leave|withdraw|browsers)/;

/** What only those are answered who are signed in. */
const SIGNED_IN = { participant: '/api/auth/user', helper: '/api/help', staff: '/api/admin/all-users' };

/** Values that are no plain words, in every field of every call, and what becomes of those that are shown. */
export const hostileTexts: Row = {
  number: 18,
  name: 'hostile-texts',
  counts: { full: 500, quick: 2 },
  shares: true,
  run,
};

async function run({ random, count, running }: Context): Promise<Outcome> {
  const product = await running();
  const staff = await product.staff();
  const story = await addStory(product, staff, random, { transcript: 'A lark sings.' });
  await staff.do('PUT', videoPath(story.video.id, '/approve'), { json: {} });
  const helper = await openAsHelper(product, story.person);
  // Whoever registers has another session then.
  const callers = { public: new Person(product.url), participant: story.person, helper, staff };
  const values = hostileValues(count, random);
  const notes: string[] = [];
  let sent = 0;
  let failed = 0;
  const ids = [story.video.id, story.user.id, '1'];
  const places = OPERATIONS.flatMap((operation) => {
    const fields = operation.body ? fieldsOf(operation.body).map(([name]) => ({ in: 'body' as const, name })) : [];
    const others = operation.parameters.map(({ name, in: place }) => ({ in: place, name }));
    return [...fields, ...others, { in: 'query' as const, name: 'q' }].map((field) => ({ operation, field }));
  });
  const calls = places.flatMap((place) => values.map((value) => ({ ...place, value })));
  const isLast = ({ operation }: (typeof calls)[number]) => ENDS.test(operationName(operation));
  const send = async ({ operation, field, value }: (typeof calls)[number]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const given = (name: string) =>
      field.in === 'path' && field.name === name
        ? safely(text)
        : name === 'email'
          ? story.person.cookie.slice(0, 5)
          : // What is taken away is nobody's: the others need theirs.
            random.pick(operation.method === 'DELETE' ? ['1'] : ids);
    const query = field.in === 'query' ? `?${field.name}=${safely(text)}` : '';
    const json = operation.body
      ? { ...objectFor(operation.body, random), ...(field.in === 'body' ? { [field.name]: value } : {}) }
      : undefined;
    const caller = callers[operation.audience];
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
  };
  await inTurns(AT_ONCE, random.shuffled(calls.filter((call) => !isLast(call))), send);
  const isSignedIn = async (who: keyof typeof SIGNED_IN) =>
    (await callers[who].call('GET', SIGNED_IN[who])).status === 200;
  let signedOut = 0;
  for (const who of ['participant', 'helper', 'staff'] as const) {
    if (await isSignedIn(who)) continue;
    signedOut++;
    notes.push(`the ${who} is signed in no more`);
  }
  const shown = await whatIsShown(product, staff, random, values, notes);
  for (const call of random.shuffled(calls.filter(isLast))) {
    // Who is signed out already ends nothing.
    if (!(await isSignedIn('participant'))) callers.participant = (await register(product, random)).person;
    if (!(await isSignedIn('helper')))
      callers.helper = await openAsHelper(product, (await register(product, random)).person);
    if (!(await isSignedIn('staff'))) callers.staff = await product.staff();
    callers.public = callers.participant;
    await send(call);
  }
  return {
    tried: `${values.length} values in ${places.length} fields: ${sent} calls, ${shown.pages} pages, ${shown.mails} mails, ${shown.files} files of downloads, and the export`,
    figures: [
      atMost('calls that failed or refused without words', failed),
      atMost('places where text is no text', shown.wrong),
      // Else the rest would say nothing.
      atMost('callers who were signed in no more', signedOut),
      atLeast('mails and downloads looked at', Math.min(shown.mails, shown.files), 1),
    ],
    notes,
  };
}

/** What an address can hold of a text. */
const safely = (text: string) => encodeURIComponent(text.toWellFormed().slice(0, 2_000));
