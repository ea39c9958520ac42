import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { AdminUser } from '../../api/contract/staff/admin-participants.ts';
import type { MyStory } from '../../api/contract/stories/my-story.ts';
import type { ShowcaseVideo } from '../../api/contract/videos/showcase.ts';
import { QUESTION_IDS } from '../../api/contract/interview/steps.ts';
import type { StoryOverviewItem } from '../../api/contract/stories/stories.ts';
import { filesContaining } from '../../api/testing/site-files.ts';
import { addStory, addVideo, release, type Story, videoPath } from './archive.ts';
import { openLink } from './mailed-links.ts';
import { type Answer, Person } from './person.ts';
import type { Product } from './product.ts';
import type { Random } from './random.ts';
import { randomMp4 } from './samples.ts';

type StaffStep = 'approve' | 'unapprove' | 'edit' | 'move' | 'delete' | 'delete person' | 'add' | 'rename';
type OwnStep = 'release yes' | 'release no' | 'hide' | 'show' | 'withdraw';
export type ArchiveStep = StaffStep | OwnStep;
const STAFF_STEPS: StaffStep[] = [
  'approve',
  'approve',
  'approve',
  'unapprove',
  'unapprove',
  'edit',
  'edit',
  'move',
  'add',
  'delete',
  'rename',
  'delete person',
];
/** What people do themselves, beside the producers. */
export const ALL_STEPS: ArchiveStep[] = [
  ...STAFF_STEPS,
  'release yes',
  'release yes',
  'release no',
  'hide',
  'show',
  'show',
  'withdraw',
];

/** A server goes on with what it was asked although the line was cut; so long it may take. */
const LATE_LOOKS = 12;
const LATE_LOOK_MS = 400;

/** What steps make of a video. Nothing of it is public that is not approved, or is refused, hidden or deleted. */
interface Facts {
  userId: string;
  /** A word that is said in its present transcript alone. */
  word: string;
  isApproved: boolean;
  isRefused: boolean;
  isHidden: boolean;
  isDeleted: boolean;
}

interface Known extends Facts {
  id: string;
  userName: string;
  /** What it may have become by a step whose answer never came; null: each was answered. */
  unsure: Partial<Facts> | null;
  /** One step at a time for what is checked afterwards; the others go on. */
  isBusy: boolean;
}

/** What producers do with finished videos, beside what is known of each. */
export class ArchiveModel {
  answered = 0;
  refused = 0;
  readable = 0;
  failed = 0;
  readonly notes: string[] = [];
  private readonly videos: Known[] = [];
  private people: Pick<Story, 'user' | 'person'>[] = [];
  private readonly product: Product;
  private readonly visitors: Person[];
  private readonly random: Random;

  /** @param urls of the servers at which visitors read */
  constructor(product: Product, random: Random, urls = [product.url]) {
    this.product = product;
    this.visitors = urls.map((url) => new Person(url));
    this.random = random;
  }

  private get visitor(): Person {
    return this.random.pick(this.visitors);
  }

  async addPerson(staff: Person): Promise<void> {
    const word = this.random.word();
    const story = await addStory(this.product, staff, this.random, { transcript: `The ${word} sings.` });
    // Without a mailed link nobody takes anything back.
    await openLink(this.product, story.email, story.person);
    this.people.push(story);
    this.know(story.video, word);
  }

  async step(staff: Person, step: ArchiveStep): Promise<void> {
    // What came or was moved while its person was deleted went with them.
    const ids = new Set(this.people.map(({ user }) => user.id));
    const free = this.videos.filter(({ isBusy, isDeleted, userId }) => !isBusy && !isDeleted && ids.has(userId));
    if (step === 'add' || free.length === 0) return this.add(staff);
    const video = this.random.pick(free);
    // A person's other videos change with them.
    const concerned = this.videos.filter(({ userId }) => userId === video.userId);
    if (concerned.some(({ isBusy }) => isBusy)) return;
    for (const one of concerned) one.isBusy = true;
    try {
      const unsure = concerned.filter((one) => one.unsure);
      for (const one of unsure) await this.learn(staff, one);
      // Whose it is may be known only now.
      if (unsure.length === 0) await this.take(staff, step, video, concerned);
    } finally {
      for (const one of concerned) one.isBusy = false;
    }
  }

