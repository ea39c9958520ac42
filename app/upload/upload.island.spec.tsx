import { jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { CHUNKED_UPLOAD_OVER_BYTES, PUBLIC_IMAGE_MAX_BYTES } from '../../api/contract/common/limits.js';
import { toastStore } from '../shared/ui/toast-store.js';
import { ScreenServer } from '../testing/screen-server.js';
import UploadIsland from './upload.island.js';
import { asksBeforeLeaving } from '../testing/leaving.js';

const FORM = 'POST /api/public/upload';
const ARRIVED = { status: 201, body: { received: true } };
const aFile = (name: string, type = 'image/jpeg', size?: number) => {
  const file = new File(['data'], name, { type });
  return size === undefined ? file : Object.defineProperty(file, 'size', { value: size });
};
let server: ScreenServer;

beforeEach(() => {
  server = new ScreenServer();
  visited.length = 0;
  server.on(FORM, ARRIVED);
  server.on('GET /api/auth/device', { body: { keptUnder: null } });
});
afterEach(() => {
  toastStore.clear();
  return server.close();
});

const open = async (address = '/upload?contact_email=anna%40example.org') => {
  await server.open(address);
  render(<UploadIsland />);
};
const choose = (...files: File[]) => userEvent.upload(screen.getByLabelText(/^Choose/), files, { applyAccept: false });
const email = () => screen.getByRole('textbox', { name: 'E-mail' });
const submit = () => screen.getByRole('button', { name: 'Submit Media' });
const itemOf = (name: string) => screen.getByRole('listitem', { name });
const picker = () => screen.getByLabelText<HTMLInputElement>(/^Choose/);
const picture = (name: string) => within(itemOf(name)).queryByRole('presentation');
const calls = (call: string) => server.received.filter((received) => received.call === call);

describe('the upload page', () => {
  it('is empty at first, filled with the e-mail of its address', async () => {
    await open();
    expect(email()).toHaveProperty('value', 'anna@example.org');
    expect(screen.getByText('Choose at least one photo or video to begin.')).toBeTruthy();
    expect(submit()).toHaveProperty('disabled', true);
    const hint = document.getElementById(picker().getAttribute('aria-describedby')!);
    expect(hint?.textContent).toMatch(/^Several at once, or drop them here\. Photos up to/);
  });

  it('says what is missing when Enter is pressed', async () => {
    await open('/upload');
    await userEvent.type(email(), '{Enter}');
    await screen.findAllByText('No files selected');
    expect(screen.getAllByText('Please select at least one image or video file.')).not.toEqual([]);
    await choose(aFile('garden.jpg'));
    await userEvent.type(email(), '{Enter}');
    await screen.findAllByText('Email required');
    expect(screen.getAllByText('Please provide your email address.')).not.toEqual([]);
    await userEvent.type(email(), 'anna{Enter}');
    await screen.findByText(/it should look like name@example.com/);
    await userEvent.type(email(), '@');
    expect(screen.queryByText(/it should look like/)).toBeNull();
    expect(calls(FORM)).toEqual([]);
  });

  it('leads to the e-mail that is mistyped, however far down one presses', async () => {
    await open('/upload');
    await userEvent.type(email(), 'anna.example.org');
    await choose(aFile('garden.jpg'));
    await userEvent.click(submit());
    expect(document.activeElement).toBe(email());
    const said = email().getAttribute('aria-describedby')!.split(' ');
    expect(said.map((id) => document.getElementById(id)?.textContent).join()).toMatch(/name@example\.com\.$/);
    expect(calls(FORM)).toEqual([]);
  });

  it('leaves the keyboard in the e-mail whose Enter sends, also when that fails', async () => {
    server.on(FORM, { status: 500 });
    await open();
    await choose(aFile('garden.jpg'));
    await userEvent.type(email(), '{Enter}');
    await screen.findAllByText('Upload failed');
    expect(document.activeElement).toBe(email());
    server.on(FORM, () => new Promise(() => undefined));
    await userEvent.type(email(), '{Enter}');
    await screen.findByText('Uploading. Please keep this page open.');
    await userEvent.type(email(), 'x{Enter}');
    expect(document.activeElement).toBe(email());
    expect(email()).toMatchObject({ disabled: false, value: 'anna@example.org' });
    await fetch('/api/auth/device');
    expect(calls(FORM)).toHaveLength(2);
  });

  it('leaves the keyboard at the button once it is stopped, and at what is said where none can be sent again', async () => {
    server.on(FORM, () => new Promise(() => undefined));
    await open();
    await choose(aFile('program.jpg'));
    await userEvent.click(submit());
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(document.activeElement).toBe(submit()));
    expect(screen.queryAllByText('Upload failed')).toEqual([]);
    server.on(FORM, { status: 415, body: { message: '"program.jpg" is not a picture.', code: 'x' } });
    await userEvent.click(submit());
    const said = await screen.findByText(/“program.jpg” could not be taken/);
    await waitFor(() => expect(document.activeElement?.contains(said)).toBe(true));
    expect(document.activeElement).not.toBe(document.body);
  });

  it('sends files with their descriptions, and says thank you in its address, too', async () => {
    await open();
    await choose(aFile('garden.jpg'), aFile('walk.mp4', 'video/mp4'));
    const [description] = screen.getAllByRole('textbox', { name: 'Describe this photo/video (optional)' });
    await userEvent.type(description!, 'My garden');
    await userEvent.click(submit());
    const heading = await screen.findByRole('heading', { name: 'Thank You!' });
    expect(document.activeElement).toBe(heading);
    expect(location.search).toBe('?submitted=true');
    const sent = String(calls(FORM)[0]?.body);
    expect(sent).toContain('name="description0"\r\n\r\nMy garden');
    expect(sent).toContain('name="file1"; filename="walk.mp4"');
  });

  it('refuses files of other kinds and those that are too large, and keeps the others', async () => {
    await open();
    await choose(aFile('notes.txt', 'text/plain'), aFile('good.jpg'));
    await screen.findAllByText('Some files skipped');
    await screen.findAllByText('Only image and video files are accepted.');
    await choose(aFile('huge.jpg', 'image/jpeg', PUBLIC_IMAGE_MAX_BYTES + 1));
    expect((await screen.findByRole('alert')).textContent).toBe(
      '“huge.jpg” is too large. Photos can have up to 30MB. Videos can have up to 500MB.',
    );
    expect(screen.getAllByRole('listitem', { name: /./ }).map((item) => item.getAttribute('aria-label'))).toEqual([
      'good.jpg',
    ]);
  });

  it('takes the pictures of telephones where the system knows no type for them', async () => {
    await open();
    await userEvent.upload(picker(), aFile('IMG_0001.HEIC', ''));
    expect(await screen.findByRole('listitem', { name: 'IMG_0001.HEIC' })).toBeTruthy();
  });

  it('lets a file be removed, whose place the keyboard keeps, and takes it again', async () => {
    await open();
    await choose(aFile('garden.jpg'), aFile('walk.jpg'));
    expect(picker().files).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Remove garden.jpg' }));
    await waitFor(() => expect(document.activeElement).toBe(itemOf('walk.jpg')));
    await userEvent.click(screen.getByRole('button', { name: 'Remove walk.jpg' }));
    expect(screen.getByText('Choose at least one photo or video to begin.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });

  it('shows photos that this browser can draw, and keeps none of them in memory for longer', async () => {
    using addresses = jest.spyOn(URL, 'createObjectURL');
    addresses.mockImplementation((file) => `blob:${(file as File).name}`);
    using released = jest.spyOn(URL, 'revokeObjectURL');
    await open();
    await choose(aFile('garden.jpg'), aFile('walk.mp4', 'video/mp4'), aFile('odd.heic', 'image/heic'));
    expect(picture('garden.jpg')?.getAttribute('src')).toBe('blob:garden.jpg');
    expect(picture('walk.mp4')).toBeNull();
    fireEvent.error(picture('odd.heic')!);
    expect(picture('odd.heic')).toBeNull();
    expect(released.mock.calls).toEqual([['blob:odd.heic']]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove garden.jpg' }));
    expect(released.mock.calls.at(-1)).toEqual(['blob:garden.jpg']);
  });

  it('is not left without a question while something is chosen that has not arrived', async () => {
    await open();
    expect(asksBeforeLeaving()).toBe(false);
    await choose(aFile('garden.jpg'));
    expect(asksBeforeLeaving()).toBe(true);
    await userEvent.click(submit());
    await screen.findByRole('heading', { name: 'Thank You!' });
    expect(asksBeforeLeaving()).toBe(false);
  });

  it('sends nothing more once it is gone', async () => {
    server.on(FORM, () => new Promise(() => undefined));
    await open();
    await choose(aFile('garden.jpg'));
    await userEvent.click(submit());
    await waitFor(() => expect(calls(FORM)).toHaveLength(1));
    using stopped = jest.spyOn(XMLHttpRequest.prototype, 'abort');
    cleanup();
    expect(stopped).toHaveBeenCalled();
  });

  it('says no more of an earlier failure while it tries again', async () => {
    server.on(FORM, { status: 500 });
    await open();
    await choose(aFile('garden.jpg'));
    await userEvent.click(submit());
    await screen.findAllByText('Upload failed');
    server.on(FORM, () => new Promise(() => undefined));
    await userEvent.click(submit());
    expect(toastStore.read()).toMatchObject({ title: 'Upload failed', open: false });
  });

  it('says that it sends, can be stopped, and keeps the list then', async () => {
    server.on(FORM, () => new Promise(() => undefined));
    await open();
    await choose(aFile('garden.jpg'));
    await userEvent.click(submit());
    await screen.findByText('Uploading. Please keep this page open.');
    expect(screen.getByRole('button', { name: 'Uploading...' })).toBeTruthy();
    expect(email()).toHaveProperty('readOnly', true);
    expect(picker()).toHaveProperty('disabled', true);
    expect(within(itemOf('garden.jpg')).getByRole('textbox')).toMatchObject({ readOnly: true, disabled: false });
    expect(screen.queryByRole('button', { name: 'Remove garden.jpg' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await screen.findByRole('button', { name: 'Submit Media' });
    expect(screen.getByRole('button', { name: 'Remove garden.jpg' })).toBeTruthy();
  });

  it('can be stopped in the middle of a large file, too', async () => {
    server.on(`${FORM}/start`, { status: 201, body: { uploadId: 'u1' } });
    server.on(`${FORM}/chunk`, () => new Promise(() => undefined));
    await open();
    await choose(aFile('large.mp4', 'video/mp4', CHUNKED_UPLOAD_OVER_BYTES + 1));
    await userEvent.click(submit());
    await waitFor(() => expect(calls(`${FORM}/chunk`)).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await screen.findByRole('button', { name: 'Submit Media' });
  });

  it('keeps the list when the connection is cut, and sends it at the next try', async () => {
    server.on(FORM, 'cut');
    await open();
    await choose(aFile('garden.jpg'));
    await userEvent.click(submit());
    await screen.findByText(/Network error during upload. Something may have arrived.* Your list is still here/);
    server.on(FORM, ARRIVED);
    await userEvent.click(submit());
    await screen.findByRole('heading', { name: 'Thank You!' });
  });

  it.each([408, 502, 504])('does not say that nothing has arrived where a proxy replies with %s', async (status) => {
    server.on(FORM, { status });
    await open();
    await choose(aFile('garden.jpg'));
    await userEvent.click(submit());
    await screen.findByText(/Something may have arrived all the same/);
    expect(screen.queryByText(/Nothing has arrived yet/)).toBeNull();
  });

  it('says what the server refuses in its own words', async () => {
    server.on(FORM, { status: 429, body: { message: 'Please try again in 9 minutes.', code: 'too_many' } });
    await open();
    await choose(aFile('garden.jpg'));
    await userEvent.click(submit());
    await screen.findAllByText(/Please try again in 9 minutes\./);
    expect(submit()).toHaveProperty('disabled', false);
  });

  it('has words of its own for a refusal without any', async () => {
    server.on(FORM, { status: 500 });
    await open();
    await choose(aFile('garden.jpg'));
    await userEvent.click(submit());
    await screen.findAllByText('Upload failed');
    await screen.findAllByText(/^Upload failed with status 500.* Nothing has arrived yet\./);
    expect(screen.getByRole('button', { name: 'Remove garden.jpg' })).toBeTruthy();
  });

  it('says thank you when the one file that was refused is removed, and the others have arrived', async () => {
    server.on(`${FORM}/start`, { status: 201, body: { uploadId: 'u1' } });
    server.on(`${FORM}/chunk`, { status: 201, body: { complete: true } });
    server.on(`${FORM}/process/u1`, { status: 415, body: { message: 'This is no video.', code: 'x' } });
    await open();
    await choose(aFile('small.jpg'), aFile('large.mp4', 'video/mp4', CHUNKED_UPLOAD_OVER_BYTES + 1));
    await userEvent.click(submit());
    await screen.findByText(/1 of 2 files have arrived. “large.mp4” could not be taken/);
    expect(toastStore.read()).toMatchObject({ title: 'Upload failed', open: true });
    await userEvent.click(screen.getByRole('button', { name: 'Remove large.mp4' }));
    await screen.findByRole('heading', { name: 'Thank You!' });
    expect(toastStore.read()).toMatchObject({ title: 'Upload failed', open: false });
  });

  it('sends a large file in chunks of its own, and only what has not arrived after a failure', async () => {
    const status = {
      uploadId: 'u1',
      totalChunks: 6,
      totalSize: CHUNKED_UPLOAD_OVER_BYTES + 1,
      receivedChunks: [0, 1, 2, 3, 4, 5],
    };
    server.on(`${FORM}/start`, { status: 201, body: { uploadId: 'u1' } });
    server.on(`${FORM}/chunk`, { status: 201, body: { complete: true } });
    server.on('GET /api/public/upload/u1', { body: status });
    server.on(`${FORM}/process/u1`, { status: 507, body: { message: 'Please try again in a minute.', code: 'x' } });
    await open();
    await choose(aFile('small.jpg'), aFile('large.mp4', 'video/mp4', CHUNKED_UPLOAD_OVER_BYTES + 1));
    await userEvent.click(submit());
    await screen.findAllByText(/Please try again in a minute. 1 of 2 files have arrived/);
    expect(screen.getByText('Arrived')).toBeTruthy();
    expect(calls(`${FORM}/start`)[0]?.body).toMatchObject({ submitterEmail: 'anna@example.org', totalChunks: 6 });
    server.on(`${FORM}/process/u1`, ARRIVED);
    await userEvent.click(submit());
    await screen.findByRole('heading', { name: 'Thank You!' });
    expect(calls(FORM)).toHaveLength(1);
    expect(calls(`${FORM}/chunk`)).toHaveLength(6);
  });

  it.each(['daily_quota', 'too_many_uploads'])('says at once that a large file has to wait: %s', async (code) => {
    const message = 'Please send the rest tomorrow.';
    server.on(`${FORM}/start`, { status: 429, body: { code, message } });
    await open();
    await choose(aFile('large.mp4', 'video/mp4', CHUNKED_UPLOAD_OVER_BYTES + 1));
    await userEvent.click(submit());
    await screen.findAllByText(/^Please send the rest tomorrow\./);
    expect(calls(`${FORM}/start`)).toHaveLength(1);
  });

  it('begins a large file anew whose words were changed, because the server keeps them with its upload', async () => {
    server.on(`${FORM}/start`, { status: 201, body: { uploadId: 'u1' } });
    server.on(`${FORM}/chunk`, { status: 201, body: { complete: true } });
    server.on(`${FORM}/process/u1`, { status: 507, body: { message: 'Please try again in a minute.', code: 'x' } });
    await open();
    await choose(aFile('large.mp4', 'video/mp4', CHUNKED_UPLOAD_OVER_BYTES + 1));
    await userEvent.click(submit());
    await screen.findAllByText(/Please try again in a minute/);
    await userEvent.type(within(itemOf('large.mp4')).getByRole('textbox'), 'A walk');
    server.on(`${FORM}/process/u1`, ARRIVED);
    await userEvent.click(submit());
    await screen.findByRole('heading', { name: 'Thank You!' });
    expect(calls(`${FORM}/start`).map(({ body }) => body)).toMatchObject([
      { description: '' },
      { description: 'A walk' },
    ]);
  });

  it('keeps what is good, names what is not, and is done when that is taken out', async () => {
    const refused = [{ number: 1, message: '"program.jpg" is not a picture.' }];
    server.on(FORM, { status: 201, body: { received: 1, refused } });
    await open();
    await choose(aFile('garden.jpg'), aFile('program.jpg'));
    await userEvent.click(submit());
    await within(itemOf('program.jpg')).findByText('"program.jpg" is not a picture.');
    expect(screen.getByText('Arrived')).toBeTruthy();
    expect(submit()).toHaveProperty('disabled', true);
    // What the server has can be neither taken back nor described any more.
    expect(screen.queryByRole('button', { name: 'Remove garden.jpg' })).toBeNull();
    expect(['garden.jpg', 'program.jpg'].map((name) => within(itemOf(name)).getByRole('textbox'))).toEqual([
      expect.objectContaining({ readOnly: true }),
      expect.objectContaining({ readOnly: false }),
    ]);
    await screen.findByText(/1 of 2 files have arrived. “program.jpg” could not be taken.* Remove it to finish./);
    await userEvent.click(screen.getByRole('button', { name: 'Remove program.jpg' }));
    await screen.findByRole('heading', { name: 'Thank You!' });
  });

  it('goes on with the others after a large file that is refused', async () => {
    const large = CHUNKED_UPLOAD_OVER_BYTES + 1;
    const bodyOf = (uploadId: string) => ({
      uploadId,
      totalChunks: 6,
      totalSize: large,
      receivedChunks: [0, 1, 2, 3, 4, 5],
    });
    server.on(`${FORM}/start`, ({ body }) => ({
      status: 201,
      body: { uploadId: JSON.stringify(body).includes('bad.mp4') ? 'u1' : 'u2' },
    }));
    server.on(`${FORM}/chunk`, { status: 201, body: { complete: true } });
    for (const id of ['u1', 'u2']) server.on(`GET /api/public/upload/${id}`, { body: bodyOf(id) });
    server.on(`${FORM}/process/u1`, { status: 415, body: { message: '"bad.mp4" is no video.', code: 'x' } });
    server.on(`${FORM}/process/u2`, { body: { received: 1 } });
    await open();
    await choose(aFile('bad.mp4', 'video/mp4', large), aFile('good.mp4', 'video/mp4', large));
    await userEvent.click(submit());
    await screen.findByText(/1 of 2 files have arrived. “bad.mp4” could not be taken/);
    expect(within(itemOf('bad.mp4')).getByText('"bad.mp4" is no video.')).toBeTruthy();
  });

  it('thanks whoever comes back after it, and opens an empty form for more', async () => {
    await open('/upload?submitted=true');
    await screen.findByRole('heading', { name: 'Thank You!' });
    await userEvent.click(screen.getByRole('link', { name: 'Upload more media' }));
    await waitFor(() => expect(visited).toEqual(['/upload']));
  });
});
