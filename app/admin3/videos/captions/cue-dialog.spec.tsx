import { jest } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { hasDraft, keepDraft } from '../../../shared/drafts/form-drafts.js';
import {
  admin3Server,
  approvedList,
  FAILURE,
  openAdmin3,
  openDialog,
  rowHasFocus,
  rowIn,
  showLists,
  waitingList,
} from '../../../testing/admin3-screen.js';
import type { ScreenServer } from '../../../testing/screen-server.js';
import { aVideo } from '../../../testing/video-for-specs.js';

const EDIT = 'PATCH /api/admin/showcase-videos/v1';
const DRAFT = '/api/admin/showcase-videos/v1/draft';
const CUES = [
  { start: 1, end: 3, text: 'I loved to run' },
  { start: 4, end: 5.5, text: 'and to sing' },
];
const VIDEO = aVideo({ transcript: 'I loved to run and to sing', cues: CUES });
let server: ScreenServer;

const edits = () => server.received.filter(({ call }) => call === EDIT).map(({ body }) => body);
const texts = (dialog: ReturnType<typeof within>) =>
  dialog.getAllByRole('textbox').map((field: HTMLElement) => (field as HTMLTextAreaElement).value);
const line = (dialog: ReturnType<typeof within>, number: number) =>
  dialog.getByRole('textbox', { name: new RegExp(`^Line ${number},`) }) as HTMLTextAreaElement;

beforeEach(() => {
  server = admin3Server({ waiting: [VIDEO] })
    .on(EDIT, ({ body }) => ({ body: { ...VIDEO, ...(body as object) } }))
    .on('GET /api/admin/showcase-videos/v1/versions', { body: [] });
});
afterEach(() => server.close());

