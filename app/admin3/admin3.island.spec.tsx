import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  admin3Server,
  approvedList,
  FAILURE,
  openAdmin3,
  openDialog,
  PAGE,
  PUBLISHING,
  rowIn,
  showLists,
  STAFF_USERS,
  waitingList,
} from '../testing/admin3-screen.js';
import type { ScreenServer } from '../testing/screen-server.js';
import { aVideo, anApprovedVideo } from '../testing/video-for-specs.js';

let server: ScreenServer;
const searches = () => server.received.filter(({ call }) => call === PAGE).map(({ query }) => query.get('q'));

beforeEach(() => {
  server = admin3Server({ waiting: [aVideo()], approved: [anApprovedVideo({ id: 'v2', title: 'A loud day' })] });
});
afterEach(() => server.close());

describe('the two lists of videos', () => {
  it('say that they load', async () => {
    server.on(PAGE, () => new Promise(() => {}));
    await openAdmin3(server);
    expect(screen.getAllByText('Loading videos…')).toHaveLength(2);
  });

  it('say what will be there when they are empty', async () => {
    showLists(server, {});
    await openAdmin3(server);
    await waitingList().findByText('No videos waiting for approval');
    await approvedList().findByText('No approved videos yet');
    expect(approvedList().getByText(/^A video appears here, and on the story page of its user/)).toBeTruthy();
  });

  it('offer another try when they cannot be loaded', async () => {
    server.on(PAGE, FAILURE);
    await openAdmin3(server);
    await waitingList().findByText('The videos could not be loaded.');
    showLists(server, { waiting: [aVideo()] });
    await userEvent.click(waitingList().getByRole('button', { name: 'Try again' }));
    await rowIn(waitingList(), 'A quiet day');
    expect(approvedList().getByText('The videos could not be loaded.')).toBeTruthy();
  });

  it('count what is in them, and lead there past the forms', async () => {
    await openAdmin3(server);
    const links = within(screen.getByRole('navigation', { name: 'Lists on this page' }));
    expect((await links.findByRole('link', { name: '1 waiting' })).getAttribute('href')).toBe('#waiting');
    expect((await links.findByRole('link', { name: '1 approved' })).getAttribute('href')).toBe('#approved');
  });

  it('tell what each video is, and what the public will see of it', async () => {
    const cues = [{ start: 0, end: 1, text: 'Hello' }];
    const video = aVideo({
      description: 'About it',
      transcript: 'Hello',
      cues,
      durationSeconds: 125,
      width: 1080,
      height: 1920,
    });
    showLists(server, { waiting: [video] });
    await openAdmin3(server);
    const row = await rowIn(waitingList(), 'A quiet day');
    for (const text of ['Anna Berg', 'Life today', 'Captions, 1 line', 'About it', 'Hello', '2:05, 1080 × 1920']) {
      expect(row.getByText(text)).toBeTruthy();
    }
    expect(
      row.getByText("Once approved, “Anna's Story” shows under “Life today” the video, its transcript, and captions."),
    ).toBeTruthy();
    expect(row.queryByRole('link', { name: /Open live page/ })).toBeNull();
  });

  it('tell since when a video is live, and lead there', async () => {
    await openAdmin3(server);
    const row = await rowIn(approvedList(), 'A loud day');
    expect(row.getByText(/^Live since Mar 5, 2026/)).toBeTruthy();
    expect(row.getByText('No transcript available')).toBeTruthy();
    expect(row.getByRole('link', { name: /^Open live page/ }).getAttribute('href')).toBe(
      '/stories/anna-2026-03-01#video-v2',
    );
  });

  it.each([
    [{ isShown: false }, 'Approved, but not shown: a video on the same question was approved after it.'],
    [{ isWatchable: false, preparation: { state: 'working', problem: null } }, /it follows once it is prepared\.$/],
    [
      { isWatchable: false, preparation: { state: 'off', problem: null } },
      /^The page is live .* this server has no ffmpeg/,
    ],
    [{ isWatchable: false, preparation: { state: 'failed', problem: 'x' } }, /Please upload it in another format/],
  ] as const)('tell why the public does not see a video %#', async (changes, text) => {
    showLists(server, { approved: [anApprovedVideo(changes)] });
    await openAdmin3(server);
    expect((await rowIn(approvedList(), 'A quiet day')).getByText(text)).toBeTruthy();
  });

  it('try a video again that cannot be played', async () => {
    const preparation = { state: 'failed', problem: 'it has no picture' } as const;
    showLists(server, { waiting: [aVideo({ preparation })] });
    server.on('POST /api/admin/showcase-videos/v1/preparation', FAILURE);
    await openAdmin3(server);
    const row = await rowIn(waitingList(), 'A quiet day');
    expect(row.getByText('This video cannot be played: it has no picture.')).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: 'Try again A quiet day' }));
    await screen.findByText('Not tried again');
    server.on('POST /api/admin/showcase-videos/v1/preparation', { status: 202 });
    showLists(server, { waiting: [aVideo({ preparation: { state: 'waiting', problem: null } })] });
    await userEvent.click(row.getByRole('button', { name: 'Try again A quiet day' }));
    await screen.findByText('“A quiet day” is being prepared once more.');
    await row.findByText('Being prepared for all devices. Until then it plays as it was uploaded.');
  });

  it('are searched by the server, and go on at a press, when they are long', async () => {
    const first = [aVideo({ id: 'v1', title: 'Video 1' }), aVideo({ id: 'v2', title: 'Video 2' })];
    const last = aVideo({ id: 'v3', title: 'The last' });
    server.on(PAGE, ({ query }) => {
      if (query.get('q') !== '') return { body: { videos: first.slice(0, 1), found: 1, total: 49 } };
      return { body: { videos: query.get('offset') === '0' ? first : [last], found: 3, total: 49 } };
    });
    await openAdmin3(server);
    await userEvent.click(await waitingList().findByRole('button', { name: 'Show more (1 left)' }));
    await rowIn(waitingList(), 'The last');
    expect(waitingList().queryByRole('button', { name: /^Show more/ })).toBeNull();
    await userEvent.type(waitingList().getByLabelText('Find by name, title, question or words'), 'garden');
    await waitingList().findByText('1 video found');
    expect(waitingList().getAllByRole('listitem', { name: /^Video/ })).toHaveLength(1);
    expect(searches()).toContain('garden');
    expect(searches()).not.toContain('gar');
  });
});

