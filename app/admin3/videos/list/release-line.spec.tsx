import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReleaseState } from '../../../../api/contract/videos/releases.js';
import {
  admin3Server,
  openAdmin3,
  rowHasFocus,
  rowIn,
  showLists,
  waitingList,
} from '../../../testing/admin3-screen.js';
import type { ScreenServer } from '../../../testing/screen-server.js';
import { keepDraft } from '../../../shared/drafts/form-drafts.js';
import { CHANGES, PUBLISHED_LATER } from '../../../testing/staff-screen.js';
import { aVideo, NO_RELEASE } from '../../../testing/video-for-specs.js';

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

const openPaper = async () => {
  await openAdmin3(server);
  await userEvent.click((await row()).getByRole('button', { name: 'Record a paper' }));
  return within(await screen.findByRole('dialog', { name: 'Record a release on paper' }));
};

describe('the release of a video', () => {
  it.each([
    ['none', '', /^No release on file\.$/],
    ['outdated', '', /^No release on file for it as it is: it has changed since their answer of Mar 6, 2026/],
    ['yes', '', /^Released on Mar 6, 2026/],
    ['change', 'Leave out the street.', /^They asked for changes on Mar 6, 2026.*: “Leave out the street\.”$/],
    ['expired', '', /^The time of their yes of Mar 6, 2026.* is over\. It cannot be published\.$/],
    ['elsewhere', '', /^They said yes on Mar 6, 2026.*, and not to the archive/],
    ['no', '', /^They said no on Mar 6, 2026.* It cannot be published\.$/],
  ] as const)('is told in words: %s', async (standing, words, text) => {
    showLists(server, waiting({ standing, words, at: standing === 'none' ? null : AT }));
    await openAdmin3(server);
    const { getByText, queryByRole } = await row();
    getByText(text);
    const mayAsk = ['none', 'outdated', 'expired'].includes(standing);
    expect(queryByRole('button', { name: 'Ask for it' }) !== null).toBe(mayAsk);
  });

  it('is asked for again once something is changed that they wished for', async () => {
    showLists(server, waiting({ standing: 'change', words: 'My name is Ana.', at: AT, isOfAnotherCut: true }));
    await openAdmin3(server);
    expect((await row()).getByText(/^They asked for changes/)).toBeTruthy();
    expect((await row()).getByRole('button', { name: 'Ask for it' })).toBeTruthy();
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
    await rowHasFocus(waitingList(), 'A quiet day');
    expect(server.received.filter(({ call }) => call === ASK).map(({ body }) => body)).toEqual([
      { asked: 0 },
      { asked: 1 },
    ]);
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

  it('says what a yes is for, and its limits', async () => {
    const terms = {
      uses: ['archive' as const, 'documentary' as const],
      linkOnly: true,
      publicFrom: null,
      publicUntil: new Date('2030-04-01T00:00').toISOString(),
    };
    showLists(server, waiting({ standing: 'yes', at: AT, terms }));
    await openAdmin3(server);
    expect(
      (await row()).getByText(
        /^Released on Mar 6, 2026.* It is for the archive and the documentary; only with the link; not after Mar 31, 2030\.$/,
      ),
    ).toBeTruthy();
  });

  it('that asks for changes shows the video at the very second of each mark', async () => {
    const marks = [
      { sentence: 'The street.', start: 4.5, end: 6 },
      { sentence: '', start: 61, end: 65 },
    ];
    const release = { ...NO_RELEASE, standing: 'change' as const, at: AT, marks };
    showLists(server, { waiting: [aVideo({ transcript: 'The street.', release })] });
    await openAdmin3(server);
    const list = within((await row()).getByRole('list', { name: 'What they have marked' }));
    await userEvent.click(list.getByRole('button', { name: /^0:04 to 0:06.*The street\.$/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const film = dialog.getByLabelText<HTMLVideoElement>('A quiet day', { selector: 'video' });
    fireEvent.loadedMetadata(film);
    expect(film.currentTime).toBe(4.5);
    await userEvent.click(dialog.getByRole('button', { name: '1:01 to 1:05' }));
    expect(film.currentTime).toBe(61);
  });

  it.each([
    ['outdated', AT],
    ['elsewhere', AT],
    ['expired', AT],
    ['none', null],
  ] as const)(
    'keeps what they asked to be changed in the row, whatever has changed since: %s',
    async (standing, at) => {
      const marks = [{ sentence: 'The street.', start: 4.5, end: 6 }];
      showLists(server, waiting({ standing, at, words: 'Leave out the street.', marks }));
      await openAdmin3(server);
      const { getByText, getByRole } = await row();
      expect(getByText('They asked for changes: “Leave out the street.”')).toBeTruthy();
      await userEvent.click(getByRole('button', { name: /^0:04 to 0:06.*The street\./ }));
      await screen.findByRole('dialog');
    },
  );

  it('that asks for changes by marks alone says so once the cut is another', async () => {
    showLists(server, waiting({ standing: 'outdated', at: AT, marks: [{ sentence: '', start: 1, end: 2 }] }));
    await openAdmin3(server);
    expect((await row()).getByText('They asked for changes.')).toBeTruthy();
  });

  it('tells of each sentence that they marked whether it is gone', async () => {
    const marks = [
      { sentence: 'The street.', start: 4.5, end: 6 },
      { sentence: 'I was ill.', start: 7, end: 8 },
      { sentence: '', start: 61, end: 65 },
    ];
    const release = { ...NO_RELEASE, standing: 'outdated' as const, at: AT, marks };
    showLists(server, { waiting: [aVideo({ transcript: 'I lived here. I was\nill.', release })] });
    await openAdmin3(server);
    await row();
    const told = ['0:04 to 0:06 The street. (gone)', '0:07 to 0:08 I was ill.', '1:01 to 1:05'];
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())).toEqual(
      expect.arrayContaining(told),
    );
    await userEvent.click((await row()).getByRole('button', { name: /The street\. \(gone\)$/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: /The street\. \(gone\)$/ })).toBeTruthy();
  });

  describe('on paper', () => {
    const PAPER = 'POST /api/admin/showcase-videos/v1/paper-release';
    const READ = 'GET /api/admin/showcase-videos/v1';
    const LATER = { ...NO_RELEASE, cutHash: 'c2' };
    const message = 'This video has changed since you watched it. Please watch it again first.';
    const CUT_CHANGED = { status: 409, body: { code: 'cut_changed', message, cutHash: 'c2' } };
    const scan = new File(['%PDF-1.7'], 'release.pdf', { type: 'application/pdf' });
    const fillIn = async (dialog: ReturnType<typeof within>) => {
      await userEvent.upload(dialog.getByLabelText('Scan of the paper'), scan);
      fireEvent.change(dialog.getByLabelText('Day on the paper'), { target: { value: '2026-03-01' } });
      await userEvent.click(dialog.getByRole('checkbox', { name: 'The archive' }));
    };

    it('is recorded with its scan, and nothing is ticked ahead', async () => {
      const paper = { producer: 'Maria', scanUrl: '/api/admin/paper-releases/o1/scan' };
      server.on(PAPER, () => {
        showLists(server, waiting({ standing: 'yes', at: AT, paper }));
        return { body: aVideo() };
      });
      const dialog = await openPaper();
      const record = () => userEvent.click(dialog.getByRole('button', { name: 'Record it' }));
      await record();
      dialog.getByText('Please choose the scan.');
      await userEvent.upload(dialog.getByLabelText('Scan of the paper'), scan);
      await record();
      dialog.getByText('Please give the day on the paper.');
      fireEvent.change(dialog.getByLabelText('Day on the paper'), { target: { value: '2026-03-01' } });
      await record();
      dialog.getByText('Please tick at least one use.');
      await userEvent.click(dialog.getByRole('checkbox', { name: 'The archive' }));
      await record();
      await screen.findByText('The paper is recorded.');
      const [sent] = server.received.filter(({ call }) => call === PAPER).map(({ body }) => body);
      expect(sent).toEqual({
        cutHash: 'c1',
        signedOn: '2026-03-01',
        uses: ['archive'],
        linkOnly: false,
        publicFrom: null,
        publicUntil: null,
        scan: 'data:application/pdf;base64,JVBERi0xLjc=',
      });
      const after = await row();
      await after.findByText(/^Released on paper\. Maria recorded it on Mar 6, 2026/);
      expect(after.getByRole('link', { name: 'Scan' }).getAttribute('href')).toBe(paper.scanUrl);
    });

    it('is recorded with the limits that stand on it', async () => {
      server.on(PAPER, { body: aVideo() });
      const dialog = await openPaper();
      await fillIn(dialog);
      await userEvent.click(dialog.getByRole('checkbox', { name: /^Only with the link/ }));
      fireEvent.change(dialog.getByLabelText(/^Not before/), { target: { value: '2026-04-01' } });
      fireEvent.change(dialog.getByLabelText(/^Not after/), { target: { value: '2026-04-30' } });
      await userEvent.click(dialog.getByRole('button', { name: 'Record it' }));
      await screen.findByText('The paper is recorded.');
      expect(server.received.find(({ call }) => call === PAPER)?.body).toMatchObject({
        linkOnly: true,
        publicFrom: new Date('2026-04-01T00:00').toISOString(),
        publicUntil: new Date('2026-05-01T00:00').toISOString(),
      });
    });

    it('is not recorded without a limit that is half typed', async () => {
      const dialog = await openPaper();
      await fillIn(dialog);
      const day = dialog.getByLabelText<HTMLInputElement>(/^Not before/);
      day.setCustomValidity('half typed');
      await userEvent.click(dialog.getByRole('button', { name: 'Record it' }));
      expect(
        dialog.getByText('Please give a whole day of the calendar, or leave this empty.').getAttribute('role'),
      ).toBe('alert');
      expect(document.activeElement).toBe(day);
      expect(server.received.filter(({ call }) => call === PAPER)).toEqual([]);
      day.setCustomValidity('');
      fireEvent.change(day, { target: { value: '2030-03-31' } });
      expect(day.getAttribute('aria-invalid')).toBeNull();
    });

    it('says of an unlisted story that it stays so, unless the paper says it itself', async () => {
      const stays = /found by its link alone, and stays so\. Only this person can list it again/;
      showLists(server, { waiting: [aVideo({ isUnlisted: true })] });
      const dialog = await openPaper();
      dialog.getByText(stays);
      await userEvent.click(dialog.getByRole('checkbox', { name: /^Only with the link/ }));
      expect(dialog.queryByText(stays)).toBeNull();
    });

    it('says nothing of it where the story is in the lists', async () => {
      expect((await openPaper()).queryByText(/stays so/)).toBeNull();
    });

    it('is for the video as it was when the form was opened, and for a later one once that is shown', async () => {
      const later = aVideo({ title: 'A loud day', release: LATER });
      server.on(PAPER, ({ body }) => ((body as { cutHash: string }).cutHash === 'c2' ? { body: later } : CUT_CHANGED));
      server.on(READ, { body: later });
      const dialog = await openPaper();
      await fillIn(dialog);
      showLists(server, { waiting: [later] });
      server.on(CHANGES, { body: { last: 2 } });
      await waitingList().findByText('A loud day', { selector: 'h4' });
      await userEvent.click(dialog.getByRole('button', { name: 'Record it' }));
      await dialog.findByText(message);
      expect((await dialog.findByText('loud')).tagName).toBe('INS');
      await userEvent.click(dialog.getByRole('button', { name: 'Record it for the new version' }));
      await screen.findByText('The paper is recorded.');
      const sent = server.received.filter(({ call }) => call === PAPER).map(({ body }) => body);
      expect(sent).toMatchObject([{ cutHash: 'c1' }, { cutHash: 'c2' }]);
    });

    it.each([
      ['another question', { questionId: 4, question: { title: 'Loss' } }, 'Question', 'Loss'],
      ['another person', { user: { firstName: 'Anna', lastName: 'Berg', userName: 'anna-2' } }, 'Person', 'anna-2'],
      ['another name', { shownName: 'Ann' }, 'Shown name', 'Ann'],
      ['another film', { filename: 'v2.mp4' }, 'Video', 'v2.mp4'],
      ['another sentence', { sentence: 'I slept.' }, 'Sentence that stands for it', 'I slept.'],
    ])('shows %s, where that alone has changed', async (_what, changes, field, now) => {
      server.on(PAPER, CUT_CHANGED).on(READ, { body: aVideo({ ...changes, release: LATER }) });
      const dialog = await openPaper();
      await fillIn(dialog);
      await userEvent.click(dialog.getByRole('button', { name: 'Record it' }));
      const shown = await dialog.findByRole('term');
      expect([shown.textContent, dialog.getByRole('definition').textContent]).toEqual([
        field,
        expect.stringContaining(now),
      ]);
    });

    it('says where what has changed cannot be shown', async () => {
      server.on(PAPER, CUT_CHANGED).on(READ, { body: aVideo({ videoUrl: '/media/made.mp4', release: LATER }) });
      const dialog = await openPaper();
      await fillIn(dialog);
      await userEvent.click(dialog.getByRole('button', { name: 'Record it' }));
      expect(await dialog.findByText('What has changed cannot be shown here: it may be the picture.')).toBeTruthy();
      expect(dialog.getByRole('button', { name: 'Record it for the new version' })).toBeTruthy();
    });

    it('is recorded also where the public pages follow later, which is said', async () => {
      server.on(PAPER, PUBLISHED_LATER).on(READ, { body: aVideo() });
      const dialog = await openPaper();
      await fillIn(dialog);
      await userEvent.click(dialog.getByRole('button', { name: 'Record it' }));
      expect(await screen.findByText(/^The paper is recorded\. The public pages could not be brought/)).toBeTruthy();
    });

    it('keeps what was chosen though its row leaves the list', async () => {
      const dialog = await openPaper();
      await userEvent.upload(dialog.getByLabelText('Scan of the paper'), scan);
      showLists(server, {});
      server.on(CHANGES, { body: { last: 2 } });
      await waitingList().findByText('No videos waiting for approval');
      expect(dialog.getByLabelText<HTMLInputElement>('Scan of the paper').files).toHaveLength(1);
      await userEvent.click(dialog.getByRole('button', { name: 'Record it' }));
      dialog.getByText('Please give the day on the paper.');
    });

    it('says at each field what is missing, and leads to the first', async () => {
      const dialog = await openPaper();
      await userEvent.click(dialog.getByRole('button', { name: 'Record it' }));
      const file = dialog.getByLabelText('Scan of the paper');
      expect(file.getAttribute('aria-invalid')).toBe('true');
      expect(document.activeElement).toBe(file);
      for (const text of [
        'Please choose the scan.',
        'Please give the day on the paper.',
        'Please tick at least one use.',
      ])
        expect(dialog.getByText(text)).toBeTruthy();
    });

    it('is closed over what was filled in once that is said, and opens with it again but for the scan', async () => {
      const dialog = await openPaper();
      await fillIn(dialog);
      await userEvent.keyboard('{Escape}');
      await userEvent.click(await dialog.findByRole('button', { name: 'Keep editing' }));
      await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
      await userEvent.click(await dialog.findByRole('button', { name: 'Close and keep' }));
      await userEvent.click((await row()).getByRole('button', { name: /^Go on|^Continue/ }));
      const again = within(await screen.findByRole('dialog', { name: 'Record a release on paper' }));
      expect(again.getByText(/Please choose the scan again\.$/)).toBeTruthy();
      expect(again.getByLabelText<HTMLInputElement>('Day on the paper').value).toBe('2026-03-01');
      expect(again.getByLabelText<HTMLInputElement>('The archive').checked).toBe(true);
    });

    it.each([
      { standing: 'change', isOfAnotherCut: false, goesOn: false },
      { standing: 'change', isOfAnotherCut: true, goesOn: true },
      { standing: 'no', isOfAnotherCut: true, goesOn: false },
      { standing: 'expired', isOfAnotherCut: false, goesOn: true },
    ] as const)(
      'that was begun is gone on with only where it would be taken: $standing, of another cut: $isOfAnotherCut',
      async ({ goesOn, ...release }) => {
        keepDraft('video:v1:paper', { signedOn: '2026-03-01' }, {});
        showLists(server, waiting({ ...release, at: AT }));
        await openAdmin3(server);
        const { queryByRole } = await row();
        expect(queryByRole('button', { name: 'Go on editing' }) !== null).toBe(goesOn);
        expect(queryByRole('button', { name: 'Record a paper' }) !== null).toBe(goesOn);
      },
    );

    it('says before anything is filled in that nobody without a name can record it', async () => {
      localStorage.removeItem('staff-name');
      const dialog = await openPaper();
      expect(dialog.getByText(/^Please sign in again with your name/)).toBeTruthy();
    });

    it('says in the server’s words why it was not, and keeps what was chosen', async () => {
      const unnamed = 'Please sign in again with your name: it is written down who records a paper.';
      server.on(PAPER, { status: 409, body: { code: 'producer_unnamed', message: unnamed } });
      const dialog = await openPaper();
      await fillIn(dialog);
      await userEvent.click(dialog.getByRole('button', { name: 'Record it' }));
      await dialog.findByText(unnamed);
      expect(dialog.getByLabelText<HTMLInputElement>('Day on the paper').value).toBe('2026-03-01');
    });
  });
});