  private async take(staff: Person, step: ArchiveStep, video: Known, concerned: Known[]): Promise<void> {
    const path = videoPath(video.id);
    const before = { ...video };
    switch (step) {
      case 'approve': {
        const answer = await staff.call('PUT', `${path}/approve`, { json: {} });
        if (!this.keep(answer, [video], { isApproved: true })) return;
        const { text } = await this.visitor.call('GET', '/stories/feed.xml');
        if (text === '') this.notes.push('no feed after an approval');
        return;
      }
      case 'unapprove': {
        const answer = await staff.call('PUT', `${path}/unapprove`);
        if (this.keep(answer, [video], { isApproved: false })) await this.expectGone(step, before);
        return;
      }
      case 'edit': {
        const word = this.random.word();
        const answer = await staff.call('PATCH', path, { json: { transcript: `The ${word} sings.` } });
        if (this.keep(answer, [video], { word })) await this.expectGone(step, before);
        return;
      }
      case 'move': {
        const { user: to } = this.random.pick(this.people);
        if (to.id === video.userId || this.videos.some(({ userId, isBusy }) => userId === to.id && isBusy)) return;
        const answer = await staff.call('PATCH', path, { json: { userId: to.id } });
        // It waits for approval again.
        if (!this.keep(answer, [video], { userId: to.id, isApproved: false })) return;
        video.userName = (answer.body as ShowcaseVideo).user.userName;
        await this.expectGone(step, before);
        return;
      }
      case 'delete': {
        const answer = await staff.call('DELETE', path);
        if (this.keep(answer, [video], { isDeleted: true })) await this.expectGone(step, before);
        return;
      }
      case 'rename': {
        const json = { firstName: this.random.pick(['Ben', 'Cleo', 'Noor', 'Zoë']) };
        const answer = await staff.call('PATCH', `/api/admin/users/${video.userId}`, { json });
        if (!this.keep(answer, concerned, {})) return;
        for (const one of concerned) one.userName = (answer.body as AdminUser).userName;
        return;
      }
      case 'delete person': {
        // Some went, and others could not come.
        if (this.people.length < 4) return this.addPerson(staff);
        const answer = await staff.call('DELETE', `/api/admin/delete-user/${video.userId}`);
        if (!this.keep(answer, concerned, { isDeleted: true })) return;
        this.forget(video.userId);
        for (const one of concerned) await this.expectGone(step, one);
        await this.addPerson(staff);
        return;
      }
      case 'release yes':
        this.keep(await release(this.personOf(video), video.id, 'yes'), [video], { isRefused: false });
        return;
      case 'release no': {
        const answer = await release(this.personOf(video), video.id, 'no');
        if (this.keep(answer, [video], { isRefused: true })) await this.expectGone(step, before);
        return;
      }
      case 'hide': {
        const answer = await this.personOf(video).call('POST', '/api/my-story/hide');
        if (!this.keep(answer, concerned, { isHidden: true })) return;
        for (const one of concerned) await this.expectGone(step, one);
        return;
      }
      case 'show':
        this.keep(await this.personOf(video).call('POST', '/api/my-story/show'), concerned, { isHidden: false });
        return;
      case 'withdraw': {
        const json = { what: 'video', id: video.id };
        const answer = await this.personOf(video).call('POST', '/api/my-story/withdraw', { json });
        if (this.keep(answer, [video], { isDeleted: true })) await this.expectGone(step, before);
        return;
      }
      case 'add':
    }
  }

  private async add(staff: Person): Promise<void> {
    const { id: userId } = this.random.pick(this.people).user;
    const word = this.random.word();
    const questionId = this.random.pick([0, ...QUESTION_IDS]);
    const bytes = randomMp4(this.random, 2_000);
    try {
      this.know(
        await addVideo(this.product, staff, userId, { bytes, transcript: `The ${word} sings.`, questionId }),
        word,
      );
    } catch {
      // Its person has gone meanwhile.
      this.refused++;
    }
  }

  private personOf({ userId }: Known): Person {
    return this.people.find(({ user }) => user.id === userId)!.person;
  }

  private know(video: ShowcaseVideo, word: string): void {
    const { id, userId, user } = video;
    const facts: Facts = {
      userId,
      word,
      isApproved: false,
      isRefused: false,
      isHidden: false,
      isDeleted: false,
    };
    this.videos.push({ ...facts, id, userName: user.userName, unsure: null, isBusy: false });
  }

  private forget(userId: string): void {
    this.people = this.people.filter(({ user }) => user.id !== userId);
  }

  /**
   * What an answer makes of videos. Where none came, or only that something went wrong, it may have been done all the same.
   * @returns whether it was done
   */
  private keep({ status, text }: Answer, videos: Known[], facts: Partial<Facts>): boolean {
    const isDone = status >= 200 && status < 300;
    // Where nobody listened, nobody has heard.
    const isUnsure = (status === 0 && !text.includes('ECONNREFUSED')) || status >= 500;
    if (isDone) this.answered++;
    else this.refused++;
    if (status === 0 || status >= 500) {
      this.failed++;
      this.notes.push(`${status} ${text.slice(0, 200)}`);
    }
    for (const video of videos.filter(({ isDeleted }) => !isDeleted)) {
      if (isDone) Object.assign(video, facts);
      if (isUnsure) video.unsure = facts;
    }
    return isDone;
  }

  /** Asks until that was done which nobody has answered, or for so long that it was never heard. */
  private async learn(staff: Person, video: Known): Promise<void> {
    for (let look = 1; ; look++) {
      const isDone = await this.look(staff, video);
      if (isDone || look === LATE_LOOKS) {
        if (isDone !== null) video.unsure = null;
        return;
      }
      await wait(LATE_LOOK_MS);
    }
  }