describe('the state of the public pages', () => {
  it('is up to date', async () => {
    await openAdmin3(server);
    await screen.findByText(/^The public pages are up to date, last published Mar 5, 2026/);
  });

  it.each([
    [
      '2026-03-05T16:00:00.000Z',
      /^The public pages are not up to date since .* The disk is full\. It is tried again at /,
    ],
    [null, /The disk is full\. It is being tried again now\.$/],
  ])('says why it is not, and when it is tried again (%s)', async (retryAt, text) => {
    const failure = { since: '2026-03-05T15:12:00.000Z', reason: 'The disk is full.', retryAt };
    server.on(PUBLISHING, { body: { publishedAt: null, failure } });
    await openAdmin3(server);
    await screen.findByText(text);
  });
});

it('the names and questions to upload for are loaded again at a press', async () => {
  server.on(STAFF_USERS, FAILURE);
  await openAdmin3(server);
  await screen.findByText('The users and questions could not be loaded.');
  server.on(STAFF_USERS, { body: [{ id: 'u1', firstName: 'Anna', lastName: 'Berg', email: 'anna@example.org' }] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getAllByRole('option', { name: 'Anna Berg (anna@example.org)' })).toHaveLength(2));
});

const ask = async () => {
  await userEvent.click((await rowIn(waitingList(), 'A quiet day')).getByRole('button', { name: 'Delete' }));
  return within(await screen.findByRole('alertdialog', { name: 'Delete this video?' }));
};

