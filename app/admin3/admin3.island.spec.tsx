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
  rowHasFocus,
  rowIn,
  aPageOf,
  showLists,
  STAFF_USERS,
  waitingList,
} from '../testing/admin3-screen.js';
import type { ScreenServer } from '../testing/screen-server.js';
import { PUBLISHED_LATER } from '../testing/staff-screen.js';
import { aVideo, anApprovedVideo, NO_RELEASE } from '../testing/video-for-specs.js';

let server: ScreenServer;
/** The first rows of a longer page: what the server says of it counts, and to find one by its role is dear. */
const SOME = [0, 1].map((index) => aVideo({ id: `v${index}`, title: `Video ${index}` }));
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
    await approvedList().findByText('The videos could not be loaded.');
    showLists(server, { waiting: [aVideo()] });
    await userEvent.click(waitingList().getByRole('button', { name: 'Try again' }));
    await rowIn(waitingList(), 'A quiet day');
    expect(document.activeElement).toBe(waitingList().getByRole('heading', { name: 'Videos Waiting for Approval' }));
    expect(approvedList().getByText('The videos could not be loaded.')).toBeTruthy();
  });

  it('are parts of the page that the address knows, and are counted', async () => {
    await openAdmin3(server);
    await screen.findByRole('tab', { name: 'Waiting 1', selected: true });
    expect(screen.queryByRole('heading', { name: 'Approved Videos' })).toBeNull();
    await userEvent.click(await screen.findByRole('tab', { name: 'Approved 1' }));
    expect(screen.getByRole('heading', { name: 'Approved Videos' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Videos Waiting for Approval' })).toBeNull();
    expect(location.hash).toBe('#approved');
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('form', { name: 'Upload a video' })).toBeTruthy();
  });

  it('open at the part that the address names', async () => {
    await openAdmin3(server, '/admin3#upload');
    expect(screen.getByRole('form', { name: 'Bulk upload' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Videos Waiting for Approval' })).toBeNull();
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
    expect(waitingList().getByRole('heading', { name: 'Anna Berg' })).toBeTruthy();
    for (const text of ['Life today', 'Captions, 1 line', 'About it', 'Hello', '2:05, 1080 × 1920']) {
      expect(row.getByText(text)).toBeTruthy();
    }
    expect(
      row.getByText("Once approved, “Anna's Story” shows under “Life today” the video, its transcript, and captions."),
    ).toBeTruthy();
    expect(row.queryByRole('link', { name: /Open live page/ })).toBeNull();
  });

  it('tell since when a video is live, and lead there', async () => {
    await openAdmin3(server, '/admin3#approved');
    const row = await rowIn(approvedList(), 'A loud day');
    expect(row.getByText(/^Live since Mar 5, 2026/)).toBeTruthy();
    expect(row.getByText('No transcript available')).toBeTruthy();
    expect(row.getByRole('link', { name: /^Open live page/ }).getAttribute('href')).toBe(
      '/stories/anna-2026-03-01#video-v2',
    );
  });

  it('are shut on a phone, with the rest at a press', async () => {
    const wide = globalThis.matchMedia;
    globalThis.matchMedia = (media) => Object.assign(wide(media), { matches: media.includes('width <') });
    try {
      showLists(server, { waiting: [aVideo({ description: 'About it', transcript: 'Hello' })] });
      await openAdmin3(server);
      const row = await rowIn(waitingList(), 'A quiet day');
      const buttons = () =>
        row.getAllByRole('button', { description: 'A quiet day' }).map(({ textContent }) => textContent);
      row.getByText('Hello');
      row.getByText('No release on file.');
      expect(row.queryByText('About it')).toBeNull();
      expect(buttons()).toEqual(['More', 'Approve', 'View']);
      await userEvent.click(row.getByRole('button', { name: 'More', expanded: false }));
      row.getByText('About it');
      const rest = ['Edit', 'History', 'Move', 'Delete'];
      expect(buttons()).toEqual(['More', 'Ask for it', 'Record a paper', 'Approve', 'View', ...rest]);
      await userEvent.click(row.getByRole('button', { name: 'More', expanded: true }));
      expect(buttons()).toEqual(['More', 'Approve', 'View']);
    } finally {
      globalThis.matchMedia = wide;
    }
  });

  it.each([
    [{ isShown: false }, 'Approved, but not shown: a video on the same question was approved after it.'],
    [{ isWatchable: false, preparation: { state: 'working', problem: null } }, /it follows once it is prepared\.$/],
    [
      { isWatchable: false, preparation: { state: 'off', problem: null } },
      /^The page is live .* this server has no ffmpeg/,
    ],
    [{ isWatchable: false, preparation: { state: 'failed', problem: 'x' } }, /Please upload it in another format/],
    [
      { isShown: false, notShown: { as: 'hidden', at: '2026-03-02T10:00:00.000Z' } },
      /^Its person has hidden their story since Mar 2, 2026/,
    ],
  ] as const)('tell why the public does not see a video %#', async (changes, text) => {
    showLists(server, { approved: [anApprovedVideo(changes)] });
    await openAdmin3(server, '/admin3#approved');
    expect((await rowIn(approvedList(), 'A quiet day')).getByText(text)).toBeTruthy();
  });

  it('tell which live one a video takes the place of, and what goes with that', async () => {
    const at = '2026-03-02T10:00:00.000Z';
    const live = { title: 'Before', approvedAt: at, hasTranscript: true, hasCaptions: true };
    const hidden = { id: 'v2', title: 'Hidden', notShown: { as: 'hidden', at } as const };
    showLists(server, { waiting: [aVideo({ transcript: '', wouldReplace: live }), aVideo(hidden)] });
    await openAdmin3(server);
    const replaced =
      /^It takes the place of “Before”, live since Mar 2, 2026.*That one has a transcript and captions, and/;
    expect((await rowIn(waitingList(), 'A quiet day')).getByText(replaced)).toBeTruthy();
    const row = await rowIn(waitingList(), 'Hidden');
    expect(row.getByText(/^Its person has hidden their story/)).toBeTruthy();
    expect(row.queryByText(/^Once approved/)).toBeNull();
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
    await rowHasFocus(waitingList(), 'A quiet day');
  });

  it('are searched by the server, and paged', async () => {
    const last = aVideo({ id: 'v24', title: 'The last' });
    server.on(PAGE, ({ query }) => {
      if (query.get('q') !== '') return { body: { ...aPageOf(SOME.slice(0, 1)), total: 25 } };
      return { body: { ...aPageOf(query.get('offset') === '0' ? SOME : [last]), found: 25, total: 25 } };
    });
    await openAdmin3(server);
    const pages = within(await screen.findByRole('navigation', { name: 'Pages of Videos Waiting for Approval' }));
    expect(pages.getByText('1–24 of 25')).toBeTruthy();
    await userEvent.click(pages.getByRole('button', { name: 'Next' }));
    const row = await waitingList().findByRole('listitem', { name: 'The last' });
    expect(pages.getByText('25–25 of 25')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(row));
    await userEvent.type(waitingList().getByLabelText('Find by name, title, question or words'), 'garden');
    await waitingList().findByText('1 video found');
    expect(waitingList().getAllByRole('listitem', { name: /^Video/ })).toHaveLength(1);
    expect(searches()).toContain('garden');
    expect(searches()).not.toContain('gar');
  });

  it('are not counted where a search could not be made', async () => {
    server.on(PAGE, ({ query }) => (query.get('q') === '' ? { body: { ...aPageOf(SOME), total: 25 } } : FAILURE));
    await openAdmin3(server);
    await userEvent.type(await waitingList().findByLabelText('Find by name, title, question or words'), 'garden');
    await waitingList().findByText('The videos could not be loaded.');
    expect(waitingList().queryByText(/found$/)).toBeNull();
    server.on(PAGE, { body: { ...aPageOf(SOME.slice(0, 1)), total: 25 } });
    await userEvent.click(waitingList().getByRole('button', { name: 'Try again' }));
    await waitingList().findByText('1 video found');
  });

  it('fall back to the page before when the last one has lost its only video', async () => {
    const last = aVideo({ id: 'v24', title: 'The last' });
    server.on(PAGE, ({ query }) => ({
      body: { ...aPageOf(query.get('offset') === '0' ? SOME : [last]), found: 25, total: 25 },
    }));
    await openAdmin3(server);
    await userEvent.click(await waitingList().findByRole('button', { name: 'Next' }));
    const row = await rowIn(waitingList(), 'The last');
    await userEvent.click(row.getByRole('button', { name: 'Delete' }));
    server.on('DELETE /api/admin/showcase-videos/v24', { status: 204 }).on(PAGE, ({ query }) => ({
      body: { ...aPageOf(query.get('offset') === '0' ? SOME : []), found: 24, total: 24 },
    }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await rowIn(waitingList(), 'Video 1');
    await waitFor(() => expect(waitingList().queryByRole('navigation')).toBeNull());
  });

  it('say when nothing fits, and show all again at a press', async () => {
    server.on(PAGE, ({ query }) => {
      if (query.get('q') !== '') return { body: { ...aPageOf([]), total: 11 } };
      return { body: { ...aPageOf(SOME), total: 11 } };
    });
    await openAdmin3(server);
    await userEvent.type(await waitingList().findByLabelText('Find by name, title, question or words'), 'nothing');
    await waitingList().findByText('No video fits.');
    await userEvent.click(waitingList().getByRole('button', { name: 'Show all' }));
    expect(await waitingList().findAllByRole('listitem', { name: /^Video/ })).toHaveLength(SOME.length);
    expect(document.activeElement).toBe(waitingList().getByRole('heading', { name: 'Videos Waiting for Approval' }));
  });

  it('stand under the names of their people, counted whole where the page shows only some', async () => {
    const mateo = { userId: 'u2', user: { firstName: 'Mateo', lastName: 'Ruiz', userName: 'mateo-1' } };
    const page = aPageOf([
      aVideo({ title: 'One' }),
      aVideo({ id: 'v2', title: 'Two' }),
      aVideo({ id: 'v3', ...mateo }),
    ]);
    page.people = [
      { userId: 'u1', videos: 2 },
      { userId: 'u2', videos: 4 },
    ];
    server.on(PAGE, { body: page });
    await openAdmin3(server);
    const anna = within(await waitingList().findByRole('listitem', { name: 'Anna Berg' }));
    expect(anna.getByText('2 waiting')).toBeTruthy();
    expect(anna.getAllByRole('listitem', { name: /One|Two/ })).toHaveLength(2);
    const ofMateo = within(waitingList().getByRole('listitem', { name: 'Mateo Ruiz' }));
    expect(ofMateo.getByText('1 of 4 waiting shown')).toBeTruthy();
    expect(ofMateo.getByRole('button', { name: 'Approve all 4 videos of Mateo Ruiz' })).toBeTruthy();
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
  await openAdmin3(server, '/admin3#upload');
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

  it('goes also where the public pages follow later', async () => {
    await openAdmin3(server);
    const dialog = await ask();
    server.on(REMOVE, PUBLISHED_LATER);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitingList().findByText(
      /^“A quiet day” is deleted\. The public pages could not be brought up to date yet\./,
    );
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('stays when somebody has changed it meanwhile, and goes once what is other is seen', async () => {
    await openAdmin3(server);
    const dialog = await ask();
    const approval = { field: 'approval', before: 'Waiting for approval', after: 'Approved' } as const;
    const body = { code: 'video_changed', message: 'It has', differences: [approval], video: anApprovedVideo() };
    server.on(REMOVE, { status: 409, body });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('alertdialog', { name: 'This video changed since you looked at it' });
    expect(dialog.getByText(/disappears from the public story page at once/)).toBeTruthy();
    expect(dialog.getByText('Approval')).toBeTruthy();
    server.on(REMOVE, { status: 204 });
    showLists(server, {});
    await userEvent.click(dialog.getByRole('button', { name: 'Delete it as it is now' }));
    await waitingList().findByText('“A quiet day” is deleted.');
    const seen = { textsVersion: 't1', userId: 'u1', questionId: 3, shownName: 'Anna', videoUrl: '/media/v1.mp4' };
    expect(server.received.filter(({ call }) => call === REMOVE).map(({ body: sent }) => sent)).toEqual([
      { ...seen, isApproved: false },
      { ...seen, isApproved: true },
    ]);
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
    await openAdmin3(server, '/admin3#approved');
    const row = await rowIn(approvedList(), 'A quiet day');
    await userEvent.click(row.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(
      dialog.getByText(/The video itself stays at Vimeo\. It also disappears from the public story page at once\.$/),
    ).toBeTruthy();
  });
});

describe('a video that covers an older cut', () => {
  const INSTEAD = /Once this one is taken away, the page shows “First cut” in its place, approved .*2026/;

  it.each([
    ['in its row', () => Promise.resolve(approvedList())],
    [
      'before it is deleted',
      async () => {
        await userEvent.click((await rowIn(approvedList(), 'A quiet day')).getByRole('button', { name: 'Delete' }));
        return within(await screen.findByRole('alertdialog'));
      },
    ],
    [
      'before it is moved',
      async () => {
        await userEvent.click((await rowIn(approvedList(), 'A quiet day')).getByRole('button', { name: 'Move' }));
        const dialog = within(await screen.findByRole('dialog'));
        await userEvent.selectOptions(await dialog.findByLabelText('Question'), 'Story overview');
        return dialog;
      },
    ],
  ])('says that it comes up in its place, %s', async (_, open) => {
    const showsInstead = { title: 'First cut', approvedAt: '2026-03-01T10:00:00.000Z' };
    showLists(server, { approved: [anApprovedVideo({ showsInstead })] });
    await openAdmin3(server, '/admin3#approved');
    await rowIn(approvedList(), 'A quiet day');
    const place = await open();
    expect(await place.findByText(INSTEAD)).toBeTruthy();
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
    expect(dialog.getByText('One.', { selector: 'p' })).toBeTruthy();
    expect(dialog.getByText('Two.', { selector: 'p' })).toBeTruthy();
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
  const moves = () => server.received.filter(({ call }) => call === MOVE).map(({ body }) => body);

  it('belongs to another person then', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Move');
    const move = dialog.getByRole('button', { name: 'Move video' });
    expect(move).toHaveProperty('disabled', true);
    await userEvent.selectOptions(dialog.getByLabelText('Person'), 'Mateo Ruiz (mateo@example.org)');
    expect(dialog.queryByText(/^It was approved/)).toBeNull();
    server.on(MOVE, {
      body: aVideo({ userId: 'u2', user: { firstName: 'Mateo', lastName: 'Ruiz', userName: 'mateo-1' } }),
    });
    await userEvent.click(move);
    await waitingList().findByText('“A quiet day” is a video of Mateo Ruiz now, under “Life today”.');
    const from = { fromUserId: 'u1', fromQuestionId: 3, textsVersion: 't1' };
    expect(moves()).toEqual([{ userId: 'u2', ...from }]);
  });

  it('is shown where somebody else has moved it meanwhile, and only what was chosen is changed there', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Move');
    await userEvent.selectOptions(dialog.getByLabelText('Question'), 'Story overview');
    const theirs = { userId: 'u2', user: { firstName: 'Mateo', lastName: 'Ruiz', userName: 'mateo-1' } };
    server.on(MOVE, { status: 409, body: { code: 'video_moved', message: 'Somebody else was faster' } });
    server.on('GET /api/admin/showcase-videos/v1', { body: aVideo({ ...theirs, textsVersion: 't2' }) });
    await userEvent.click(dialog.getByRole('button', { name: 'Move video' }));
    await dialog.findByText('“A quiet day” is a video of Mateo Ruiz, under “Life today”.');
    expect(dialog.getByText(/^Somebody else has changed it meanwhile\./)).toBeTruthy();
    expect(dialog.getByLabelText('Person')).toHaveProperty('value', 'u2');
    server.on(MOVE, { body: aVideo({ ...theirs, questionId: null, textsVersion: 't2' }) });
    await userEvent.click(dialog.getByRole('button', { name: 'Move video' }));
    await waitingList().findByText('“A quiet day” is a video of Mateo Ruiz now, under “Story overview”.');
    expect(moves().at(-1)).toEqual({ questionId: 0, fromUserId: 'u2', fromQuestionId: 3, textsVersion: 't2' });
    server.on('PUT /api/admin/showcase-videos/v1/approve', FAILURE);
    await userEvent.click((await rowIn(waitingList(), 'A quiet day')).getByRole('button', { name: 'Approve' }));
    await screen.findByText('Approve Failed');
    expect(server.received.find(({ call }) => call.endsWith('/v1/approve'))?.body).toMatchObject({
      userId: 'u1',
      questionId: null,
      textsVersion: 't1',
    });
  });

  it('says before what that does to a public page', async () => {
    await openAdmin3(server, '/admin3#approved');
    const dialog = await openDialog('Move', 'A loud day', approvedList());
    await userEvent.selectOptions(dialog.getByLabelText('Question'), 'Story overview');
    expect(dialog.getByText('It stays approved, and the public page follows at once.')).toBeTruthy();
    await userEvent.selectOptions(dialog.getByLabelText('Person'), 'Mateo Ruiz (mateo@example.org)');
    expect(dialog.getByText(/^It was approved for the page of Anna Berg\. There it disappears at once/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says that a yes is asked for again where it is needed, and that it waits', async () => {
    const released = anApprovedVideo({ release: { ...NO_RELEASE, standing: 'yes' } });
    showLists(server, { approved: [released] });
    await openAdmin3(server, '/admin3#approved');
    const dialog = await openDialog('Move', 'A quiet day', approvedList());
    await userEvent.selectOptions(dialog.getByLabelText('Question'), 'Story overview');
    expect(dialog.getByText(/^Its person has said yes to it where it is now\./)).toBeTruthy();
    server.on(MOVE, { body: aVideo({ questionId: null, release: { ...NO_RELEASE, standing: 'outdated' } }) });
    await userEvent.click(dialog.getByRole('button', { name: 'Move video' }));
    await approvedList().findByText(/It waits for its person’s yes to it as it is now, and then for approval again\.$/);
  });

  it('is moved also where the public pages follow later, which is said', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Move');
    await userEvent.selectOptions(dialog.getByLabelText('Person'), 'Mateo Ruiz (mateo@example.org)');
    const theirs = { userId: 'u2', user: { firstName: 'Mateo', lastName: 'Ruiz', userName: 'mateo-1' } };
    server.on(MOVE, PUBLISHED_LATER).on('GET /api/admin/showcase-videos/v1', { body: aVideo(theirs) });
    await userEvent.click(dialog.getByRole('button', { name: 'Move video' }));
    const told = /^“A quiet day” is a video of Mateo Ruiz now, .* The public pages could not/;
    expect(await waitingList().findByText(told)).toBeTruthy();
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
