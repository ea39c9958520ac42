import type { RegisterResponse } from '../../../api/contract/people/participants.ts';
import { QUESTION_IDS } from '../../../api/contract/interview/steps.ts';
import { inTurns } from '../in-turns.ts';
import { newestToken } from '../mailed-links.ts';
import { Person } from '../person.ts';
import type { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { atLeast, atMost, type Context, type Outcome, type Row } from '../row.ts';
import { randomWebm, toDataUrl } from '../samples.ts';

const AT_ONCE = 4;
const STEPS = 14;

type Step =
  | 'owner registers'
  | 'owner resumes'
  | 'owner opens the link'
  | 'owner records'
  | 'owner claims'
  | 'owner discards'
  | 'owner takes a break'
  | 'attacker registers'
  | 'attacker resumes'
  | 'attacker records'
  | 'attacker takes a break'
  | 'attacker reads'
  | 'attacker replays a link'
  | 'attacker saves progress'
  | 'attacker sends to the public page'
  | 'attacker changes the e-mail';

const ALL: Step[] = [
  'owner registers',
  'owner resumes',
  'owner opens the link',
  'owner opens the link',
  'owner records',
  'owner claims',
  'owner discards',
  'owner takes a break',
  'attacker registers',
  'attacker resumes',
  'attacker records',
  'attacker takes a break',
  'attacker reads',
  'attacker replays a link',
  'attacker saves progress',
  'attacker sends to the public page',
  'attacker changes the e-mail',
];

/** Of the first pair: by these both are signed in, she has said something, and a link is there to be tried again. */
const SURE: Step[] = [
  'attacker registers',
  'attacker reads',
  'owner registers',
  'owner opens the link',
  'owner records',
  'attacker replays a link',
];

/** Somebody who knows an e-mail, in any order with its owner: sees nothing of hers, and no link works twice. */
export const knownEmails: Row = {
  number: 11,
  name: 'known-emails',
  counts: { full: 5_000, quick: 16 },
  shares: true,
  run,
};

async function run({ random, count, running, say }: Context): Promise<Outcome> {
  const product = await running();
  const found = { reads: 0, replays: 0, failed: 0 };
  const done = { runs: 0, proven: 0, said: 0, reads: 0, replays: 0 };
  const notes: string[] = [];
  const runs = Array.from({ length: count }, (_, index) => random.fork(`run ${index}`));
  await inTurns(AT_ONCE, runs, async (own) => {
    const pair = new Pair(product, own);
    const steps = own === runs[0] ? SURE : Array.from({ length: STEPS }, () => own.pick(ALL));
    for (const step of steps) {
      const wrong = await pair.take(step);
      if (wrong === null) continue;
      found[wrong.kind]++;
      notes.push(`${wrong.words} in ${steps.join(', ')}`);
    }
    if (pair.isProven) done.proven++;
    done.said += pair.hers.length;
    done.reads += pair.readsSignedIn;
    done.replays += pair.triedAgain;
    if (++done.runs % 500 === 0) say(`${done.runs} runs`);
  });
  return {
    tried: `${count} runs of ${STEPS} steps; in ${done.proven} the owner came by her link`,
    figures: [
      atMost('reads of what is not theirs', found.reads),
      atMost('links used twice', found.replays),
      atMost('failures of the server', found.failed),
      atLeast('owners who came by their link', done.proven, 1),
      atLeast('words that owners have said', done.said, 1),
      atLeast('reads by attackers who are signed in', done.reads, 1),
      atLeast('used links tried again', done.replays, 1),
    ],
    notes,
  };
}

interface Wrong {
  kind: 'reads' | 'replays' | 'failed';
  words: string;
}

/** An owner of an e-mail, with two browsers, and somebody who knows the address, with one. */
class Pair {
  isProven = false;
  readsSignedIn = 0;
  triedAgain = 0;
  /** What only the owner has said. */
  readonly hers: string[] = [];
  private readonly email: string;
  private readonly owner: [Person, Person];
  private readonly attacker: Person;
  private readonly product: Product;
  private readonly random: Random;
  private readonly usedTokens: string[] = [];

  constructor(product: Product, random: Random) {
    this.product = product;
    this.random = random;
    this.email = `${random.word()}@example.org`;
    this.owner = [new Person(product.url), new Person(product.url)];
    this.attacker = new Person(product.url);
  }

  async take(step: Step): Promise<Wrong | null> {
    const browser = this.random.pick(this.owner);
    switch (step) {
      case 'owner registers':
        return this.register(browser, true);
      case 'attacker registers':
        return this.register(this.attacker, false);
      case 'owner resumes':
        return this.call(browser, 'POST', '/api/resume-interview', { email: this.email });
      case 'attacker resumes':
        return (
          (await this.call(this.attacker, 'POST', '/api/resume-interview', { email: this.variant() })) ?? this.read()
        );
      case 'owner opens the link':
        return this.openLink(browser);
      case 'owner records':
        return this.record(browser, true);
      case 'attacker records':
        return this.record(this.attacker, false);
      case 'owner claims':
        return this.call(browser, 'POST', '/api/user/unclaimed/claim');
      case 'owner discards':
        return this.discard(browser);
      case 'owner takes a break':
        return this.call(browser, 'GET', '/api/logout');
      case 'attacker takes a break':
        return this.call(this.attacker, 'GET', '/api/logout');
      case 'attacker reads':
        return this.read();
      case 'attacker replays a link':
        return this.replay();
      case 'attacker saves progress': {
        const json = { email: this.variant(), field: 'introduction_completed_at', questionNumber: 1 };
        return (await this.call(this.attacker, 'POST', '/api/save-progress', json)) ?? this.read();
      }
      case 'attacker sends to the public page':
        return this.sendPublic();
      case 'attacker changes the e-mail':
        return this.call(this.attacker, 'PATCH', '/api/user/status', { status: 'submitted', email: this.email });
    }
  }

  private async register(person: Person, isOwner: boolean): Promise<Wrong | null> {
    const [firstName, lastName] = [this.random.word(), this.random.word()];
    const json = { firstName, lastName, email: isOwner ? this.email : this.variant() };
    const answer = await person.call('POST', '/api/register', { json });
    if (answer.status !== 201) return this.look('register', answer.status, isOwner ? '' : answer.text);
    const { user } = answer.body as RegisterResponse;
    if (isOwner && user.firstName === firstName) this.hers.push(firstName, lastName);
    return null;
  }

  private async openLink(person: Person): Promise<Wrong | null> {
    await person.call('POST', '/api/resume-interview', { json: { email: this.email } });
    const token = await newestToken(this.product, this.email);
    if (token === null) return null;
    const wasUsed = this.usedTokens.includes(token);
    const { status, text } = await person.call('POST', '/api/auth/link', { json: { token } });
    if (status >= 500 || status === 0) return { kind: 'failed', words: `link: ${status} ${text}` };
    if (status !== 200) return null;
    if (wasUsed) return { kind: 'replays', words: 'the owner used her link twice' };
    this.usedTokens.push(token);
    this.isProven = true;
    const still = await this.attacker.call('GET', '/api/auth/user');
    if (still.status === 200)
      return { kind: 'reads', words: 'the attacker is signed in after the owner came by her link' };
    return this.read();
  }

  private async record(person: Person, isOwner: boolean): Promise<Wrong | null> {
    const title = this.random.word();
    const videoData = toDataUrl(randomWebm(this.random, 600), 'video/webm');
    const json = { questionId: this.random.pick(QUESTION_IDS), title, videoData };
    const answer = await person.call('POST', '/api/videos/upload-cloud', { json });
    if (answer.status === 201 && isOwner) this.hers.push(title);
    return this.look('record', answer.status, isOwner ? '' : answer.text);
  }

  private discard(person: Person): Promise<Wrong | null> {
    const [firstName, lastName] = [this.random.word(), this.random.word()];
    this.hers.push(firstName, lastName);
    return this.call(person, 'POST', '/api/user/unclaimed/discard', { firstName, lastName });
  }

  /** Everything that can be read by address or by list. */
  private async read(): Promise<Wrong | null> {
    for (const path of ['/api/auth/user', '/api/auth/device', '/api/videos', '/api/photos', '/', '/resume']) {
      const answer = await this.attacker.call('GET', path);
      if (path === '/api/auth/user' && answer.status === 200) this.readsSignedIn++;
      const wrong = this.look(`GET ${path}`, answer.status, answer.text);
      if (wrong) return wrong;
    }
    return null;
  }

  private async replay(): Promise<Wrong | null> {
    for (const token of this.usedTokens) {
      const preview = await this.attacker.call('POST', '/api/auth/link/preview', { json: { token } });
      const wrong = this.look('preview of a used link', preview.status, preview.text);
      if (wrong) return wrong;
      const { status } = await this.attacker.call('POST', '/api/auth/link', { json: { token } });
      this.triedAgain++;
      if (status === 200) return { kind: 'replays', words: 'the attacker used a link again' };
    }
    return this.read();
  }

  private async sendPublic(): Promise<Wrong | null> {
    const form = new FormData();
    form.set('submitterEmail', this.email);
    form.set('file0', new Blob([new Uint8Array(randomWebm(this.random, 600))], { type: 'video/webm' }), 'a.webm');
    const { status, text } = await this.attacker.call('POST', '/api/public/upload', { form });
    return this.look('public upload', status, text);
  }

  private async call(person: Person, method: string, path: string, json?: object): Promise<Wrong | null> {
    const { status, text } = await person.call(method, path, { json });
    return this.look(`${method} ${path}`, status, person === this.attacker ? text : '');
  }

  private look(what: string, status: number, text: string): Wrong | null {
    if (status === 0 || status >= 500) return { kind: 'failed', words: `${what}: ${status} ${text.slice(0, 100)}` };
    const seen = this.hers.find((word) => text.includes(word));
    return seen === undefined ? null : { kind: 'reads', words: `${what} tells “${seen}”` };
  }

  /** The same mailbox, written in another way. */
  private variant(): string {
    return this.random.pick([
      this.email,
      this.email.toUpperCase(),
      ` ${this.email} `,
      this.email.replace('.org', '.ORG'),
    ]);
  }
}
