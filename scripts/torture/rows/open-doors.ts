import http from 'node:http';
import type { AnswerVideo } from '../../../api/contract/interview/answers.ts';
import type { StartUploadResponse } from '../../../api/contract/media/uploads.ts';
import { STAFF_PASSWORD_HEADER } from '../../../api/contract/staff/staff.ts';
import { addStory, openAsHelper, register } from '../archive.ts';
import { inTurns } from '../in-turns.ts';
import { openLink } from '../mailed-links.ts';
import { addressOf, type Operation, operationName, OPERATIONS } from '../openapi.ts';
import type { Random } from '../random.ts';
import { atMost, type Context, type Outcome, type Row } from '../row.ts';
import { randomWebm, sampleJpeg, toDataUrl } from '../samples.ts';

const AT_ONCE = 8;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'];

/** Ways to write the same address, for whoever compares addresses less carefully than the router reads them. */
const SPELLINGS: Record<string, (path: string) => string> = {
  plain: (path) => path,
  'capital letters': (path) => path.toUpperCase(),
  'one capital letter': (path) => path.replace('/api', '/Api'),
  'a slash at the end': (path) => `${path}/`,
  'two slashes at the end': (path) => `${path}//`,
  'two slashes in front': (path) => `/${path}`,
  'two slashes within': (path) => path.replace('/api/', '/api//'),
  'a dot': (path) => path.replace('/api/', '/api/./'),
  'two dots': (path) => path.replace('/api/', '/api/x/../'),
  'escaped dots': (path) => path.replace('/api/', '/api/x/%2e%2e/'),
  'an escaped letter': (path) => path.replace('/api', '/%61pi'),
  'an escaped slash': (path) => path.replace('/api/', '/api%2f'),
  'a back slash': (path) => path.replace('/api/', '/api\\'),
  'a parameter': (path) => `${path};a=b`,
  'a query': (path) => `${path}?a=/api/health`,
  'an escaped end': (path) => `${path}%00`,
  'an escaped blank': (path) => `${path}%20`,
  'a type': (path) => `${path}.json`,
  'the whole address': (path) => `http://localhost${path}`,
};

interface Caller {
  name: string;
  mayCall: Operation['audience'][];
  headers: Record<string, string>;
  /** Answers them alone: it tells whether they are still signed in. */
  own?: string;
}

/** Every route, by everybody who may not, however it is written. */
export const openDoors: Row = {
  number: 10,
  name: 'open-doors',
  counts: { full: 1_000_000, quick: 1_200 },
  shares: true,
  run,
};