  /**
   * What a step has done whose answer never came is believed, and that alone: what was answered before still holds.
   * @returns whether it was done; null where nobody says
   */
  private async look(staff: Person, video: Known): Promise<boolean | null> {
    const { status, body } = await staff.call('GET', videoPath(video.id));
    if (status === 404) {
      const person = await staff.call('GET', `/api/admin/users/${video.userId}/names`);
      if (person.status === 404) this.forget(video.userId);
      else if (person.status !== 200) return null;
      video.isDeleted = true;
      return true;
    }
    if (status !== 200) return null;
    const { userId, user, transcript, isApproved, release: said } = body as ShowcaseVideo;
    const found = {
      userId,
      isApproved,
      isRefused: said.standing === 'no',
      isHidden: video.isHidden,
      isDeleted: false,
    };
    if (video.unsure?.isHidden !== undefined) {
      // Nobody else is told.
      const own = await this.personOf(video).call('GET', '/api/my-story');
      if (own.status !== 200) return null;
      found.isHidden = (own.body as MyStory).hiddenAt !== null;
    }
    const facts: Facts = { ...found, word: wordOf(transcript) };
    const isDone = isDeepStrictEqual({ ...facts, ...video.unsure }, facts);
    if (isDone) Object.assign(video, video.unsure);
    video.userName = user.userName;
    return isDone;
  }

  /** From the answer on: on its page, in the search and in its file. */
  private async expectGone(step: ArchiveStep, { id, word, userName }: Known): Promise<void> {
    const page = await this.visitor.call('GET', encodeURI(`/stories/${userName}`));
    const found = page.text.includes(word) ? ['its page'] : [];
    const search = await this.visitor.call('GET', `/api/search-data?q=${word}`);
    if (search.text.includes(`${word} sings`)) found.push('the search');
    if (step !== 'edit') {
      const media = await this.visitor.call('GET', `/media/${id}.mp4`);
      if (media.status === 200 && step !== 'move') found.push('its file');
    }
    if (found.length === 0) return;
    this.readable++;
    this.notes.push(`${step} of ${id}: read in ${found.join(' and ')}`);
  }

  /** At the end, when nobody does anything any more. */
  async compare(staff: Person): Promise<string[]> {
    for (const video of this.videos.filter(({ unsure }) => unsure)) await this.learn(staff, video);
    const rows = await this.product.query<Row>(
      `SELECT v.id, p.id AS "userId", p.user_name AS "userName", v.transcript,
         v.id IN (SELECT id FROM public_video) AS "isPublic"
       FROM showcase_video v JOIN participant p ON p.id = v.participant_id`,
    );
    const differences: string[] = [];
    const expected = new Set(rows.filter(({ isPublic }) => isPublic).map(({ userName }) => userName));
    const overview = (await this.visitor.do<StoryOverviewItem[]>('GET', '/api/stories-overview')).map(
      ({ user }) => user.userName,
    );
    for (const userName of new Set([...expected, ...overview])) {
      const page = await this.visitor.call('GET', encodeURI(`/stories/${userName}`));
      if (expected.has(userName) !== overview.includes(userName)) differences.push(`${userName} in the overview`);
      if ((page.status === 200) !== expected.has(userName)) differences.push(`${userName}: its page is ${page.status}`);
    }
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const video of this.videos) {
      const row = known.get(video.id);
      differences.push(...unlike(video, row).map((words) => `${video.id} ${words}`));
      if (row?.isPublic) continue;
      const files = await filesContaining(this.product.inState('site'), video.word);
      if (files.length > 0) differences.push(`${video.word} in ${files.slice(0, 3).join(', ')}`);
    }
    for (const row of rows.filter(({ isPublic }) => isPublic)) {
      const page = await this.visitor.call('GET', encodeURI(`/stories/${row.userName}`));
      if (!page.text.includes(row.transcript.slice(0, 15))) differences.push(`${row.transcript} is on no page`);
    }
    return differences;
  }
}

interface Row {
  id: string;
  userId: string;
  userName: string;
  transcript: string;
  isPublic: boolean;
}

/** What was answered holds for ever, whatever else happens. One that is gone went with its person. */
function unlike(video: Known, row: Row | undefined): string[] {
  if (video.unsure) return ['was changed, and nobody says how'];
  if (!row) return [];
  const words: string[] = [];
  if (video.isDeleted) words.push('is there again');
  else if (row.userId !== video.userId) words.push('is another’s than was answered');
  else if (wordOf(row.transcript) !== video.word) words.push('says other words than were answered');
  const { isApproved, isRefused, isHidden, isDeleted } = video;
  if (row.isPublic && (!isApproved || isRefused || isHidden || isDeleted)) words.push('is public after a "no"');
  return words;
}

/** Of "The … sings." */
const wordOf = (transcript: string) => transcript.split(' ')[1] ?? '';
