import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReleaseState } from '../../../api/contract/releases.js';
import { admin3Server, openAdmin3, rowIn, showLists, waitingList } from '../../testing/admin3-screen.js';
import type { ScreenServer } from '../../testing/screen-server.js';
import { aVideo, NO_RELEASE } from '../../testing/video-for-specs.js';

const ASK = 'POST /api/admin/showcase-videos/v1/release-request';
const AT = '2026-03-06T15:12:00.000Z';
const waiting = (release: Partial<ReleaseState>) => ({
  waiting: [aVideo({ release: { ...NO_RELEASE, ...release } })],
});
let server: ScreenServer;

beforeEach(() => {
  server = admin3Server(waiting({}));
});
afterEach(() => server.close());

const row = () => rowIn(waitingList(), 'A quiet day');

describe('the release of a video', () => {
  it.each([
    ['none', '', /^No release on file\.$/],
    ['outdated', '', /^No release on file for it as it is: it has changed since their answer of Mar 6, 2026/],
    ['yes', '', /^Released on Mar 6, 2026/],
    ['change', 'Leave out the street.', /^They asked for changes on Mar 6, 2026.*: “Leave out the street\.”$/],
    ['no', '', /^They said no on Mar 6, 2026.* It cannot be published\.$/],
  ] as const)('is told in words: %s', async (standing, words, text) => {
    showLists(server, waiting({ standing, words, at: standing === 'none' ? null : AT }));
    await openAdmin3(server);
    const { getByText, queryByRole } = await row();
    getByText(text);
    const mayAsk = standing === 'none' || standing === 'outdated';
    expect(queryByRole('button', { name: 'Ask for it' }) !== null).toBe(mayAsk);
  });

  it('is asked for, then reminded of twice', async () => {
    server.on(ASK, () => {
      showLists(server, waiting({ asked: 1 }));
      return { body: aVideo() };
    });
    await openAdmin3(server);
    await userEvent.click((await row()).getByRole('button', { name: 'Ask for it' }));
    await screen.findByText('Anna is asked by mail.');
    await (await row()).findByText(/Asked once\.$/);
    server.on(ASK, () => {
      showLists(server, waiting({ asked: 3 }));
      return { body: aVideo() };
    });
    await userEvent.click((await row()).getByRole('button', { name: 'Remind them' }));
    await (await row()).findByText(/Asked 3 times\.$/);
    expect((await row()).queryByRole('button', { name: 'Remind them' })).toBeNull();
  });

  it('that was not asked for says why', async () => {
    const message = 'This person has said no. Please do not ask again.';
    server.on(ASK, { status: 409, body: { code: 'release_refused', message } });
    await openAdmin3(server);
    await userEvent.click((await row()).getByRole('button', { name: 'Ask for it' }));
    await screen.findByText('Not asked');
    await screen.findByText(message);
  });

  it('that was refused is the reason that Approve gives', async () => {
    const message = 'This person has said no to this video. It cannot be published.';
    server.on('PUT /api/admin/showcase-videos/v1/approve', { status: 409, body: { code: 'release_refused', message } });
    await openAdmin3(server);
    await userEvent.click((await row()).getByRole('button', { name: 'Approve' }));
    await screen.findByText(message);
  });
});