async function run({ random, count, running }: Context): Promise<Outcome> {
  const product = await running();
  const staff = await product.staff();
  const [owner, other, proven] = [
    await register(product, random),
    await register(product, random),
    await register(product, random),
  ];
  await openLink(product, proven.email, proven.person);
  const helper = await openAsHelper(product, owner.person);
  const story = await addStory(product, staff, random, { transcript: 'A lark sings.' });
  const ids = [...(await ownThings(owner.person, random)), story.video.id, owner.user.id];
  const values = (name: string) => (name === 'email' ? owner.email : name === 'number' ? '1' : random.pick(ids));
  const callers: Caller[] = [
    { name: 'nobody', mayCall: [], headers: {} },
    {
      name: 'another participant, whose e-mail is not proven',
      mayCall: ['participant'],
      headers: { cookie: other.person.cookie },
      own: '/api/auth/user',
    },
    {
      name: 'another participant, whose e-mail is proven',
      mayCall: ['participant'],
      headers: { cookie: proven.person.cookie },
      own: '/api/auth/user',
    },
    { name: 'a helper', mayCall: ['helper'], headers: { cookie: helper.cookie }, own: '/api/help' },
    { name: 'staff', mayCall: ['staff'], headers: { cookie: staff.cookie }, own: '/api/admin/all-users' },
    { name: 'a wrong password', mayCall: [], headers: { cookie: staff.cookie, [STAFF_PASSWORD_HEADER]: 'wrong' } },
    { name: 'a made-up cookie', mayCall: [], headers: { cookie: 'session=x; staff=x; participant_session=x' } },
  ];
  const closed = OPERATIONS.filter(({ audience }) => audience !== 'public');
  // What a caller may do is not tried: it would sign them out, or delete what the others try to reach.
  const tries = closed.flatMap((operation) =>
    METHODS.flatMap((method) =>
      callers
        .filter((caller) => !isSomebodys(operation, method, caller))
        .flatMap((caller) => Object.keys(SPELLINGS).map((spelling) => ({ operation, spelling, method, caller }))),
    ),
  );
  const notes: string[] = [];
  let undeclared = 0;
  let opened = 0;
  let failed = 0;
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  for (const operation of closed) {
    const { status } = await send(product.port, agent, operation.method, addressOf(operation, values), {});
    if (status === 401) continue;
    undeclared++;
    notes.push(`${operationName(operation)} says ${status} to nobody`);
  }
  const chosen = random.shuffled(tries).slice(0, count);
  await inTurns(AT_ONCE, chosen, async ({ operation, spelling, method, caller }) => {
    const address = SPELLINGS[spelling]!(addressOf(operation, values));
    const answer = await send(product.port, agent, method, address, caller.headers);
    const words = `${method} ${address} (${spelling}) by ${caller.name}: ${answer.status}`;
    if (answer.status >= 500 && answer.status !== 501) {
      failed++;
      notes.push(words);
    }
    // A page, and the list of methods, are everybody's.
    if (answer.status < 200 || answer.status > 299 || answer.type.startsWith('text/html')) return;
    opened++;
    notes.push(words);
  });
  const signedOut: string[] = [];
  for (const { name, headers, own } of callers) {
    if (own && (await send(product.port, agent, 'GET', own, headers)).status !== 200) signedOut.push(name);
  }
  agent.destroy();
  return {
    tried: `${chosen.length} of ${tries.length} calls of ${closed.length} closed routes, in ${Object.keys(SPELLINGS).length} spellings, by ${callers.length} callers`,
    figures: [
      atMost('routes open to nobody', undeclared),
      atMost('unexpected successes', opened),
      atMost('failures of the server', failed),
      // Else the rest would say nothing.
      atMost('callers who are signed in no more', signedOut.length),
    ],
    notes: [...notes, ...signedOut],
  };
}

/** What another participant finds under their own address is their own; under an id nothing is. */
function isSomebodys(operation: Operation, method: string, { mayCall }: Caller): boolean {
  const reached = OPERATIONS.filter(
    (one) => one.path === operation.path && (one.method === method || (method === 'HEAD' && one.method === 'GET')),
  );
  if (reached.some(({ audience }) => audience === 'public')) return true;
  const hasId = operation.path.includes('{') && operation.audience !== 'staff';
  return mayCall.includes(operation.audience) && !hasId;
}

function send(port: number, agent: http.Agent, method: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; type: string }>((resolve) => {
    const body = method === 'GET' || method === 'HEAD' || method === 'DELETE' ? '' : '{}';
    const all = body ? { ...headers, 'content-type': 'application/json', 'content-length': '2' } : headers;
    const request = http.request({ port, host: '127.0.0.1', agent, method, path, headers: all }, (response) => {
      response.resume();
      const { statusCode: status = 0, headers: answered } = response;
      response.on('close', () => resolve({ status, type: answered['content-type'] ?? '' }));
    });
    request.on('error', () => resolve({ status: 0, type: '' }));
    request.end(body);
  });
}

async function ownThings(
  owner: { do: <T>(method: string, path: string, call: object) => Promise<T> },
  random: Random,
): Promise<string[]> {
  const imageData = toDataUrl(await sampleJpeg(), 'image/jpeg');
  const photo = await owner.do<{ id: string }>('POST', '/api/photos', { json: { originalName: 'me.jpg', imageData } });
  const videoData = toDataUrl(randomWebm(random, 2_000), 'video/webm');
  const answer = await owner.do<AnswerVideo>('POST', '/api/videos/upload-cloud', {
    json: { questionId: 1, title: 'An answer', videoData },
  });
  const { uploadId } = await owner.do<StartUploadResponse>('POST', '/api/uploads/start', {
    json: { filename: 'a.webm', mimeType: 'video/webm', totalSize: 2_000, totalChunks: 1 },
  });
  return [photo.id, answer.id, uploadId];
}
