import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { CHUNKED_UPLOAD_OVER_BYTES, UPLOAD_SESSION_MAX_AGE_MS } from '../../../api/contract/common/limits.js';
import { keepDraft, keepForProducer } from '../../shared/drafts/form-drafts.js';
import { admin3Server, openAdmin3 } from '../../testing/admin3-screen.js';
import { asksBeforeLeaving } from '../../testing/leaving.js';
import type { ScreenServer } from '../../testing/screen-server.js';
import { REFUSED, SESSION } from '../../testing/staff-screen.js';
import { aVideo } from '../../testing/video-for-specs.js';
import { findIdleUploads, interruptedUploads, noteSending } from '../common/interrupted-uploads.js';
import { uploadVideo } from '../common/upload-video.js';
import { EMPTY_FIELDS, keptFields } from './single-upload-fields.js';

const UPLOAD = 'POST /api/admin/showcase-videos';
const film = (name = 'life.mp4', type = 'video/mp4') => new File(['film'], name, { type });
const A_UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
let server: ScreenServer;

const form = () => within(screen.getByRole('form', { name: 'Upload a video' }));
const uploads = () => server.received.filter(({ call }) => call === UPLOAD).map(({ body }) => body);
const question = () => within(screen.getByRole('alertdialog', { name: 'Fill the form in anew?' }));
const submit = () => userEvent.click(form().getByRole('button', { name: 'Upload video' }));

async function openForm() {
  await openAdmin3(server, '/admin3#upload');
  await form().findByRole('option', { name: 'Anna Berg (anna@example.org)' });
}
async function fill(file?: File) {
  await userEvent.selectOptions(form().getByLabelText('User'), 'Anna Berg (anna@example.org)');
  await userEvent.selectOptions(form().getByLabelText('Question'), 'Life today');
  if (file) await userEvent.upload(form().getByLabelText('Video file'), file, { applyAccept: false });
}

beforeEach(() => {
  server = admin3Server();
});
afterEach(() => server.close());

