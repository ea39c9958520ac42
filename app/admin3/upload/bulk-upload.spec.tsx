import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { keepDraft } from '../../shared/drafts/form-drafts.js';
import { admin3Server, openAdmin3, PAGE } from '../../testing/admin3-screen.js';
import { asksBeforeLeaving } from '../../testing/leaving.js';
import type { ScreenServer } from '../../testing/screen-server.js';
import { REFUSED, SESSION } from '../../testing/staff-screen.js';
import { aVideo } from '../../testing/video-for-specs.js';
import { NOTHING_KEPT } from './bulk-queue.js';

const UPLOAD = 'POST /api/admin/showcase-videos';
const A_UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const film = (name: string, type = 'video/mp4') => new File(['film'], name, { type, lastModified: 7 });
let server: ScreenServer;

const form = () => within(screen.getByRole('form', { name: 'Bulk upload' }));
const row = (name: string) => within(form().getByRole('listitem', { name }));
const files = () =>
  form()
    .queryAllByRole('listitem')
    .map((item) => item.getAttribute('aria-label'));
const uploads = () => server.received.filter(({ call }) => call === UPLOAD).map(({ body }) => String(body));
const choose = (...chosen: File[]) =>
  userEvent.upload(form().getByLabelText('Video files'), chosen, { applyAccept: false });

async function openForm() {
  await openAdmin3(server, '/admin3#upload');
  await form().findByRole('option', { name: 'Anna Berg (anna@example.org)' });
}
const chooseUser = () => userEvent.selectOptions(form().getByLabelText('User'), 'Anna Berg (anna@example.org)');
const start = (name: string) => userEvent.click(form().getByRole('button', { name }));

/** Two files, of which the first is being sent, without end. */
async function beginEndlessUpload(): Promise<void> {
  server.on(UPLOAD, () => new Promise(() => {}));
  await openForm();
  await chooseUser();
  await choose(film('a.mp4'), film('b.mp4'));
  await start('Upload 2 videos');
  await row('a.mp4').findByRole('progressbar', { name: 'a.mp4' });
}

beforeEach(() => {
  server = admin3Server().on(UPLOAD, { status: 201, body: aVideo() });
});
afterEach(() => {
  jest.restoreAllMocks();
  return server.close();
});

