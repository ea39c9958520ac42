import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { STAFF_CHANGES_API } from '../../../../api/contract/staff/audit.js';
import { isLeavingGuarded } from '../../../shared/ui/use-leave-guard.js';
import { admin3Server, aPageOf, openAdmin3, PAGE, showLists, waitingList } from '../../../testing/admin3-screen.js';
import type { ReceivedCall, ScreenServer } from '../../../testing/screen-server.js';
import { PUBLISHED_LATER, REFUSED, SESSION } from '../../../testing/staff-screen.js';
import { aVideo, anApprovedVideo } from '../../../testing/video-for-specs.js';

const TODAY = aVideo({ id: 'v3', questionId: 3, title: 'Life today', textsVersion: 't3' });
/** Of the question that is asked first, which came last. */
const BEFORE = aVideo({ id: 'v1', questionId: 7, title: 'Life before', textsVersion: 't1' });
const NEWER = aVideo({ id: 'v4', questionId: 3, title: 'Life today, longer', createdAt: '2026-03-09T15:12:00.000Z' });
const approveOf = ({ id }: ShowcaseVideo) => `PUT /api/admin/showcase-videos/${id}/approve`;
const approved = (video: ShowcaseVideo, changes: Partial<ShowcaseVideo> = {}) => ({
  body: anApprovedVideo({ ...video, isApproved: true, isShown: true, ...changes }),
});

let server: ScreenServer;
const sent = () => server.received.filter(({ call }) => call.endsWith('/approve'));
const approvals = () => sent().map(({ call }) => call);
const approvedVersions = () => sent().map(({ body }) => body);

async function openAll(videos = 3, name = 'Anna Berg') {
  await openAdmin3(server);
  const button = `Approve all ${videos} videos of ${name}`;
  await userEvent.click(await waitingList().findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: `Approve ${videos} videos of ${name}?` }));
}

/** What each video of the dialog says. */
const lines = (dialog: Awaited<ReturnType<typeof openAll>>) =>
  dialog.getAllByRole('listitem').map(({ textContent }) => textContent);

beforeEach(() => {
  server = admin3Server({ waiting: [BEFORE, NEWER, TODAY] });
  for (const video of [BEFORE, TODAY, NEWER]) server.on(approveOf(video), approved(video));
});
afterEach(() => server.close());

