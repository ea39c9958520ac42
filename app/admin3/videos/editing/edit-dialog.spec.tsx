import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { hasDraft, keepDraft } from '../../../shared/drafts/form-drafts.js';
import {
  admin3Server,
  approvedList,
  FAILURE,
  openAdmin3,
  openDialog,
  rowIn,
  showLists,
  waitingList,
} from '../../../testing/admin3-screen.js';
import type { ScreenServer } from '../../../testing/screen-server.js';
import { isReadOut, PUBLISHED_LATER, REFUSED, SESSION } from '../../../testing/staff-screen.js';
import { anApprovedVideo, aVideo } from '../../../testing/video-for-specs.js';

const EDIT = 'PATCH /api/admin/showcase-videos/v1';
const APPROVE = 'PUT /api/admin/showcase-videos/v1/approve';
const READ = 'GET /api/admin/showcase-videos/v1';
const VERSIONS = 'GET /api/admin/showcase-videos/v1/versions';
const AT = '2026-03-05T15:12:00.000Z';
const FIELDS = { title: 'A quiet day', videoUrl: '', description: 'About it', transcript: 'I slept.' };
const VIDEO = aVideo({ description: 'About it', transcript: 'I slept.' });
const OVERTAKEN = { status: 409, body: { code: 'texts_changed', message: 'Somebody else was faster' } };
let server: ScreenServer;
type Dialog = ReturnType<typeof within>;

const edits = () => server.received.filter(({ call }) => call === EDIT).map(({ body }) => body);
const retype = async (dialog: Dialog, label: string, text: string) => {
  await userEvent.clear(dialog.getByLabelText(label));
  await userEvent.type(dialog.getByLabelText(label), text);
};
const save = (dialog: Dialog, name = 'Save changes') => userEvent.click(dialog.getByRole('button', { name }));

beforeEach(() => {
  server = admin3Server({ waiting: [VIDEO] })
    .on(EDIT, ({ body }) => ({ body: { ...VIDEO, ...(body as object) } }))
    .on(VERSIONS, { body: [{ number: 2, producer: 'Jo', savedAt: AT, restoredFrom: null, changed: ['title'] }] });
});
afterEach(() => server.close());

