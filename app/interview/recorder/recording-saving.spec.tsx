import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  allowCamera,
  drafts,
  holdTimers,
  open,
  press,
  pressRecord,
  record,
  save,
  server,
  useInterview,
} from '../../testing/interview-screen.js';
import { SAVING_HOLD_MS } from '../../../api/contract/common/screen-numbers.js';
import { answerTo } from '../../testing/interview-server.js';

useInterview();

describe('a recording', () => {
  it('is still here after a failed save, which can be tried again', async () => {
    server.on('POST /api/videos/upload-cloud', { status: 415, body: { message: 'No', code: 'x' } });
    await open();
    await record();
    await press('Use this recording');
    await screen.findByText('Not saved. Your recording is still here: please try again.');
    await screen.findAllByText('Failed to save video');
    await screen.findAllByText('There was an error saving your video. Please try again.');
    expect(screen.queryByRole('button', { name: 'Keep what plays' })).toBeNull();
    await waitFor(async () =>
      expect(await drafts()).toMatchObject([{ questionId: 1, isWhole: true, use: 'over', uploadId: undefined }]),
    );
    server.on('POST /api/videos/upload-cloud', { status: 201, body: answerTo(1) });
    await save();
    await waitFor(async () => expect(await drafts()).toEqual([]));
  });

  it('says that it is being saved, and cannot be discarded then', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.on('POST /api/videos/upload-cloud', async () => {
      await promise;
      return { status: 201, body: answerTo(1) };
    });
    await open();
    await record();
    holdTimers(SAVING_HOLD_MS);
    await press('Use this recording');
    await screen.findByRole('button', { name: 'Saving...' });
    expect(screen.getByRole('button', { name: 'Discard' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Redo' })).toHaveProperty('disabled', true);
    resolve();
    await screen.findAllByText('Video saved');
  });

  it('is not saved where the server turns out to have stored something else', async () => {
    server.on('POST /api/videos/upload-cloud', { status: 201, body: answerTo(1, { sha256: '0'.repeat(64) }) });
    await open();
    await record();
    await press('Use this recording');
    await screen.findAllByText('Failed to save video');
    expect(await drafts()).toHaveLength(1);
  });

  it('reaches nobody who has signed in since in another tab, and is kept for its own person', async () => {
    server.on('POST /api/recording-drafts', { status: 201, body: { uploadId: 'u1' } });
    await open();
    await screen.findByRole('heading', { name: 'Life before' });
    server.session = 'bea';
    await record();
    await press('Use this recording');
    await screen.findByText('Not saved: you have been signed out.');
    expect(server.received.filter(({ call }) => /^POST .*(drafts|uploads|videos)/.test(call))).toEqual([]);
    expect(await drafts()).toHaveLength(1);
  });

  it('waits for its person to sign in again when the session has ended', async () => {
    await open();
    await record();
    server.on('GET /api/auth/user', { status: 401, body: { message: 'Unauthorized' } });
    await press('Use this recording');
    await screen.findByText('Not saved: you have been signed out.');
    await screen.findAllByText(
      'You have been signed out. This browser keeps your recording: sign in again, then save it.',
    );
    expect(await drafts()).toHaveLength(1);
    // The dialog stands on the page that the same address is for whoever is signed out.
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Sign in again' });
    expect(link.target).toBe('');
    await userEvent.click(link);
    await waitFor(() => expect(visited).toEqual(['/#resume']));
  });

  it('that is on this page alone stays open while its person signs in elsewhere', async () => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    await open();
    await allowCamera();
    await pressRecord();
    await screen.findByRole('timer');
    await press('Stop');
    await screen.findByText('Not saved yet. This browser cannot keep a copy.');
    server.on('GET /api/auth/user', { status: 401, body: { message: 'Unauthorized' } });
    await press('Use this recording');
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Sign in again' });
    expect(link.target).toBe('_blank');
  });
});
