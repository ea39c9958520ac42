import { cleanup, screen, waitFor } from '@testing-library/react';
import { RECORDER_STALL_MS } from '../../../api/contract/common/screen-numbers.js';
import {
  allowCamera,
  calls,
  camera,
  noteRecorders,
  open,
  press,
  save,
  startRecorder,
  useInterview,
} from '../../testing/interview-screen.js';

useInterview();

const SILENCE = /^Nothing is heard yet/;
const HEARD_EVERY_MS = 250;

const wait = globalThis.setTimeout;
const tick = globalThis.setInterval;
afterEach(() => {
  Object.assign(globalThis, { setTimeout: wait, setInterval: tick });
});

/** Many times what is said to be silence, where it is listened to so much more often. */
const longSilence = () => new Promise((resolve) => wait(resolve, 800));

/** Until that is told. */
const startInSilence = async () => {
  camera.loudness = 0;
  await open();
  await allowCamera();
  await startRecorder();
  await screen.findByText(SILENCE);
};

/** From a review back to a camera that is on. */
const redo = async () => {
  await press('Redo');
  const control = await screen.findByRole('button', { name: 'Record' });
  await waitFor(() => expect(control.getAttribute('aria-disabled')).toBeNull());
};

const saved = () => calls('POST /api/videos/upload-cloud')[0]!.body;

describe('a recording that is listened to', () => {
  beforeEach(() => {
    // However long that takes here, it is not told that nothing more comes.
    globalThis.setTimeout = ((run: () => void, ms: number) =>
      wait(run, ms === RECORDER_STALL_MS ? 3_600_000 : ms)) as typeof setTimeout;
    const { setInterval } = globalThis;
    globalThis.setInterval = ((run: () => void, ms?: number) =>
      setInterval(run, ms === HEARD_EVERY_MS ? 5 : ms)) as typeof setInterval;
  });

  it('and in which nothing was heard is known as such to the server', async () => {
    await startInSilence();
    await press('Stop');
    await save();
    expect(saved()).toMatchObject({ hasSound: false, hasPicture: true });
  });

  it('has sound also where nothing is said after a pause', async () => {
    await open();
    await allowCamera();
    await startRecorder();
    // Something was heard.
    await waitFor(() => expect(camera.listening).toBe(0));
    camera.loudness = 0;
    await press('Pause');
    await press('Go on');
    await longSilence();
    expect(screen.queryByText(SILENCE)).toBeNull();
    await press('Stop');
    await save();
    expect(saved()).toMatchObject({ hasSound: true });
  });

  it('is still silent after a pause, in which nothing is listened to', async () => {
    await startInSilence();
    await press('Pause');
    camera.loudness = 0.5;
    await longSilence();
    camera.loudness = 0;
    await press('Go on');
    expect(screen.getByText(SILENCE)).toBeTruthy();
    await press('Stop');
    await save();
    expect(saved()).toMatchObject({ hasSound: false });
  });

  it('is not taken for silent because the one before was', async () => {
    await startInSilence();
    await press('Stop');
    await redo();
    camera.loudness = 0.5;
    await startRecorder();
    await screen.findByText('Recording');
    await press('Stop');
    await save();
    expect(saved()).toMatchObject({ hasSound: true });
  });

  it('is not taken for silent where the browser lets nothing be heard', async () => {
    camera.loudness = 0;
    camera.hearing = 'suspended';
    await open();
    await allowCamera();
    await startRecorder();
    await longSilence();
    expect(screen.queryByText(SILENCE)).toBeNull();
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
  });

  it('goes on where the browser refuses to listen, of which nothing stays behind', async () => {
    camera.hearing = 'refused';
    await open();
    await allowCamera();
    await startRecorder();
    await longSilence();
    expect(screen.queryByText(SILENCE)).toBeNull();
    expect(camera.listening).toBe(0);
    await press('Stop');
    await save();
    expect(calls('POST /api/videos/upload-cloud')).toHaveLength(1);
  });

  it('is listened to no longer than it goes on, or than its page is there', async () => {
    camera.loudness = 0;
    await open();
    await allowCamera();
    await startRecorder();
    expect(camera.listening).toBe(1);
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
    await waitFor(() => expect(camera.listening).toBe(0));
    await redo();
    const recorders = noteRecorders();
    await startRecorder();
    expect(camera.listening).toBe(1);
    cleanup();
    expect(camera.listening).toBe(0);
    // As in a browser once the camera is off.
    recorders.at(-1)!.stop();
  });
});
