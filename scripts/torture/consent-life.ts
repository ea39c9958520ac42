import type { MyStory } from '../../api/contract/stories/my-story.ts';
import { PRIVACY } from '../../api/contract/consent/privacy.ts';
import type { ReleaseDecision, ReleaseUse } from '../../api/contract/videos/releases.ts';
import type { ShowcaseVideo } from '../../api/contract/videos/showcase.ts';
import { QUESTION_IDS } from '../../api/contract/interview/steps.ts';
import { addVideo, register, videoPath } from './archive.ts';
import { openLink } from './mailed-links.ts';
import { type Answer, Person } from './person.ts';
import type { Product } from './product.ts';
import type { Random } from './random.ts';
import { randomMp4 } from './samples.ts';

const MY_STORY = '/api/my-story';
const DAY_MS = 24 * 3_600_000;
/** So often the product is asked what it takes for public, beside what a visitor reads. */
const ASKED_ITSELF = 0.25;
/** Of a scan it matters only that it is one. */
const SCAN = `data:application/pdf;base64,${Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64')}`;

const STEPS = [
  'consent',
  'yes',
  'yes',
  'yes',
  'no',
  'change',
  'paper',
  'ask',
  'approve',
  'unapprove',
  'edit',
  'sentence',
  'question',
  'staff rename',
  'own name',
  'hide',
  'show',
  'day',
  'move',
  'move back',
  'withdraw video',
  'withdraw story',
  'leave',
] as const;
type Step = (typeof STEPS)[number];
/** After these there is nothing more to be done with the film. */
const LAST: readonly Step[] = ['withdraw video', 'withdraw story', 'leave'];

/** What was said last to the film, as its person remembers it. */
interface Word {
  decision: ReleaseDecision;
  /** Of what they saw. */
  cutHash: string;
  /** What the cut itself showed then, whatever name and address it has. */
  content: string;
  isForArchive: boolean;
  linkOnly: boolean;
  fromDay: number;
  untilDay: number;
}

type Fault = 'public' | 'readable' | 'unasked' | 'failed';

/** Who and what is there beside one person. */
export interface Around {
  producers: readonly [Person, Person];
  /** To whom the film is moved now and then. */
  somebodyElse: string;
  /** `REQUIRE_RELEASE` is set. */
  isRequired: boolean;
}

/**
 * One person with two browsers and two producers, a film, and whatever they do in whatever order; beside it what the
 * person may expect of it, after each step.
 */
export class ConsentLife {
  readonly faults: Record<Fault, string[]> = { public: [], readable: [], unasked: [], failed: [] };
  /** How often something was public after a step. */
  timesPublic = 0;
  /** How often it was looked for where it was public, and how often it was found there. */
  readonly control = { looked: 0, found: 0 };
  steps = 0;
  private isGone = false;
  private isHidden = false;
  /** A word of the film alone. */
  private readonly canary: string;
  private videoId = '';
  private readonly addresses = new Set<string>();
  private browsers!: [Person, Person];
  private readonly visitor: Person;
  private word: Word | null = null;
  private today = 0;
  /** When the backup began. */
  private dayOfBackup = 0;
  private isMoved = false;
  /** A day has passed since something was said for some days; the server looks at that a little later. */
  private isLate = false;
  private cutHash = '';
  private content = '';
  private changes = 0;
  private userId = '';
  private readonly past: string[] = [];
  private readonly product: Product;
  private readonly random: Random;
  private readonly around: Around;

  constructor(product: Product, random: Random, around: Around) {
    this.product = product;
    this.random = random;
    this.around = around;
    this.canary = random.word();
    this.visitor = new Person(product.url);
  }

  async begin(): Promise<void> {
    const { person, user, email } = await register(this.product, this.random);
    this.browsers = [person, new Person(this.product.url)];
    for (const browser of this.browsers) await openLink(this.product, email, browser);
    const video = await addVideo(this.product, this.around.producers[0], user.id, {
      bytes: randomMp4(this.random, 1_000),
      transcript: `The ${this.canary} sings. It is early.`,
      title: `A ${this.canary}`,
    });
    this.videoId = video.id;
    this.userId = user.id;
    this.knowAddress(video);
    await this.readCut();
  }