describe('the words of a video', () => {
  it('are saved where they were changed, and nothing besides', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Edit');
    await retype(dialog, 'Title', 'A loud day');
    await save(dialog);
    await waitingList().findByText('The changes to “A loud day” are saved.');
    expect(edits()).toEqual([{ title: 'A loud day', textsVersion: 't1' }]);
    expect(hasDraft('video:v1:edit')).toBe(false);
  });

  it('say nothing of what a colleague did to the video meanwhile: an approval is for what was seen', async () => {
    const theirs = { userId: 'u2', shownName: 'Mateo', videoUrl: 'https://vimeo.com/5', textsVersion: 't2' };
    server.on(EDIT, { body: { ...VIDEO, ...theirs } }).on(APPROVE, FAILURE);
    await openAdmin3(server);
    const dialog = await openDialog('Edit');
    await retype(dialog, 'Title', 'A loud day');
    await save(dialog);
    await userEvent.click((await rowIn(waitingList(), 'A quiet day')).getByRole('button', { name: 'Approve' }));
    await screen.findByText('Approve Failed');
    const asked = server.received.filter(({ call }) => call === APPROVE).map(({ body }) => body);
    const seen = { userId: 'u1', questionId: 3, shownName: 'Anna', videoUrl: '/media/v1.mp4' };
    expect(asked).toEqual([{ ...seen, textsVersion: 't2' }]);
  });

  it('say that the video waits again where its person has to say yes to them', async () => {
    showLists(server, { approved: [anApprovedVideo()] });
    server.on(EDIT, { body: aVideo({ title: 'A loud day' }) });
    await openAdmin3(server, '/admin3#approved');
    const dialog = await openDialog('Edit', 'A quiet day', approvedList());
    await retype(dialog, 'Title', 'A loud day');
    await save(dialog);
    const told =
      'The changes to “A loud day” are saved. It waits for its person’s yes to it as it is now, and then for approval again.';
    expect(await approvedList().findByText(told)).toBeTruthy();
  });

  it('need a title, and an address of a host where there is one', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Edit');
    await userEvent.clear(dialog.getByLabelText('Title'));
    await userEvent.type(dialog.getByLabelText('Address at Vimeo or YouTube (optional)'), 'https://example.org/1');
    await save(dialog);
    await dialog.findByText('Please give the video a title');
    expect(dialog.getByText(/^Please give the address of one video at Vimeo or YouTube/)).toBeTruthy();
    expect(edits()).toEqual([]);
  });

  it('say what becomes of the times of a transcript', async () => {
    showLists(server, { waiting: [aVideo({ transcript: 'Hello', cues: [{ start: 0, end: 1, text: 'Hello' }] })] });
    await openAdmin3(server);
    const dialog = await openDialog('Edit');
    expect(dialog.getByText(/^1 timed line\. To change words and keep their times, use Captions\.$/)).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Transcript'), ' there');
    expect(dialog.getByText(/^Saving this takes away the times of the timed line/)).toBeTruthy();
    await userEvent.clear(dialog.getByLabelText('Transcript'));
    await userEvent.type(dialog.getByLabelText('Transcript'), 'WEBVTT');
    expect(dialog.getByText('No timed line of this transcript could be read.')).toBeTruthy();
  });

  it('can come from a file', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Edit');
    const file = new File(['1\n00:00:01,000 --> 00:00:02,000\nHello'], 'words.srt');
    await userEvent.upload(dialog.getByLabelText('Or choose a .vtt or .srt file'), file, { applyAccept: false });
    await dialog.findByText('1 timed line: the video will have captions.');
    const unreadable = new File([new Uint8Array([0, 255, 254, 0, 1, 129])], 'film.srt');
    await userEvent.upload(dialog.getByLabelText('Or choose a .vtt or .srt file'), unreadable, { applyAccept: false });
    await screen.findByText('This file is not readable text');
  });

  it('stay in the form when saving fails', async () => {
    server.on(EDIT, FAILURE);
    await openAdmin3(server);
    const dialog = await openDialog('Edit');
    await retype(dialog, 'Title', 'A loud day');
    await save(dialog);
    await screen.findByText('Edit Failed');
    expect(dialog.getByLabelText('Title')).toHaveProperty('value', 'A loud day');
  });

  it('stay to be copied where the video is deleted meanwhile, which stays said', async () => {
    server.on(EDIT, { status: 404, body: { code: 'showcase_video_not_found', message: 'This video does not exist.' } });
    await openAdmin3(server);
    const dialog = await openDialog('Edit');
    await retype(dialog, 'Title', 'A loud day');
    await save(dialog);
    const gone = await dialog.findByText(/^This video was deleted meanwhile, so these words cannot be saved\./);
    expect(isReadOut(gone)).toBe(true);
    expect(dialog.getByLabelText('Title')).toHaveProperty('value', 'A loud day');
    server.on(EDIT, FAILURE);
    await save(dialog);
    // The toast has said it.
    expect(isReadOut(await dialog.findByText(/^Edit Failed: /))).toBe(false);
    expect(dialog.queryByText(/^This video was deleted/)).toBeNull();
  });

  it('are saved also where the public pages follow later', async () => {
    server.on(EDIT, PUBLISHED_LATER).on(READ, { body: { ...VIDEO, title: 'A loud day', textsVersion: 't2' } });
    await openAdmin3(server);
    const dialog = await openDialog('Edit');
    await retype(dialog, 'Title', 'A loud day');
    await save(dialog);
    await waitingList().findByText(/^The changes to “A loud day” are saved\. The public pages could not be brought/);
    expect(screen.queryByText('Edit Failed')).toBeNull();
  });

  it('outlive an ended session', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Edit');
    await retype(dialog, 'Title', 'A loud day');
    server.on(EDIT, REFUSED).on(SESSION, REFUSED);
    await save(dialog);
    await screen.findByText(/^Your session has ended/);
    expect(document.body.textContent).not.toContain('Edit Failed');
    server.on('POST /api/admin/session', { body: { name: 'Mara', expiresInSeconds: 900 } });
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    expect(await screen.findByLabelText('Title')).toHaveProperty('value', 'A loud day');
  });
});

