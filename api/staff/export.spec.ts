import type { AuditPage } from '../contract/staff/audit.js';
import type { ExportUser, ExportVideo } from '../contract/staff/export.js';
import type { InterviewQuestion } from '../contract/interview/questions.js';
import { storyExport } from '../contract/staff/export-markdown.js';
import type { ArchiveClient } from '../testing/archive-client.js';
import { approve, cutOwner, say, tomorrow, YES } from '../testing/cut-releases.js';
import { PublishedSite } from '../testing/published-site.js';
import { refuseAudit } from '../testing/refuse-audit.js';
import type { TestApp } from '../testing/test-app.js';

const USERS = '/api/users';
const VIDEOS = '/api/showcase-videos/approved';

describe('export', () => {
  let site: PublishedSite;
  let testApp: TestApp;
  let staff: ArchiveClient;
  beforeAll(async () => {
    site = await PublishedSite.start();
    ({ testApp, archive: staff } = site);
  });
  afterAll(() => testApp.close());
  beforeEach(() => testApp.dataSource.query('DELETE FROM participant'));

  const listUsers = async () => (await staff.get(USERS).expect(200)).body as ExportUser[];
  const listVideos = async () => (await staff.get(VIDEOS).expect(200)).body as ExportVideo[];
  const listQuestions = async () => (await staff.get('/api/questions').expect(200)).body as InterviewQuestion[];
  const write = async () =>
    storyExport({ users: await listUsers(), videos: await listVideos(), questions: await listQuestions() });

  it('hands out only people with an approved video on a question, in the order of their registration', async () => {
    const anna = await staff.register('Anna');
    const overviewOnly = await staff.register('Ben');
    const waiting = await staff.register('Cleo');
    const dora = await staff.register('Dora');
    await staff.register('Emil');
    await staff.publish(dora, { questionId: 6 });
    await staff.publish(dora, { questionId: 1 });
    await staff.publish(anna, { questionId: 2 });
    await staff.publish(overviewOnly, { questionId: 0 });
    await staff.add(waiting, { questionId: 3 });
    const users = await listUsers();
    expect(users.map(({ id }) => id)).toEqual([anna, dora]);
    expect(users[0]).toEqual({
      id: anna,
      firstName: 'Anna',
      lastName: 'Example',
      createdAt: expect.stringMatching(/Z$/) as string,
    } satisfies ExportUser);
  });

  it('hands out the approved videos, the one approved last first', async () => {
    const anna = await staff.register('Anna');
    const first = await staff.add(anna, { questionId: 1, transcript: 'Corrected' });
    const second = await staff.publish(anna, { questionId: 1, transcript: 'In the first version' });
    await staff.add(anna, { questionId: 2 });
    await staff.approve(first.id).expect(200);
    const approvedAt = expect.stringMatching(/Z$/) as string;
    expect(await listVideos()).toEqual([
      { ...first, isApproved: true, isShown: true, approvedAt, showsInstead: { title: second.title, approvedAt } },
      { ...second, isShown: false },
    ]);
    await staff.unapprove(first.id).expect(200);
    expect(await listVideos()).toEqual([second]);
  });

  it('is all that the Markdown is made of', async () => {
    const anna = await staff.register('Anna *1*');
    await staff.publish(anna, { questionId: 2, transcript: 'Then\n# I fell ill' });
    await staff.publish(anna, { questionId: 1, transcript: 'Before' });
    expect(await write()).toBe(`# ME/CFS Stories

## Anna \\*1\\* Example

### Life before ME/CFS

Before

### The events that caused it

Then
\\# I fell ill
`);
  });

  it('makes no Markdown of words that are approved for a later day, but of those that the public sees meanwhile', async () => {
    const { browser, id, video } = await cutOwner(site);
    await staff.publish(id, { questionId: 1, transcript: 'What everybody reads.' });
    await staff.publish(id, { questionId: 2, transcript: 'What everybody reads, too.' });
    await say(browser, video.id, { ...YES, publicFrom: tomorrow() });
    expect(await approve(site, video.id)).toMatchObject({ questionId: 1, isApproved: true, isShown: false });
    const text = await write();
    expect(text).toContain('What everybody reads.');
    expect(text).toContain('What everybody reads, too.');
    expect(text).not.toContain('I climbed.');
  });

  it('leaves a trace', async () => {
    await listUsers();
    await listVideos();
    const { entries } = (await staff.get('/api/admin/audit').expect(200)).body as AuditPage;
    expect(entries.slice(0, 2).map(({ action, subject }) => [action, subject])).toEqual([
      ['transcripts_exported', { type: 'archive', id: null }],
      ['people_exported', { type: 'archive', id: null }],
    ]);
  });

  it.each([USERS, VIDEOS])('hands out nothing of %s while that cannot be recorded', async (route) => {
    await refuseAudit(testApp.dataSource, () => staff.get(route).expect(500));
  });

  describe('refuses', () => {
    it('everyone but staff', async () => {
      await testApp.http.get(USERS).expect(401);
      await testApp.http.get(VIDEOS).expect(401);
    });
  });
});
