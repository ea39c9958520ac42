import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReleaseState } from '../../../../api/contract/videos/releases.js';
import type { VideoChanged } from '../../../../api/contract/videos/showcase.js';
import {
  admin3Server,
  approvedList,
  FAILURE,
  openAdmin3,
  openDialog,
  openPart,
  rowIn,
  showLists,
  waitingList,
} from '../../../testing/admin3-screen.js';
import type { ScreenServer } from '../../../testing/screen-server.js';
import { CHANGES, PUBLISHED_LATER, REFUSED, SESSION } from '../../../testing/staff-screen.js';
import { aVideo, anApprovedVideo } from '../../../testing/video-for-specs.js';

const APPROVE = 'PUT /api/admin/showcase-videos/v1/approve';
const UNAPPROVE = 'PUT /api/admin/showcase-videos/v1/unapprove';
const CHANGED: VideoChanged = {
  code: 'video_changed',
  message: 'It has changed',
  differences: [{ field: 'title', before: 'A quiet day', after: 'A loud day' }],
  video: aVideo({ title: 'A loud day', textsVersion: 't2' }),
};
const LATER: Partial<ReleaseState> = {
  terms: { uses: ['archive'], linkOnly: false, publicFrom: '2099-05-01T00:00:00.000Z', publicUntil: null },
};
let server: ScreenServer;

const approvals = () => server.received.filter(({ call }) => call === APPROVE).map(({ body }) => body);
const press = async (name: string, list = waitingList()) =>
  userEvent.click((await rowIn(list, 'A quiet day')).getByRole('button', { name }));

/** The list has a newer version than was seen when it was opened: it was read again after an approval that failed. */
async function readNewerVersionUnseen(): Promise<void> {
  await openAdmin3(server);
  await rowIn(waitingList(), 'A quiet day');
  showLists(server, { waiting: [aVideo({ textsVersion: 't2' })] });
  server.on(APPROVE, FAILURE);
  await press('Approve');
  await screen.findByText('Approve Failed');
}

beforeEach(() => {
  server = admin3Server({ waiting: [aVideo()] }).on('GET /api/admin/showcase-videos/v1/versions', { body: [] });
});
afterEach(() => server.close());