describe('words that are not saved', () => {
  it('are asked about at Cancel, and kept, offered again and given up at a press', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Edit');
    await retype(dialog, 'Title', 'A loud day');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(dialog.getByText('Your changes are not saved.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Keep editing' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Close and keep' }));
    const row = await rowIn(waitingList(), 'A quiet day');
    expect(row.getByText('Your unsaved changes are kept in this browser.')).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: 'Go on editing' }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByText(/^Your unsaved words of .* are back\.$/)).toBeTruthy();
    expect(again.getByLabelText('Title')).toHaveProperty('value', 'A loud day');
    await userEvent.click(again.getByRole('button', { name: 'Discard them' }));
    expect(again.getByLabelText('Title')).toHaveProperty('value', 'A quiet day');
    await userEvent.click(again.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await rowIn(waitingList(), 'A quiet day')).queryByText(/are kept in this browser/)).toBeNull();
  });

  it('are chosen about when the saved ones were changed meanwhile', async () => {
    const older = { ...FIELDS, title: 'Older' };
    keepDraft('video:v1:edit', { ...older, title: 'Mine' }, older);
    await openAdmin3(server);
    const dialog = await openDialog('Edit');
    expect(dialog.getByText(/begun from an older version\. Meanwhile it was changed\.$/)).toBeTruthy();
    await dialog.findByText(/^Saved by Jo, /);
    await userEvent.click(dialog.getByRole('button', { name: 'Go on with mine' }));
    expect(within(screen.getByRole('dialog')).getByLabelText('Title')).toHaveProperty('value', 'Mine');
  });

  it('go when the saved version is taken', async () => {
    const older = { ...FIELDS, title: 'Older' };
    keepDraft('video:v1:edit', { ...older, title: 'Mine' }, older);
    await openAdmin3(server);
    const dialog = await openDialog('Edit');
    await userEvent.click(dialog.getByRole('button', { name: 'Take the saved version' }));
    expect(within(screen.getByRole('dialog')).getByLabelText('Title')).toHaveProperty('value', 'A quiet day');
  });
});

describe('words that somebody else has changed meanwhile', () => {
  it('are put together with mine in other fields, and saved at the next press', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Edit');
    await retype(dialog, 'Title', 'A loud day');
    server.on(EDIT, OVERTAKEN).on(READ, { body: { ...VIDEO, description: 'Theirs', textsVersion: 't2' } });
    await save(dialog);
    await dialog.findByText(
      /^Somebody else has changed these texts since you opened them\. What you had not changed is theirs in the form now/,
    );
    expect(dialog.getByLabelText('Description')).toHaveProperty('value', 'Theirs');
    server.on(EDIT, { body: { ...VIDEO, title: 'A loud day' } });
    await save(dialog);
    await waitingList().findByText('The changes to “A loud day” are saved.');
    expect(edits()[1]).toEqual({ title: 'A loud day', textsVersion: 't2' });
  });

  it('in the same field can be taken, or replaced', async () => {
    await openAdmin3(server);
    const dialog = await openDialog('Edit');
    await retype(dialog, 'Title', 'Mine');
    server.on(EDIT, OVERTAKEN).on(READ, { body: { ...VIDEO, title: 'Theirs', textsVersion: 't2' } });
    await save(dialog);
    await dialog.findByText(/Yours are still here, and theirs below: take theirs, or replace them\.$/);
    await dialog.findByText(/^Saved by Jo, /);
    expect(dialog.getByText('Theirs').tagName).toBe('DEL');
    expect(dialog.getByRole('button', { name: 'Replace their version' })).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Take theirs' }));
    expect(dialog.getByLabelText('Title')).toHaveProperty('value', 'Theirs');
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Replace their version' })).toBeNull());
  });
});