describe('approving everything of a person', () => {
  it('asks first, and names each video in the order of the questions; nothing happens at Cancel', async () => {
    const dialog = await openAll();
    expect(lines(dialog)).toEqual([
      expect.stringContaining('Life before'),
      expect.stringMatching(/^Life today.*Another one on the same question follows/),
      expect.stringMatching(/^Life today, longer(?!.*Another one)/),
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(approvals()).toEqual([]);
  });

  it('says how many are not public yet', async () => {
    server.on(approveOf(TODAY), approved(TODAY, { isShown: false }));
    server.on(approveOf(NEWER), approved(NEWER, { isShown: false }));
    const dialog = await openAll();
    showLists(server, {});
    await userEvent.click(dialog.getByRole('button', { name: 'Approve 3 videos' }));
    const text = '1 video of Anna Berg is approved and live. 2 more are approved, and not public yet.';
    expect(await waitingList().findByText(text)).toBeTruthy();
  });

  it('says where none is public yet', async () => {
    for (const video of [BEFORE, TODAY, NEWER]) server.on(approveOf(video), approved(video, { isShown: false }));
    const dialog = await openAll();
    showLists(server, {});
    await userEvent.click(dialog.getByRole('button', { name: 'Approve 3 videos' }));
    await waitingList().findByText('3 videos of Anna Berg are approved, and not public yet.');
    expect(waitingList().queryByRole('link', { name: /^Open live page/ })).toBeNull();
  });

  it('approves one after the other as each was seen, the newer of one question last, and says where they are', async () => {
    const dialog = await openAll();
    showLists(server, {});
    await userEvent.click(dialog.getByRole('button', { name: 'Approve 3 videos' }));
    await waitingList().findByText('3 videos of Anna Berg are approved and live.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(approvals()).toEqual([BEFORE, TODAY, NEWER].map(approveOf));
    expect(approvedVersions()).toMatchObject([{ textsVersion: 't1' }, { textsVersion: 't3' }, { textsVersion: 't1' }]);
    const live = waitingList().getByRole('link', { name: /^Open live page/ });
    expect(live.getAttribute('href')).toBe('/stories/anna-2026-03-01');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Videos Waiting for Approval'));
  });

  it('says which of them the public cannot watch yet', async () => {
    server.on(approveOf(TODAY), approved(TODAY, { isWatchable: false }));
    const dialog = await openAll();
    await userEvent.click(dialog.getByRole('button', { name: 'Approve 3 videos' }));
    const written = await waitingList().findByText(/^3 videos of Anna Berg are approved and live\./);
    expect(written.textContent).toContain('1 of them follows there once it is prepared.');
  });

  it('goes on after one that is refused, names it with the reason, and tries only that one again', async () => {
    server.on(approveOf(BEFORE), { status: 409, body: { code: 'unclaimed', message: 'Nobody has claimed it' } });
    const dialog = await openAll();
    await userEvent.click(dialog.getByRole('button', { name: 'Approve 3 videos' }));
    await dialog.findByText('2 of 3 are approved. Not approved: “Life before”.');
    expect(lines(dialog)).toEqual([
      expect.stringMatching(/Not approved.*Nobody has claimed it$/),
      expect.stringContaining('Approved'),
      expect.stringContaining('Approved'),
    ]);
    server.on(approveOf(BEFORE), approved(BEFORE));
    await userEvent.click(dialog.getByRole('button', { name: 'Approve the other 1 video' }));
    await waitingList().findByText('3 videos of Anna Berg are approved and live.');
    expect(approvals()).toEqual([BEFORE, TODAY, NEWER, BEFORE].map(approveOf));
  });

  it('says of what is approved, and follows to the public pages later, that it is so, and goes on', async () => {
    server.on(approveOf(BEFORE), PUBLISHED_LATER);
    server.on(approveOf(NEWER), { status: 409, body: { code: 'unclaimed', message: 'Nobody has claimed it' } });
    const dialog = await openAll();
    await userEvent.click(dialog.getByRole('button', { name: 'Approve 3 videos' }));
    await dialog.findByText(
      '2 of 3 are approved. Not approved: “Life today, longer”. The public pages could not be brought up to date yet. The server keeps trying.',
    );
    expect(lines(dialog)[0]).toMatch(/Approved, not public yet/);
    server.on(approveOf(NEWER), PUBLISHED_LATER);
    await userEvent.click(dialog.getByRole('button', { name: 'Approve the other 1 video' }));
    await waitingList().findByText(
      /^1 video of Anna Berg is approved and live\. 2 more are approved, and not public yet\. The public pages could not/,
    );
    expect(approvals()).toEqual([BEFORE, TODAY, NEWER, NEWER].map(approveOf));
  });

  it('keeps written above the list what was approved and what was not', async () => {
    server.on(approveOf(NEWER), { status: 409, body: { code: 'video_changed', message: 'It has changed' } });
    const dialog = await openAll();
    await userEvent.click(dialog.getByRole('button', { name: 'Approve 3 videos' }));
    await dialog.findByText('It has changed since you looked at it. Approve it by itself to see how.');
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!);
    const written = await waitingList().findByText(/^2 of 3 are approved\./);
    expect(written.textContent).toContain('Not approved: “Life today, longer”.');
  });

  it('ends at an ended session: the others wait for whoever signs in', async () => {
    server.on(approveOf(TODAY), () => {
      server.on(SESSION, REFUSED);
      return REFUSED;
    });
    const dialog = await openAll();
    await userEvent.click(dialog.getByRole('button', { name: 'Approve 3 videos' }));
    await screen.findByText(/^Your session has ended/);
    expect(approvals()).toEqual([BEFORE, TODAY].map(approveOf));
  });

  it('stays until it is closed, also when the list has only one of them left', async () => {
    showLists(server, { waiting: [BEFORE, TODAY] });
    server.on(approveOf(BEFORE), () => {
      showLists(server, { waiting: [TODAY] });
      return approved(BEFORE);
    });
    server.on(approveOf(TODAY), { status: 409, body: { code: 'unclaimed', message: 'Nobody has claimed it' } });
    const dialog = await openAll(2);
    await userEvent.click(dialog.getByRole('button', { name: 'Approve 2 videos' }));
    await dialog.findByText('1 of 2 are approved. Not approved: “Life today”.');
    dialog.getByText('Nobody has claimed it');
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!);
    await waitingList().findByText(/^1 of 2 are approved\. Not approved: “Life today”\./);
    expect(waitingList().queryByRole('button', { name: /^Approve all/ })).toBeNull();
  });

  it('goes on while the list is read again between two of them', async () => {
    showLists(server, { waiting: [BEFORE, TODAY] });
    const { promise: second, resolve: answer } = Promise.withResolvers<ReturnType<typeof approved>>();
    server.on(approveOf(TODAY), () => second);
    let last = 1;
    server.on(`GET ${STAFF_CHANGES_API}`, () => ({ body: { last } }));
    const dialog = await openAll(2);
    server.on(approveOf(BEFORE), () => {
      last += 1;
      showLists(server, { waiting: [TODAY] });
      return approved(BEFORE);
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Approve 2 videos' }));
    const group = waitingList();
    await waitFor(() => expect(group.queryByText(/^Approve all/)).toBeNull());
    dialog.getByText('Approving 2 of 2…');
    expect(isLeavingGuarded()).toBe(true);
    answer(approved(TODAY));
    await waitingList().findByText('2 videos of Anna Berg are approved and live.');
  });

  it('stops after the one that is under way', async () => {
    const { promise: first, resolve: answer } = Promise.withResolvers<ReturnType<typeof approved>>();
    server.on(approveOf(BEFORE), () => first);
    const dialog = await openAll();
    await userEvent.click(dialog.getByRole('button', { name: 'Approve 3 videos' }));
    await dialog.findByText('Approving 1 of 3…');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog.getByRole('button', { name: 'Stop after this one' }));
    answer(approved(BEFORE));
    await dialog.findByText('1 of 3 are approved. Not approved: “Life today”, “Life today, longer”.');
    expect(approvals()).toEqual([approveOf(BEFORE)]);
    expect(dialog.getByRole('button', { name: 'Approve the other 2 videos' })).toBeTruthy();
  });

  it('takes all of a person’s, also those that are on another page', async () => {
    const reads: ReceivedCall[] = [];
    server.on(PAGE, (call) => {
      if (!call.query.has('userId')) {
        const people = [{ userId: 'u1', videos: 3 }];
        return { body: { ...aPageOf([TODAY]), people, found: 3, total: 3 } };
      }
      reads.push(call);
      const rest = [BEFORE, NEWER, TODAY].slice(Number(call.query.get('offset')));
      return { body: { ...aPageOf(rest.slice(0, 2)), found: 3, total: 3 } };
    });
    const dialog = await openAll();
    expect(lines(dialog)).toHaveLength(3);
    expect(reads.map(({ query }) => [query.get('userId'), query.get('offset')])).toEqual([
      ['u1', '0'],
      ['u1', '2'],
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Approve 3 videos' }));
    await waitFor(() => expect(approvals()).toHaveLength(3));
    expect(approvedVersions()).toMatchObject([
      { textsVersion: 't1', questionId: 7 },
      { textsVersion: 't3', questionId: 3 },
      { textsVersion: 't1', questionId: 3 },
    ]);
  });

  it('says when they cannot be read, and when nothing waits any more', async () => {
    await openAdmin3(server);
    await waitingList().findByRole('button', { name: /^Approve all 3/ });
    server.on(PAGE, { status: 500, body: {} });
    await userEvent.click(waitingList().getByRole('button', { name: /^Approve all 3/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve the videos of Anna Berg?' }));
    await dialog.findByText('The videos could not be loaded.');
    showLists(server, {});
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Nothing of this person waits any more.');
  });

  it('is not offered for a single video, nor among the approved', async () => {
    showLists(server, { waiting: [TODAY], approved: [anApprovedVideo(), anApprovedVideo({ id: 'v2' })] });
    await openAdmin3(server);
    await waitingList().findByRole('listitem', { name: 'Life today' });
    expect(screen.queryByText(/^Approve all/)).toBeNull();
  });
});