  async live(count: number): Promise<void> {
    for (let step = 0; step < count && !this.isGone; step++) {
      const what = this.random.pick(STEPS);
      // Most lives are longer than one in 25 steps would let them be.
      if (LAST.includes(what) && this.random.chance(0.6)) continue;
      await this.walk([what]);
      // Producers press it all the time: what they may not publish has to hold against that. What a refused press has
      // published is seen after the next step, or at the end.
      if (this.isGone || this.random.chance(0.5)) continue;
      if (await this.approve(this.random.pick(this.around.producers))) await this.check('approve');
    }
  }

  async walk(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      this.past.push(step);
      this.steps++;
      await this.take(step);
      await this.check(step);
    }
  }

  private async approve(staff: Person): Promise<boolean> {
    return this.look(await staff.call('PUT', videoPath(this.videoId, '/approve'), { json: {} }));
  }

  /** Whether what was said lets anything be public now. */
  get mayBePublic(): boolean {
    if (this.isGone) return false;
    // Somebody else's, who has said nothing.
    if (this.isMoved) return !this.around.isRequired;
    const { word, today } = this;
    if (this.isHidden) return false;
    if (word === null) return !this.around.isRequired;
    if (word.decision === 'no' || today < word.fromDay || today >= word.untilDay) return false;
    const isThisCut = word.cutHash === this.cutHash;
    if (this.isWishOpen || !word.isForArchive) return false;
    return !this.around.isRequired || (word.decision === 'yes' && isThisCut);
  }

  private get isWishOpen(): boolean {
    return this.word?.decision === 'change' && this.word.content === this.content;
  }

  private async take(step: Step): Promise<void> {
    const browser = this.random.pick(this.browsers);
    const staff = this.random.pick(this.around.producers);
    const path = videoPath(this.videoId);
    switch (step) {
      case 'consent': {
        const json = { answer: this.random.pick(['yes', 'no']), version: PRIVACY.version };
        return void this.look(await browser.call('POST', '/api/consent/recording', { json }));
      }
      case 'yes':
        return this.sayYes(browser);
      case 'no':
      case 'change': {
        if (this.isMoved) return;
        const json = { cutHash: this.cutHash, decision: step, ...(step === 'change' && { words: 'Shorter.' }) };
        const said = this.look(await browser.call('POST', `${MY_STORY}/videos/${this.videoId}/release`, { json }));
        if (!said) return;
        this.isLate = false;
        this.word = {
          ...(this.word ?? { isForArchive: true, linkOnly: false, fromDay: 0, untilDay: Infinity }),
          decision: step,
          cutHash: this.cutHash,
          content: this.content,
          ...(step === 'no' && { isForArchive: false }),
        };
        return;
      }
      case 'paper':
        return this.recordPaper(staff);
      case 'ask':
        return void this.look(await staff.call('POST', `${path}/release-request`));
      case 'approve':
        return void (await this.approve(staff));
      case 'unapprove':
        if (this.look(await staff.call('PUT', `${path}/unapprove`))) await this.expectNothing(step);
        return;
      case 'edit':
        return this.change(staff.call('PATCH', path, { json: { title: `Title ${++this.changes}` } }));
      case 'sentence': {
        const sentence = this.changes++ % 2 === 0 ? 'It is early.' : `The ${this.canary} sings.`;
        return this.change(staff.call('PUT', `${path}/sentence`, { json: { sentence } }), true);
      }
      case 'question': {
        const questionId = QUESTION_IDS[++this.changes % QUESTION_IDS.length];
        return this.change(staff.call('PATCH', path, { json: { questionId } }), true);
      }
      case 'staff rename': {
        const json = { firstName: this.random.word() };
        return this.change(staff.call('PATCH', `/api/admin/users/${this.userId}`, { json }), true);
      }
      case 'own name':
        return this.change(browser.call('PATCH', MY_STORY, { json: { shownName: this.random.word() } }));
      case 'hide':
        if (this.look(await browser.call('POST', `${MY_STORY}/hide`))) this.isHidden = true;
        return;
      case 'show':
        if (this.look(await browser.call('POST', `${MY_STORY}/show`))) this.isHidden = false;
        return;
      case 'day':
        this.today++;
        this.isLate ||= this.word !== null && (this.word.fromDay > 0 || this.word.untilDay < Infinity);
        await this.product.query(
          `UPDATE cut_release SET public_from = public_from - interval '1 day',
             public_until = public_until - interval '1 day' WHERE participant_id = $1`,
          [this.userId],
        );
        return;
      case 'move':
      case 'move back': {
        const isThere = step === 'move';
        if (isThere === this.isMoved) return;
        const json = { userId: isThere ? this.around.somebodyElse : this.userId };
        const answer = await staff.call('PATCH', path, { json });
        if (!this.look(answer)) return;
        if (isThere && (this.isHidden || this.word?.decision === 'no')) this.tell('public', 'it went to somebody else');
        this.isMoved = isThere;
        this.knowAddress(answer.body as ShowcaseVideo);
        return;
      }
      case 'withdraw video': {
        if (this.isMoved) return;
        const json = { what: 'video', id: this.videoId };
        if (this.look(await browser.call('POST', `${MY_STORY}/withdraw`, { json }))) this.isGone = true;
        return;
      }
      case 'withdraw story':
        if (this.isMoved) return;
        if (this.look(await browser.call('POST', `${MY_STORY}/withdraw`, { json: { what: 'story' } })))
          this.isGone = true;
        return;
      case 'leave':
        if (this.isMoved) return;
        if (this.look(await browser.call('POST', `${MY_STORY}/leave`))) this.isGone = true;
    }
  }

  private async sayYes(browser: Person): Promise<void> {
    if (this.isMoved) return;
    const terms = this.drawTerms();
    const { json } = terms;
    if (this.random.chance(0.2)) Object.assign(json, { shownName: this.random.word() });
    const answer = await browser.call('POST', `${MY_STORY}/videos/${this.videoId}/release`, {
      json: { ...json, cutHash: this.cutHash, decision: 'yes' },
    });
    if (!this.look(answer)) return;
    await this.readCut();
    this.isLate = false;
    // To the cut as it is under that name.
    this.word = { ...terms.word, decision: 'yes', cutHash: this.cutHash, content: this.content };
  }

  private async recordPaper(staff: Person): Promise<void> {
    if (this.isMoved) return;
    const { word, json } = this.drawTerms();
    const answer = await staff.call('POST', videoPath(this.videoId, '/paper-release'), {
      json: { ...json, cutHash: this.cutHash, signedOn: '2026-01-02', scan: SCAN },
    });
    const isOutranked = this.word?.decision === 'no' || this.isWishOpen;
    if (isOutranked && answer.status < 300) this.tell('public', 'a paper took the place of a "no"');
    if (!this.look(answer)) return;
    await this.readCut();
    this.isLate = false;
    this.word = { ...word, decision: 'yes', cutHash: this.cutHash, content: this.content };
  }

  private drawTerms() {
    const uses = this.random.pick<ReleaseUse[]>([['archive'], ['archive'], ['archive', 'social'], ['documentary']]);
    const linkOnly = this.random.chance(0.2);
    const from = this.random.chance(0.2) ? this.random.between(1, 2) : 0;
    const lasts = this.random.chance(0.2) ? this.random.between(1, 2) : Infinity;
    const isForArchive = uses.includes('archive');
    const [fromDay, untilDay] = [this.today + from, this.today + from + lasts];
    const json = {
      uses,
      linkOnly,
      ...(from > 0 && { publicFrom: inDays(from) }),
      ...(lasts < Infinity && { publicUntil: inDays(from + lasts) }),
    };
    return { json, word: { isForArchive, linkOnly, fromDay, untilDay } };
  }

  /** Of something that the public sees: from then on it is another cut. */
  private async change(call: Promise<Answer>, isMaybeSame = false): Promise<void> {
    const before = this.cutHash;
    const wasMoved = this.isMoved;
    if (!this.look(await call) || wasMoved) return;
    await this.readCut();
    if (!isMaybeSame && this.cutHash === before) this.tell('unasked', 'it is the same cut as before');
  }

  private async readCut(): Promise<void> {
    const { videos, storyPath } = await this.readStory();
    if (storyPath !== null) this.addresses.add(encodeURI(storyPath));
    const video = videos.find(({ id }) => id === this.videoId);
    if (!video) return;
    const { title, description, transcript, cues, sentence, questionId, release } = video;
    this.cutHash = release.cutHash;
    this.content = JSON.stringify([title, description, transcript, cues, sentence, questionId]);
  }

  private readStory(): Promise<MyStory> {
    return this.random.pick(this.browsers).do<MyStory>('GET', MY_STORY);
  }

  private knowAddress({ user }: ShowcaseVideo): void {
    this.addresses.add(encodeURI(`/stories/${user.userName}`));
  }

  private async check(step: Step): Promise<void> {
    // A day that is over is looked at by the server on its own, some seconds later.
    if (this.isLate) return;
    const isShown = this.random.chance(ASKED_ITSELF) && !this.isGone ? await this.isShown() : null;
    if (!this.mayBePublic) {
      if (isShown) this.tell('public', step);
      return this.expectNothing(step);
    }
    const { status } = await this.visitor.call('GET', `/media/${this.videoId}.mp4`);
    if (status !== 200) return;
    this.timesPublic++;
    if (this.word?.linkOnly && !this.isMoved) {
      const { text } = await this.visitor.call('GET', '/api/stories-overview');
      if (text.includes(this.videoId)) this.tell('public', `${step}: what is for the link alone is in the list`);
    } else if (isShown && !this.isMoved) {
      this.control.looked++;
      if ((await this.readable()).length > 1) this.control.found++;
    }
  }

  /** Whether the product says itself that the film is public. */
  private async isShown(): Promise<boolean> {
    const { videos, storyPath } = await this.readStory();
    if (storyPath !== null) this.addresses.add(encodeURI(storyPath));
    return videos.find(({ id }) => id === this.videoId)?.isPublic ?? false;
  }

  /** Where a visitor reads the film or its words now. */
  private async readable(): Promise<string[]> {
    const found: string[] = [];
    for (const address of this.addresses) {
      for (const path of [address, address.replace('/stories/', '/api/user-story/')]) {
        const { status, text } = await this.visitor.call('GET', path);
        if (status === 200 && text.includes(this.canary)) found.push(path);
      }
    }
    const media = await this.visitor.call('GET', `/media/${this.videoId}.mp4`);
    if (media.status === 200) found.push('its file');
    const search = await this.visitor.call('GET', `/api/search-data?q=${this.canary}`);
    if (search.text.includes(this.videoId)) found.push('the search');
    const feed = await this.visitor.call('GET', '/stories/feed.xml');
    if (feed.text.includes(this.canary)) found.push('the feed');
    return found;
  }

  private async expectNothing(step: string): Promise<void> {
    const readable = await this.readable();
    if (readable.length > 0) this.tell('readable', `${step}: ${readable.join(', ')}`);
  }

  /** What is done from here on may not be in the backup. */
  noteBackup(): void {
    this.dayOfBackup = this.today;
  }

  /**
   * Whether the person has said something that nothing may be public after, whatever producers do and whatever is restored.
   * Here days pass in the rows, which a restore brings back as they were: only those before the backup count.
   */
  get hasSaidNo(): boolean {
    if (this.isGone) return true;
    if (this.isMoved) return false;
    if (this.isHidden) return true;
    if (this.word === null) return false;
    const { decision, isForArchive, fromDay, untilDay } = this.word;
    return decision === 'no' || !isForArchive || this.today < fromDay || this.dayOfBackup >= untilDay;
  }

  /** After a restore, which may have brought back anything but what was taken back. */
  async checkRestored(): Promise<void> {
    if (this.hasSaidNo) await this.expectNothing('restored');
  }

  /** Once the server has looked at its days again, at the end of everything. */
  async checkAtEnd(when: string): Promise<void> {
    this.isLate = false;
    if (this.mayBePublic) return;
    await this.expectNothing(when);
  }

  private look({ status, text }: Answer): boolean {
    if (status === 0 || status >= 500) this.tell('failed', `${status} ${text.slice(0, 200)}`);
    return status >= 200 && status < 300;
  }

  private tell(fault: Fault, words: string): void {
    this.faults[fault].push(`${words}, after ${this.past.join(', ')}`);
  }
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS - 3_600_000).toISOString();
}