describe('the form for one video', () => {
  it('uploads it, says so, and stays with its person', async () => {
    server.on(UPLOAD, { status: 201, body: aVideo({ title: 'Life today' }) });
    await openForm();
    await fill(film());
    await userEvent.type(form().getByLabelText('Title (optional)'), ' Today ');
    await submit();
    await form().findByText('Upload complete. “Life today” is waiting for approval.');
    const body = String(uploads()[0]);
    for (const part of [
      'name="userId"\r\n\r\nu1',
      'name="questionId"\r\n\r\n3',
      'name="title"\r\n\r\nToday',
      'filename="life.mp4"',
    ]) {
      expect(body).toContain(part);
    }
    expect(form().getByLabelText('User')).toHaveProperty('value', 'u1');
    expect(form().getByLabelText('Question')).toHaveProperty('value', '');
    expect(form().getByLabelText('Title (optional)')).toHaveProperty('value', '');
  });

  it('says what is missing, and sends nothing', async () => {
    await openForm();
    await submit();
    await screen.findByText('Missing Information');
    expect(screen.getByText('Please select a user, question, and video file')).toBeTruthy();
    expect(form().getByLabelText('User').getAttribute('aria-invalid')).toBe('true');
    expect(form().getByText('MP4, MOV, AVI up to 500MB')).toBeTruthy();
    await userEvent.click(form().getByRole('radio', { name: 'At Vimeo or YouTube' }));
    await submit();
    await screen.findByText('Please select a user and question, and give the address of the video');
    expect(uploads()).toEqual([]);
  });

  it('refuses what is no video as soon as it is chosen', async () => {
    await openForm();
    await fill(film('life.jpg', 'image/jpeg'));
    await form().findByText('Please select a video file');
    expect(screen.getByText('Invalid File')).toBeTruthy();
    await submit();
    expect(uploads()).toEqual([]);
  });

  it('adds a video that stands at a host', async () => {
    server.on(UPLOAD, {
      status: 201,
      body: { ...aVideo({ title: 'Life today' }), transcriptNote: 'Left out: line 6.' },
    });
    await openForm();
    await fill();
    await userEvent.click(form().getByRole('radio', { name: 'At Vimeo or YouTube' }));
    expect(form().queryByLabelText('Video file')).toBeNull();
    await userEvent.type(form().getByLabelText('Address of the video'), 'https://example.org/1');
    await submit();
    await form().findByText(/^Please give the address of one video/);
    expect(screen.getByText('Invalid Address')).toBeTruthy();
    await userEvent.clear(form().getByLabelText('Address of the video'));
    await userEvent.type(form().getByLabelText('Address of the video'), 'https://vimeo.com/1');
    await submit();
    await form().findByText('Video added. “Life today” is waiting for approval. Left out: line 6.');
    const requestId: unknown = expect.stringMatching(A_UUID);
    expect(uploads()).toEqual([{ userId: 'u1', questionId: 3, videoUrl: 'https://vimeo.com/1', requestId }]);
  });

  it.each([
    ['a file', 'Video file'],
    ['an address', 'Address of the video'],
  ])('sends %s with the same id until it is answered, as the server may have it', async (what, field) => {
    const isFile = what === 'a file';
    await openForm();
    const fillIn = async () => {
      await fill(isFile ? film() : undefined);
      if (isFile) return;
      await userEvent.click(form().getByRole('radio', { name: 'At Vimeo or YouTube' }));
      await userEvent.clear(form().getByLabelText(field));
      await userEvent.type(form().getByLabelText(field), 'https://vimeo.com/2');
    };
    const failed = { status: 500, body: { code: 'internal', message: 'Something went wrong' } };
    const added = { status: 201, body: aVideo() };
    for (const [index, reply] of [failed, added, added].entries()) {
      server.on(UPLOAD, reply);
      if (reply === failed || uploads().length === 2) await fillIn();
      await submit();
      await waitFor(() => expect(uploads()).toHaveLength(index + 1));
      await form().findByText(reply === failed ? /^Upload Failed/ : /is waiting for approval\.$/);
    }
    const ids = uploads().map((body) => A_UUID.exec(JSON.stringify(body))?.[0]);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(ids).toHaveLength(3);
  });

  it('waits out a line that is cut under a file, and sends that again by itself', async () => {
    server.on(UPLOAD, () => {
      server.on(UPLOAD, { status: 201, body: aVideo() });
      return 'cut';
    });
    await openForm();
    await fill(film());
    await submit();
    await form().findByText(/is waiting for approval\.$/);
    const ids = uploads().map((body) => A_UUID.exec(String(body))?.[0]);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it('can be stopped while it waits for a line that was cut', async () => {
    server.on(UPLOAD, 'cut');
    await openForm();
    await fill(film());
    await submit();
    await waitFor(() => expect(uploads()).not.toEqual([]));
    await userEvent.click(form().getByRole('button', { name: 'Cancel upload' }));
    await form().findByText('The upload was stopped. The form is as you left it.');
  });

  it('keeps everything when the server refuses, with the reason', async () => {
    server.on(UPLOAD, { status: 415, body: { code: 'not_a_video', message: 'This file is not a video' } });
    await openForm();
    await fill(film());
    await submit();
    await form().findByText('Upload Failed: This file is not a video');
    expect(form().getByLabelText<HTMLInputElement>('Video file').files).toHaveLength(1);
    expect(form().getByLabelText('Question')).toHaveProperty('value', '3');
  });

  it('is stopped at a press, as it is', async () => {
    server.on(UPLOAD, () => new Promise(() => {}));
    await openForm();
    await fill(film());
    await submit();
    expect(await form().findByRole('progressbar', { name: 'Video file' })).toBeTruthy();
    expect(form().getByRole('button', { name: 'Uploading…' }).getAttribute('aria-busy')).toBe('true');
    expect(asksBeforeLeaving()).toBe(true);
    await userEvent.click(form().getByRole('button', { name: 'Cancel upload' }));
    await form().findByText('The upload was stopped. The form is as you left it.');
    expect(asksBeforeLeaving()).toBe(false);
    expect(form().getByRole('button', { name: 'Upload video' })).toBe(document.activeElement);
    expect(form().queryByRole('button', { name: 'Cancel upload' })).toBeNull();
  });

  it('waits as it is for the next session', async () => {
    await openForm();
    await fill(film());
    await userEvent.type(form().getByLabelText('Description (optional)'), 'About it');
    server.on(UPLOAD, REFUSED).on(SESSION, REFUSED);
    await submit();
    await screen.findByText(/^Your session has ended/);
    server.on('POST /api/admin/session', { body: { name: 'Mara', expiresInSeconds: 900 } });
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await screen.findByText('The upload was stopped. The form is as you left it.');
    expect(form().getByLabelText('Description (optional)')).toHaveProperty('value', 'About it');
  });

  it('says what will be made of a transcript', async () => {
    await openForm();
    const file = new File(['1\n00:00:01,000 --> 00:00:02,000\nHello'], 'words.srt');
    await userEvent.upload(form().getByLabelText('Or choose a .vtt or .srt file'), file, { applyAccept: false });
    expect(await form().findByText('1 timed line: the video will have captions.')).toBeTruthy();
  });
});

describe('what was typed before', () => {
  it('is filled in again, until it is discarded', async () => {
    const typed = { ...keptFields(EMPTY_FIELDS), userId: 'u2', questionId: '3', title: 'Half a title' };
    keepDraft('upload:single', typed, keptFields(EMPTY_FIELDS));
    await openForm();
    expect(form().getByText(/are back\. A file has to be chosen again\.$/)).toBeTruthy();
    expect(form().getByLabelText('Title (optional)')).toHaveProperty('value', 'Half a title');
    await waitFor(() => expect(form().getByLabelText('User')).toHaveProperty('value', 'u2'));
    await userEvent.click(form().getByRole('button', { name: 'Discard them' }));
    expect(form().getByLabelText('Title (optional)')).toHaveProperty('value', '');
    expect(form().getByLabelText('User')).toHaveProperty('value', '');
  });
});

const cutOff = (uploadId: string, name: string) => ({
  uploadId,
  file: { name, size: 40_000_000, lastModified: 1 },
  fields: { userId: 'u2', questionId: 3, title: 'Cut' },
  begunAt: Date.now(),
});

it('shows nothing as cut off that another tab sends at the moment', async () => {
  keepForProducer('uploads', [cutOff('up1', 'long.mp4'), cutOff('up2', 'longer.mp4')]);
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  noteSending('up1', over);
  await openForm();
  await form().findByRole('button', { name: 'Go on with longer.mp4' });
  expect(form().queryByRole('button', { name: 'Forget long.mp4' })).toBeNull();
  end();
});

it('shows nothing as cut off that the server has forgotten', async () => {
  const old = { ...cutOff('up2', 'old.mp4'), begunAt: Date.now() - UPLOAD_SESSION_MAX_AGE_MS };
  keepForProducer('uploads', [cutOff('up1', 'long.mp4'), old]);
  await openForm();
  await form().findByRole('button', { name: 'Go on with long.mp4' });
  expect(form().queryByRole('button', { name: 'Go on with old.mp4' })).toBeNull();
});

const longFilm = () =>
  new File([new Uint8Array(CHUNKED_UPLOAD_OVER_BYTES + 1)], 'long.mp4', { type: 'video/mp4', lastModified: 1 });

function startsUpload() {
  server.on('POST /api/admin/showcase-videos/start-upload', { status: 201, body: { uploadId: 'up9' } });
  server.on('POST /api/admin/showcase-videos/chunk', () => new Promise(() => {}));
}

it('is told to other tabs as long as it is sent', async () => {
  startsUpload();
  await openForm();
  const leaving = new AbortController();
  const file = longFilm();
  const fields = { userId: 'u2', questionId: 3, title: 'Long' };
  const sent = uploadVideo({ file, fields, signal: leaving.signal }).catch(() => undefined);
  await waitFor(() => expect(interruptedUploads()).toMatchObject([{ uploadId: 'up9' }]));
  expect(await findIdleUploads()).toEqual([]);
  leaving.abort();
  await sent;
  await waitFor(async () => expect(await findIdleUploads()).toMatchObject([{ uploadId: 'up9' }]));
});

it('goes on with nothing that was begun for somebody else', async () => {
  startsUpload();
  const file = longFilm();
  const { size, lastModified } = file;
  keepForProducer('uploads', [{ ...cutOff('up1', 'long.mp4'), file: { name: 'long.mp4', size, lastModified } }]);
  await openForm();
  const leaving = new AbortController();
  const fields = { userId: 'u1', questionId: 3, title: 'Cut' };
  const sent = uploadVideo({ file, fields, signal: leaving.signal }).catch(() => undefined);
  await waitFor(() => expect(interruptedUploads()).toHaveLength(2));
  expect(interruptedUploads()[0]).toMatchObject({ uploadId: 'up9', fields });
  expect(server.received.filter(({ call }) => call.includes('/uploads/up1'))).toEqual([]);
  leaving.abort();
  await sent;
});

describe('uploads that were cut off', () => {
  beforeEach(() => {
    keepForProducer('uploads', [cutOff('up1', 'long.mp4'), cutOff('up2', 'longer.mp4')]);
  });

  it('fill the form in again and ask for their file', async () => {
    await openForm();
    await form().findByText(/^long\.mp4, 38\.1 MB, begun /);
    await userEvent.click(form().getByRole('button', { name: 'Go on with long.mp4' }));
    expect(form().getByText('The form is filled in again. Now choose long.mp4.')).toBeTruthy();
    expect(form().getByLabelText('User')).toHaveProperty('value', 'u2');
    expect(form().getByLabelText('Title (optional)')).toHaveProperty('value', 'Cut');
    await waitFor(() => expect(document.activeElement).toBe(form().getByLabelText('Video file')));
    expect(form().queryByRole('button', { name: 'Go on with long.mp4' })).toBeNull();
  });

  it('take the place of nothing that was typed or chosen meanwhile without a question', async () => {
    await openForm();
    const title = form().getByLabelText('Title (optional)');
    await userEvent.type(title, 'My own');
    await userEvent.click(form().getByRole('button', { name: 'Go on with long.mp4' }));
    expect(question().getByText(/What belongs to long\.mp4 takes its place\.$/)).toBeTruthy();
    await userEvent.click(question().getByRole('button', { name: 'Keep what I typed' }));
    expect(title).toHaveProperty('value', 'My own');
    await userEvent.clear(title);
    await userEvent.upload(form().getByLabelText('Video file'), film());
    await userEvent.click(form().getByRole('button', { name: 'Go on with long.mp4' }));
    await userEvent.click(question().getByRole('button', { name: 'Fill it in anew' }));
    expect(title).toHaveProperty('value', 'Cut');
    expect(form().getByText('The form is filled in again. Now choose long.mp4.')).toBeTruthy();
    expect(form().getByLabelText<HTMLInputElement>('Video file').files).toHaveLength(0);
    await waitFor(() => expect(document.activeElement).toBe(form().getByLabelText('Video file')));
  });

  it('wait until what is being sent has arrived', async () => {
    server.on(UPLOAD, () => new Promise(() => {}));
    await openForm();
    await fill(film());
    await submit();
    await form().findByRole('progressbar', { name: 'Video file' });
    expect(form().getByRole('button', { name: 'Go on with long.mp4' })).toHaveProperty('disabled', true);
  });

  it('are given up at a press, here and on the server', async () => {
    const ofServer = ['up1', 'up2'].map((id) => `DELETE /api/admin/showcase-videos/uploads/${id}`);
    for (const call of ofServer) server.on(call, { status: 204 });
    await openForm();
    await userEvent.click(await form().findByRole('button', { name: 'Forget long.mp4' }));
    await userEvent.click(form().getByRole('button', { name: 'Forget longer.mp4' }));
    expect(form().queryByText('Uploads that were cut off')).toBeNull();
    await waitFor(() => expect(server.received.map(({ call }) => call)).toEqual(expect.arrayContaining(ofServer)));
  });
});