describe('the form for many videos', () => {
  it('uploads one after the other, each under its question', async () => {
    await openForm();
    await chooseUser();
    await choose(film('a.mp4'), film('b.mp4'));
    expect(row('a.mp4').getByText('Waiting')).toBeTruthy();
    await userEvent.selectOptions(form().getByLabelText('Question for b.mp4'), 'Life today');
    await start('Upload 2 videos');
    await screen.findByText('2 videos waiting for approval.');
    expect(screen.getByText('Bulk upload complete')).toBeTruthy();
    expect(form().getByText('2 of 2 videos uploaded.')).toBeTruthy();
    expect(row('b.mp4').getByText('Upload complete')).toBeTruthy();
    expect(uploads()[0]).toContain('name="questionId"\r\n\r\n0');
    expect(uploads()[1]).toContain('name="questionId"\r\n\r\n3');
  });

  it('needs a user and files', async () => {
    await openForm();
    expect(form().getByText(/8\+ files for one user/)).toBeTruthy();
    await choose(film('a.mp4'));
    await start('Upload 1 video');
    await screen.findByText('Missing Information');
    await screen.findByText('Please select a user and add video files');
    expect(uploads()).toEqual([]);
  });

  it('leaves out what is no video, or too large, and says so', async () => {
    await openForm();
    const large = film('large.mp4');
    Object.defineProperty(large, 'size', { value: 600 * 1024 * 1024 });
    await choose(film('a.mp4'), film('b.jpg', 'image/jpeg'));
    await screen.findByText('Non-video files filtered');
    expect(screen.getByText('Selected 1 video files out of 2 total files')).toBeTruthy();
    await choose(large);
    expect(files()).toEqual(['a.mp4']);
    expect(form().getByText('“large.mp4” has 600 MB. Videos can have up to 500MB.')).toBeTruthy();
    expect(screen.getByText('Some files are too large')).toBeTruthy();
  });

  it('goes on after a file that is refused, which can be tried again', async () => {
    server.on(UPLOAD, ({ body }) =>
      String(body).includes('a.mp4')
        ? { status: 415, body: { code: 'not_a_video', message: 'This file is not a video' } }
        : { status: 201, body: aVideo() },
    );
    await openForm();
    await chooseUser();
    await choose(film('a.mp4'), film('b.mp4'));
    await start('Upload 2 videos');
    await row('a.mp4').findByText('Upload failed: This file is not a video');
    await row('b.mp4').findByText('Upload complete');
    await screen.findByText('1 of 2 videos could not be uploaded. This file is not a video');
    expect(screen.getByText('Bulk Upload Failed')).toBeTruthy();
    expect(form().getByText('1 of 2 videos uploaded, 1 failed.')).toBeTruthy();
    server.on(UPLOAD, { status: 201, body: aVideo() });
    await userEvent.click(form().getByRole('button', { name: 'Retry a.mp4' }));
    await row('a.mp4').findByText('Upload complete');
    expect(form().getByText('2 of 2 videos uploaded.')).toBeTruthy();
  });

  it('waits out a line that is cut, and sends the file again by itself, with the same id', async () => {
    server.on(UPLOAD, () => {
      server.on(UPLOAD, { status: 201, body: aVideo() });
      return 'cut';
    });
    await openForm();
    await chooseUser();
    await choose(film('a.mp4'), film('b.mp4'));
    await start('Upload 2 videos');
    await screen.findByText('2 videos waiting for approval.');
    expect(form().getByText('2 of 2 videos uploaded.')).toBeTruthy();
    const [cut, again, other] = uploads().map((body) => A_UUID.exec(body)?.[0]);
    expect(again).toBe(cut);
    expect(other).not.toBe(cut);
    expect(uploads()).toHaveLength(3);
  });

  it('tries all that failed again at one press', async () => {
    server.on(UPLOAD, { status: 507, body: { code: 'no_space', message: 'There is no room left' } });
    await openForm();
    await chooseUser();
    await choose(film('a.mp4'), film('b.mp4'), film('c.mp4'));
    await start('Upload 3 videos');
    await form().findByText('0 of 3 videos uploaded, 3 failed.');
    server.on(UPLOAD, { status: 201, body: aVideo() });
    await start('Retry 3 videos');
    expect(form().queryByRole('button', { name: 'Retry 3 videos' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Uploading…');
    await form().findByText('3 of 3 videos uploaded.');
    expect(uploads()).toHaveLength(6);
  });

  it('tries a file again for whom it was sent, whoever is chosen by then, and says so', async () => {
    server.on(UPLOAD, { status: 415, body: { code: 'not_a_video', message: 'This file is not a video' } });
    await openForm();
    await chooseUser();
    await choose(film('a.mp4'));
    await start('Upload 1 video');
    await row('a.mp4').findByText('Upload failed: This file is not a video');
    expect(row('a.mp4').queryByText(/^For /)).toBeNull();
    await userEvent.selectOptions(form().getByLabelText('User'), 'Mateo Ruiz (mateo@example.org)');
    expect(row('a.mp4').getByText('For Anna Berg (anna@example.org)')).toBeTruthy();
    server.on(UPLOAD, { status: 201, body: aVideo() });
    await userEvent.click(form().getByRole('button', { name: 'Retry a.mp4' }));
    await row('a.mp4').findByText('Upload complete');
    const [first, again] = uploads();
    for (const body of [first, again]) expect(body).toContain('name="userId"\r\n\r\nu1');
  });

  it('is stopped at a press, with its files waiting', async () => {
    await beginEndlessUpload();
    expect(form().getByLabelText('User')).toHaveProperty('disabled', true);
    expect(asksBeforeLeaving()).toBe(true);
    const stopped = jest.spyOn(XMLHttpRequest.prototype, 'abort');
    await start('Cancel upload');
    expect(asksBeforeLeaving()).toBe(false);
    expect(row('a.mp4').getByText('Waiting')).toBeTruthy();
    expect(form().getByRole('button', { name: 'Upload 2 videos' })).toBe(document.activeElement);
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  it('stops sending a file that is removed, and goes on with the next', async () => {
    await beginEndlessUpload();
    const stopped = jest.spyOn(XMLHttpRequest.prototype, 'abort');
    await start('Remove a.mp4');
    await row('b.mp4').findByRole('progressbar', { name: 'b.mp4' });
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  it('sends nothing twice that had arrived when it was stopped, though the lists are not there yet', async () => {
    server.on(UPLOAD, ({ body }) => {
      if (!String(body).includes('a.mp4')) return new Promise(() => {});
      server.on(PAGE, () => new Promise(() => {}));
      return { status: 201, body: aVideo() };
    });
    await openForm();
    await chooseUser();
    await choose(film('a.mp4'), film('b.mp4'));
    await start('Upload 2 videos');
    await row('a.mp4').findByText('Upload complete');
    await row('b.mp4').findByRole('progressbar', { name: 'b.mp4' });
    await start('Cancel upload');
    expect(row('a.mp4').getByText('Upload complete')).toBeTruthy();
    await start('Upload 1 video');
    await waitFor(() =>
      expect(uploads().map((body) => body.match(/[ab]\.mp4/)?.[0])).toEqual(['a.mp4', 'b.mp4', 'b.mp4']),
    );
  });

  it('forgets a file, and the whole list, at a press', async () => {
    await openForm();
    await choose(film('a.mp4'), film('b.mp4'), film('c.mp4'));
    await userEvent.click(form().getByRole('button', { name: 'Remove a.mp4' }));
    expect(files()).toEqual(['b.mp4', 'c.mp4']);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('b.mp4'));
    await start('Clear list');
    expect(files()).toEqual([]);
    expect(form().getByLabelText('Video files')).toBe(document.activeElement);
  });

  it('keeps its files waiting when the session ends', async () => {
    await openForm();
    await chooseUser();
    await choose(film('a.mp4'));
    server.on(UPLOAD, REFUSED).on(SESSION, REFUSED);
    await start('Upload 1 video');
    await screen.findByText(/^Your session has ended/);
    server.on('POST /api/admin/session', { body: { name: 'Mara', expiresInSeconds: 900 } });
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await screen.findByRole('form', { name: 'Bulk upload' });
    expect(row('a.mp4').getByText('Waiting')).toBeTruthy();
  });

  it('knows the question of a file of the list before that is chosen again', async () => {
    const kept = { userId: 'u1', files: [{ file: { name: 'a.mp4', size: 4, lastModified: 7 }, questionId: 3 }] };
    keepDraft('upload:bulk', kept, NOTHING_KEPT);
    await openForm();
    expect(
      form().getByText(/1 file of the list before: choose the same again, and each has its question\.$/),
    ).toBeTruthy();
    await choose(film('a.mp4'));
    expect(form().getByLabelText('Question for a.mp4')).toHaveProperty('value', '3');
    expect(form().queryByText(/of the list before/)).toBeNull();
  });
});