describe('an approval', () => {
  it('is of the video as it was seen, and says that it is live and where', async () => {
    server.on(APPROVE, () => {
      showLists(server, { approved: [anApprovedVideo()] });
      return { body: anApprovedVideo() };
    });
    await openAdmin3(server);
    await press('Approve');
    await waitingList().findByText('“A quiet day” is approved and live.');
    expect(
      waitingList()
        .getByRole('link', { name: /^Open live page/ })
        .getAttribute('href'),
    ).toBe('/stories/anna-2026-03-01#video-v1');
    await openPart('Approved');
    await rowIn(approvedList(), 'A quiet day');
    expect(approvals()).toEqual([
      { textsVersion: 't1', userId: 'u1', questionId: 3, shownName: 'Anna', videoUrl: '/media/v1.mp4' },
    ]);
  });

  it.each([
    [LATER, /^“A quiet day” is approved\. Its person lets it be public from .*2099.* on\.$/],
    [{}, '“A quiet day” is approved. The public does not see it: its story shows another one here.'],
  ])('does not say that it is live where it is not yet', async (release, text) => {
    server.on(APPROVE, { body: anApprovedVideo({ isShown: false, release: { ...aVideo().release, ...release } }) });
    await openAdmin3(server);
    await press('Approve');
    await waitingList().findByText(text);
    expect(waitingList().queryByRole('link', { name: /^Open live page/ })).toBeNull();
  });

  it('leads to its page only once that is live, though the list knows of it before', async () => {
    const published = Promise.withResolvers<void>();
    server.on(APPROVE, async () => {
      showLists(server, { approved: [anApprovedVideo()] });
      server.on(CHANGES, { body: { last: 2 } });
      await published.promise;
      return { body: anApprovedVideo() };
    });
    await openAdmin3(server);
    await waitFor(() => expect(server.received.map(({ call }) => call)).toContain(CHANGES));
    await press('Approve');
    await openPart('Approved');
    const row = await rowIn(approvedList(), 'A quiet day');
    expect(row.queryByRole('link', { name: /^Open live page/ })).toBeNull();
    published.resolve();
    await row.findByRole('link', { name: /^Open live page/ });
  });

  it('says that the video follows once it is prepared', async () => {
    server.on(APPROVE, { body: anApprovedVideo({ isWatchable: false }) });
    await openAdmin3(server);
    await press('Approve');
    expect(
      await waitingList().findByText(
        /is approved and its page is live\. The video follows there once it is prepared\.$/,
      ),
    ).toBeTruthy();
  });

  it('of what was changed meanwhile shows what is other now, and approves that at a press', async () => {
    server.on(APPROVE, { status: 409, body: CHANGED });
    await openAdmin3(server);
    await press('Approve');
    const dialog = within(await screen.findByRole('dialog', { name: 'This video changed since you looked at it' }));
    expect(dialog.getByText('quiet').tagName).toBe('DEL');
    expect(dialog.getByText('loud').tagName).toBe('INS');
    server.on(APPROVE, { body: anApprovedVideo() });
    await userEvent.click(dialog.getByRole('button', { name: 'Approve the new version' }));
    await waitingList().findByText(/is approved and live\.$/);
    expect(approvals()).toMatchObject([{ textsVersion: 't1' }, { textsVersion: 't2' }]);
  });

  it('is not made of what was changed meanwhile by Not now, nor after it', async () => {
    server.on(APPROVE, { status: 409, body: CHANGED });
    await openAdmin3(server);
    await press('Approve');
    await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Approve');
    await screen.findByRole('dialog');
    expect(approvals()).toMatchObject([{ textsVersion: 't1' }, { textsVersion: 't1' }]);
  });

  it('is not of what a list has shown behind the scenes, unless it was opened', async () => {
    await readNewerVersionUnseen();
    await press('Approve');
    await waitFor(() => expect(approvals()).toMatchObject([{ textsVersion: 't1' }, { textsVersion: 't1' }]));
    const dialog = await openDialog('View');
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await press('Approve');
    await waitFor(() => expect(approvals()[2]).toMatchObject({ textsVersion: 't2' }));
  });

  it('is not of it either once a dialog was opened that shows no words', async () => {
    await readNewerVersionUnseen();
    const dialog = await openDialog('Move');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await press('Approve');
    await waitFor(() => expect(approvals()).toMatchObject([{ textsVersion: 't1' }, { textsVersion: 't1' }]));
  });

  it('is said where the public pages follow later', async () => {
    server.on(APPROVE, PUBLISHED_LATER);
    await openAdmin3(server);
    await press('Approve');
    await waitingList().findByText(/^“A quiet day” is approved, and not public yet\. The public pages could not/);
    expect(screen.queryByText('Approve Failed')).toBeNull();
    expect(waitingList().queryByRole('link', { name: /^Open live page/ })).toBeNull();
  });

  it('says why it failed', async () => {
    server.on(APPROVE, FAILURE);
    await openAdmin3(server);
    await press('Approve');
    await screen.findByText('Approve Failed');
    expect(screen.getByText('The disk is full')).toBeTruthy();
    // For as long as nothing else is done there.
    expect(screen.getByText('“A quiet day”: Approve Failed: The disk is full')).toBeTruthy();
    await rowIn(waitingList(), 'A quiet day');
  });
});

describe('taking an approval back', () => {
  beforeEach(() => showLists(server, { approved: [anApprovedVideo()] }));

  it('says that the video waits again', async () => {
    server.on(UNAPPROVE, () => {
      showLists(server, { waiting: [aVideo()] });
      return { body: aVideo() };
    });
    await openAdmin3(server, '/admin3#approved');
    await press('Unapprove', approvedList());
    await approvedList().findByText('“A quiet day” is no longer public and waits for approval again.');
    await openPart('Waiting');
    await rowIn(waitingList(), 'A quiet day');
    expect(approvedList().queryByRole('link', { name: /^Open live page/ })).toBeNull();
  });

  it('says that it is done where the public pages follow later', async () => {
    server.on(UNAPPROVE, PUBLISHED_LATER);
    await openAdmin3(server, '/admin3#approved');
    await press('Unapprove', approvedList());
    await approvedList().findByText(
      /^“A quiet day” is not approved any more and waits for approval again\. The public/,
    );
    expect(screen.queryByText('Unapprove Failed')).toBeNull();
  });

  it('says that it failed, and what is to be done', async () => {
    server.on(UNAPPROVE, { status: 500, body: {} });
    await openAdmin3(server, '/admin3#approved');
    await press('Unapprove', approvedList());
    await screen.findByText('Unapprove Failed');
    expect(screen.getByText('The video could not be unapproved. Please try again.')).toBeTruthy();
    await rowIn(approvedList(), 'A quiet day');
  });

  it('leaves an ended session to the gate', async () => {
    await openAdmin3(server, '/admin3#approved');
    await rowIn(approvedList(), 'A quiet day');
    server.on(UNAPPROVE, REFUSED).on(SESSION, REFUSED);
    await press('Unapprove', approvedList());
    await screen.findByText(/^Your session has ended/);
    expect(document.body.textContent).not.toContain('Unapprove Failed');
  });
});