describe('the captions of a video', () => {
  it('are saved with their times', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Captions');
    expect(dialog.getByRole('textbox', { name: 'Line 2, 0:04.0 to 0:05.5' })).toBeTruthy();
    expect(dialog.getByText('2 lines. A line without words is left out.')).toBeTruthy();
    await userEvent.clear(line(dialog, 1));
    await userEvent.type(line(dialog, 2), '!');
    await userEvent.click(dialog.getByRole('button', { name: 'Save captions' }));
    await waitingList().findByText('The captions of “A quiet day” are saved.');
    expect(edits()).toEqual([{ cues: [{ ...CUES[1], text: 'and to sing!' }], textsVersion: 't1' }]);
    expect(hasDraft('video:v1:captions')).toBe(false);
  });

  it('say that the video waits again where its person has to say yes to them', async () => {
    showLists(server, { approved: [{ ...VIDEO, isApproved: true }] });
    await openAdmin3(server, '/admin3#approved');
    const dialog = await openDialog('Captions', 'A quiet day', approvedList());
    await userEvent.type(line(dialog, 2), '!');
    await userEvent.click(dialog.getByRole('button', { name: 'Save captions' }));
    const told = /are saved\. It waits for its person’s yes to it as it is now, and then for approval again\.$/;
    expect(await approvedList().findByText(told)).toBeTruthy();
  });

  it('are split and merged where the cursor is, and that is taken back', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Captions');
    const first = line(dialog, 1);
    await userEvent.click(first);
    first.setSelectionRange(7, 7);
    await userEvent.keyboard('{Enter}');
    expect(texts(dialog)).toEqual(['I loved', 'to run', 'and to sing']);
    expect(document.activeElement).toBe(line(dialog, 2));
    await userEvent.click(dialog.getByRole('button', { name: 'Merge with the next' }));
    expect(texts(dialog)).toEqual(['I loved', 'to run and to sing']);
    await userEvent.click(dialog.getByRole('button', { name: 'Undo' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(texts(dialog)).toEqual(['I loved to run', 'and to sing']);
    expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('are chosen for those who have 2 or 10 minutes', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Captions');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Line 2 is in' }), '2 minutes');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Line 1 is in' }), '10 minutes');
    expect(dialog.getByText(/In this video 0:01 for 2 minutes, 0:03 for 10 minutes\./)).toBeTruthy();
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Line 1 is in' }), 'Whole story');
    await userEvent.click(dialog.getByRole('button', { name: 'Save captions' }));
    await waitingList().findByText('The captions of “A quiet day” are saved.');
    expect(edits()).toEqual([{ cues: [CUES[0], { ...CUES[1], form: 2 }], textsVersion: 't1' }]);
  });

  it('show which line the video says', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Captions');
    const video = dialog.getByLabelText<HTMLVideoElement>('A quiet day');
    video.currentTime = 4.5;
    fireEvent.timeUpdate(video);
    expect(line(dialog, 2).closest('li')?.hasAttribute('data-said')).toBe(true);
    expect(line(dialog, 1).closest('li')?.hasAttribute('data-said')).toBe(false);
  });

  it('of a video at a host cannot be played line by line, which is said', async () => {
    const hosted = { ...VIDEO, videoUrl: 'https://vimeo.com/1', mimeType: null, originalUrl: null, preparation: null };
    showLists(server, { waiting: [hosted] });
    await openAdmin3(server);
    const dialog = await openDialog('Captions');
    expect(dialog.getByText('A video at Vimeo cannot be played line by line: play it beside them.')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Play 0:01.0 to 0:03.0' })).toHaveProperty('disabled', true);
  });

  it('that are not saved are asked about, kept and offered again', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Captions');
    await userEvent.type(line(dialog, 1), '!');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(dialog.getByText('Your changes are not saved.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Close and keep' }));
    const again = await openDialog('Captions');
    expect(texts(again)[0]).toBe('I loved to run!');
    await userEvent.click(again.getByRole('button', { name: 'Discard them' }));
    expect(texts(again)[0]).toBe('I loved to run');
  });

  describe('that were begun from an older version', () => {
    const [first, ...others] = CUES;
    beforeEach(() =>
      keepDraft(
        'video:v1:captions',
        [{ ...first!, text: 'Mine' }, ...others],
        [{ ...first!, text: 'Older' }, ...others],
      ),
    );

    it.each([
      ['Go on with mine', 'Mine'],
      ['Take the saved version', 'I loved to run'],
    ])('are asked about each time until somebody presses "%s"', async (choice, kept) => {
      await openAdmin3(server);
      await openDialog('Captions');
      cleanup();
      await openAdmin3(server);
      const dialog = await openDialog('Captions');
      expect(dialog.getByText(/begun from an older version\. Meanwhile it was changed\.$/)).toBeTruthy();
      await userEvent.click(dialog.getByRole('button', { name: choice }));
      expect(texts(within(screen.getByRole('dialog')))[0]).toBe(kept);
    });
  });

  it('that were typed are not offered where the video has no such lines any more', async () => {
    for (const action of ['captions', 'draft']) keepDraft(`video:v1:${action}`, ['typed'], []);
    showLists(server, { waiting: [aVideo({ cues: null, draft: null })] });
    await openAdmin3(server);
    const row = await rowIn(waitingList(), 'A quiet day');
    expect(row.queryByText('Your unsaved changes are kept in this browser.')).toBeNull();
    cleanup();
    keepDraft('video:v1:edit', ['typed'], []);
    await openAdmin3(server);
    expect((await rowIn(waitingList(), 'A quiet day')).getByText(/^Your unsaved changes are kept/)).toBeTruthy();
  });

  it('that somebody else has changed meanwhile are shown, and replaced at the next press', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Captions');
    await userEvent.type(line(dialog, 1), '!');
    server.on(EDIT, { status: 409, body: { code: 'texts_changed', message: 'Somebody else was faster' } });
    server.on('GET /api/admin/showcase-videos/v1', { body: { ...VIDEO, cues: [CUES[0]], textsVersion: 't2' } });
    const seen = jest.spyOn(Element.prototype, 'scrollIntoView');
    await userEvent.click(dialog.getByRole('button', { name: 'Save captions' }));
    const said = await dialog.findByText(/take theirs, or replace them\.$/);
    expect((seen.mock.contexts.at(-1) as Element).contains(said)).toBe(true);
    server.on(EDIT, { body: VIDEO });
    await userEvent.click(dialog.getByRole('button', { name: 'Replace their version' }));
    await waitingList().findByText('The captions of “A quiet day” are saved.');
    expect(edits()[1]).toMatchObject({ textsVersion: 't2' });
  });

  it('that were saved meanwhile can be taken: then nothing of one’s own is kept', async () => {
    server.on(EDIT, { status: 409, body: { code: 'texts_changed', message: 'Somebody else was faster' } });
    server.on('GET /api/admin/showcase-videos/v1', { body: { ...VIDEO, cues: [CUES[0]], textsVersion: 't2' } });
    await openAdmin3(server);
    const dialog = await openDialog('Captions');
    await userEvent.type(line(dialog, 1), '!');
    await userEvent.click(dialog.getByRole('button', { name: 'Save captions' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Take theirs' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(edits()).toHaveLength(1);
    const row = await rowIn(waitingList(), 'A quiet day');
    expect(row.queryByRole('button', { name: 'Go on editing' })).toBeNull();
  });

  it('stay open when saving fails', async () => {
    server.on(EDIT, FAILURE);
    await openAdmin3(server);
    const dialog = await openDialog('Captions');
    await userEvent.click(dialog.getByRole('button', { name: 'Save captions' }));
    await screen.findByText('Edit Failed');
    expect(texts(dialog)).toHaveLength(2);
  });
});

describe('an automatic transcript', () => {
  const READY = aVideo({
    draft: {
      state: 'ready',
      cues: [
        { ...CUES[0]!, doubt: 'unsure' },
        { ...CUES[1]!, doubt: null },
      ],
    },
  });

  it('is accepted after it was checked', async () => {
    showLists(server, { waiting: [READY] });
    await openAdmin3(server);
    expect(
      (await rowIn(waitingList(), 'A quiet day')).getByText('Automatic transcript, not public: 2 lines, 1 to check.'),
    ).toBeTruthy();
    const dialog = await openDialog('Review the automatic transcript');
    expect(dialog.getByText('Hard to hear: please listen')).toBeTruthy();
    await userEvent.type(line(dialog, 1), '.');
    expect(dialog.queryByText('Hard to hear: please listen')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Accept transcript' }));
    await waitingList().findByText('The automatic transcript of “A quiet day” is accepted.');
    expect(edits()).toEqual([{ cues: [{ ...CUES[0], text: 'I loved to run.' }, CUES[1]], textsVersion: 't1' }]);
  });

  it('is rejected once that is confirmed, or stays when that fails', async () => {
    showLists(server, { waiting: [READY] });
    server.on(`DELETE ${DRAFT}`, FAILURE);
    await openAdmin3(server);
    const row = await rowIn(waitingList(), 'A quiet day');
    await userEvent.click(row.getByRole('button', { name: 'Reject the automatic transcript' }));
    const confirm = within(await screen.findByRole('alertdialog', { name: 'Reject the automatic transcript?' }));
    expect(confirm.getByText(/“A quiet day” is deleted for good, and no other one is made\.$/)).toBeTruthy();
    expect(server.received.some(({ call }) => call === `DELETE ${DRAFT}`)).toBe(false);
    await userEvent.click(confirm.getByRole('button', { name: 'Reject the automatic transcript' }));
    await screen.findByText('Reject Failed');
    server.on(`DELETE ${DRAFT}`, { status: 204 });
    showLists(server, { waiting: [aVideo()] });
    await userEvent.click(confirm.getByRole('button', { name: 'Reject the automatic transcript' }));
    await screen.findByText('The automatic transcript of “A quiet day” is rejected.');
    expect(row.queryByText(/^Automatic transcript/)).toBeNull();
    await rowHasFocus(waitingList(), 'A quiet day');
  });

  it('is being made, or tried again by itself', async () => {
    showLists(server, {
      waiting: [
        aVideo({ draft: { state: 'waiting', problem: null } }),
        aVideo({ id: 'v2', title: 'A loud day', draft: { state: 'waiting', problem: 'No room.' } }),
      ],
    });
    await openAdmin3(server);
    expect(
      (await rowIn(waitingList(), 'A quiet day')).getByText('An automatic transcript is being made.'),
    ).toBeTruthy();
    expect(
      (await rowIn(waitingList(), 'A loud day')).getByText(
        'No room. The automatic transcript is tried again by itself.',
      ),
    ).toBeTruthy();
  });

  it('that failed is tried again at a press', async () => {
    showLists(server, { waiting: [aVideo({ draft: { state: 'failed', problem: 'It has no sound.' } })] });
    server.on(`POST ${DRAFT}`, FAILURE);
    await openAdmin3(server);
    const row = await rowIn(waitingList(), 'A quiet day');
    expect(row.getByText('No automatic transcript. It has no sound.')).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Try Again Failed');
    server.on(`POST ${DRAFT}`, { status: 202 });
    showLists(server, { waiting: [aVideo({ draft: { state: 'waiting', problem: null } })] });
    await userEvent.click(row.getByRole('button', { name: 'Try again' }));
    await screen.findByText('An automatic transcript of “A quiet day” is being made.');
    await rowHasFocus(waitingList(), 'A quiet day');
  });
});
