import type { ShowcaseVideo } from '../../api/contract/showcase.ts';
import type { StoryOverviewItem } from '../../api/contract/stories.ts';
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

interface Known {
  id: string;
  userId: string;
  userName: string;
  /** A word that is said in its present transcript alone. */
  word: string;
  isDeleted: boolean;
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
  private readonly people: Pick<Story, 'user' | 'person'>[] = [];
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
      await this.take(staff, step, video, concerned);
    } finally {
      for (const one of concerned) one.isBusy = false;
    }
  }

  private async take(staff: Person, step: ArchiveStep, video: Known, concerned: Known[]): Promise<void> {
    const path = videoPath(video.id);
    switch (step) {
      case 'approve': {
        if (!this.count(await staff.call('PUT', `${path}/approve`, { json: {} }))) return;
        const { text } = await this.visitor.call('GET', '/stories/feed.xml');
        if (text === '') this.notes.push('no feed after an approval');
        return;
      }
      case 'unapprove':
        if (this.count(await staff.call('PUT', `${path}/unapprove`))) await this.expectGone(step, video);
        return;
      case 'edit': {
        const word = this.random.word();
        const before = video.word;
        if (!this.count(await staff.call('PATCH', path, { json: { transcript: `The ${word} sings.` } }))) return;
        video.word = word;
        await this.expectGone(step, { ...video, word: before });
        return;
      }
      case 'move': {
        const { user: to } = this.random.pick(this.people);
        if (to.id === video.userId || this.videos.some(({ userId, isBusy }) => userId === to.id && isBusy)) return;
        const answer = await staff.call('PATCH', path, { json: { userId: to.id } });
        if (!this.count(answer)) return;
        const moved = answer.body as ShowcaseVideo;
        // It waits for approval again.
        await this.expectGone(step, video);
        Object.assign(video, { userId: to.id, userName: moved.user.userName });
        return;
      }
      case 'delete':
        if (!this.count(await staff.call('DELETE', path))) return;
        video.isDeleted = true;
        await this.expectGone(step, video);
        return;
      case 'rename': {
        const json = { firstName: this.random.pick(['Ben', 'Cleo', 'Noor', 'Zoë']) };
        const answer = await staff.call('PATCH', `/api/admin/users/${video.userId}`, { json });
        this.count(answer);
        const found = await staff.call('GET', path);
        const { userName } = (found.body as ShowcaseVideo).user;
        for (const one of concerned) one.userName = userName;
        return;
      }
      case 'delete person': {
        if (this.people.length < 4) return;
        if (!this.count(await staff.call('DELETE', `/api/admin/delete-user/${video.userId}`))) return;
        this.people.splice(
          this.people.findIndex(({ user }) => user.id === video.userId),
          1,
        );
        for (const one of concerned) one.isDeleted = true;
        for (const one of concerned) await this.expectGone(step, one);
        await this.addPerson(staff);
        return;
      }
      case 'release yes':
        this.count(await release(this.personOf(video), video.id, 'yes'));
        return;
      case 'release no':
        if (this.count(await release(this.personOf(video), video.id, 'no'))) await this.expectGone(step, video);
        return;
      case 'hide':
        if (!this.count(await this.personOf(video).call('POST', '/api/my-story/hide'))) return;
        for (const one of concerned) await this.expectGone(step, one);
        return;
      case 'show':
        this.count(await this.personOf(video).call('POST', '/api/my-story/show'));
        return;
      case 'withdraw': {
        const json = { what: 'video', id: video.id };
        if (!this.count(await this.personOf(video).call('POST', '/api/my-story/withdraw', { json }))) return;
        video.isDeleted = true;
        await this.expectGone(step, video);
        return;
      }
      case 'add':
    }
  }

  private async add(staff: Person): Promise<void> {
    const { id: userId } = this.random.pick(this.people).user;
    const word = this.random.word();
    const questionId = this.random.between(0, 6);
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
    this.videos.push({ id, userId, userName: user.userName, word, isDeleted: false, isBusy: false });
  }

  private count({ status, text }: Answer): boolean {
    if (status >= 200 && status < 300) this.answered++;
    else this.refused++;
    if (status === 0 || status >= 500) {
      this.failed++;
      this.notes.push(`${status} ${text.slice(0, 200)}`);
    }
    return status >= 200 && status < 300;
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
  async compare(): Promise<string[]> {
    const rows = await this.product.query<{ id: string; userName: string; transcript: string; isPublic: boolean }>(
      `SELECT v.id, p.user_name AS "userName", v.transcript, v.id IN (SELECT id FROM public_video) AS "isPublic"
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