describe('a video that is deleted', () => {
  const REMOVE = 'DELETE /api/admin/showcase-videos/v1';

  it('is asked about first, and stays at Cancel', async () => {
    await openAdmin3(server);
    const dialog = await ask();
    expect(dialog.getByText(/^“A quiet day” by Anna Berg: the file, its description and its transcript/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await rowIn(waitingList(), 'A quiet day');
  });

  it('goes', async () => {
    await openAdmin3(server);
    const dialog = await ask();
    server.on(REMOVE, { status: 204 });
    showLists(server, {});
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitingList().findByText('“A quiet day” is deleted.');
    await waitingList().findByText('No videos waiting for approval');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Videos Waiting for Approval'));
  });

  it('stays when that fails, with the question open', async () => {
    await openAdmin3(server);
    const dialog = await ask();
    server.on(REMOVE, FAILURE);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Delete Failed');
    expect(screen.getByRole('alertdialog')).toBeTruthy();
  });

  it('disappears from the public page, too, which is said', async () => {
    const hosted = { videoUrl: 'https://vimeo.com/1', mimeType: null, originalUrl: null, preparation: null };
    showLists(server, { approved: [anApprovedVideo(hosted)] });
    await openAdmin3(server);
    const row = await rowIn(approvedList(), 'A quiet day');
    await userEvent.click(row.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(
      dialog.getByText(/The video itself stays at Vimeo\. It also disappears from the public story page at once\.$/),
    ).toBeTruthy();
  });
});

describe('a video that is viewed', () => {
  it('stands with its whole transcript as the public will see it', async () => {
    showLists(server, { waiting: [aVideo({ transcript: 'One.\n\nTwo.' })] });
    await openAdmin3(server);
    const dialog = await openDialog('View');
    expect(dialog.getByRole('heading', { name: "Anna's Story" })).toBeTruthy();
    expect(dialog.getByText('As the public sees it once it is approved.')).toBeTruthy();
    expect(dialog.getByLabelText('A quiet day').getAttribute('src')).toBe('/media/v1.mp4');
    expect(dialog.getByText('One.')).toBeTruthy();
    expect(dialog.getByText('Two.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('loads nothing from its host before play is pressed', async () => {
    const hosted = { videoUrl: 'https://vimeo.com/123', mimeType: null, originalUrl: null, preparation: null };
    showLists(server, { waiting: [aVideo(hosted)] });
    await openAdmin3(server);
    const dialog = await openDialog('View');
    expect(dialog.getByText('Plays from Vimeo')).toBeTruthy();
    expect(dialog.queryByTitle(/^Video player/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Play video' }));
    expect(dialog.getByTitle<HTMLIFrameElement>('Video player of Vimeo: A quiet day').src).toContain('/123');
  });
});

describe('a video that is moved', () => {
  const MOVE = 'PATCH /api/admin/showcase-videos/v1';

  it('belongs to another person then', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Move');
    const move = dialog.getByRole('button', { name: 'Move video' });
    expect(move).toHaveProperty('disabled', true);
    await userEvent.selectOptions(dialog.getByLabelText('Person'), 'Mateo Ruiz (mateo@example.org)');
    server.on(MOVE, {
      body: aVideo({ userId: 'u2', user: { firstName: 'Mateo', lastName: 'Ruiz', userName: 'mateo-1' } }),
    });
    await userEvent.click(move);
    await waitingList().findByText('“A quiet day” is a video of Mateo Ruiz now, under “Life today”.');
    expect(server.received.find(({ call }) => call === MOVE)?.body).toEqual({ userId: 'u2', questionId: 3 });
  });

  it('says before what that does to a public page', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Move', 'A loud day', approvedList());
    await userEvent.selectOptions(dialog.getByLabelText('Question'), 'Story overview');
    expect(dialog.getByText('It stays approved, and the public page follows at once.')).toBeTruthy();
    await userEvent.selectOptions(dialog.getByLabelText('Person'), 'Mateo Ruiz (mateo@example.org)');
    expect(dialog.getByText(/^It was approved for the page of Anna Berg\. There it disappears at once/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays where it is when that fails', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Move');
    await userEvent.selectOptions(dialog.getByLabelText('Question'), 'Story overview');
    server.on(MOVE, FAILURE);
    await userEvent.click(dialog.getByRole('button', { name: 'Move video' }));
    await screen.findByText('Move Failed');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});
