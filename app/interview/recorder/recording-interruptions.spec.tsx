import { jest } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import {
  allowCamera,
  calls,
  camera,
  comeBack,
  drafts,
  noteRecorders,
  open,
  openAnswered,
  passTime,
  press,
  pressRecord,
  record,
  save,
  startRecorder,
  useInterview,
} from '../../testing/interview-screen.js';
import { VIDEO_MAX_BYTES } from '../../../api/contract/common/limits.js';
import { RECORDER_FIRST_BYTES_MS, RECORDER_STALL_MS } from '../../../api/contract/common/screen-numbers.js';
import { RECORDED } from '../../testing/fake-camera.js';
import { FIRST_PIECE_WITHIN_MS } from './use-recording.js';

useInterview();

const wait = globalThis.setTimeout;
const clear = globalThis.clearTimeout;
afterEach(() => {
  Object.assign(globalThis, { setTimeout: wait, clearTimeout: clear });
});

const leave = () => {
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

const sized = (bytes: number) => Object.defineProperty(new Blob(['large']), 'size', { value: bytes });

/** A recorder hands over a piece. */
const hand = (recorder: MediaRecorder, data: Blob) =>
  void recorder.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));

/** What is said after a while in which nothing comes is said only when that while is passed. */
const holdStalls = () => {
  const held = new Map<unknown, () => void>();
  globalThis.setTimeout = ((run: () => void, ms: number) => {
    const isHeld = ms === RECORDER_STALL_MS;
    const timer = wait(isHeld ? () => undefined : run, ms);
    if (isHeld) held.set(timer, run);
    return timer;
  }) as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    held.delete(timer);
    clear(timer);
  };
  return { passStall: () => act(() => held.forEach((run) => run())) };
};

describe('a recording', () => {
  it('says when the recorder does not start', async () => {
    await open();
    await allowCamera();
    await waitFor(() => expect(camera.recordedTypes).toHaveLength(1));
    camera.cannotRecord = true;
    await pressRecord();
    const refusal = 'Recording could not start. Your device may not support it.';
    expect((await screen.findByRole('alert')).textContent).toBe(refusal);
    // One of each is the screen's own, which tells when the camera is unplugged.
    expect(camera.tracks.map((track) => track.listeners)).toEqual([1, 1]);
  });

  it('of nothing at all is told of, and can be made again', async () => {
    await open();
    await allowCamera();
    await waitFor(() => expect(camera.recordedTypes).toHaveLength(1));
    camera.recordsNothing = true;
    await pressRecord();
    await screen.findAllByText('Error processing video');
    await screen.findAllByText('There was an error processing your video. Please try again.');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Record' })).toHaveProperty('disabled', false));
  });

  it('of which nothing comes is told of while it runs, and made another way the next time', async () => {
    const shortened = new Set([RECORDER_FIRST_BYTES_MS, FIRST_PIECE_WITHIN_MS]);
    // No spy: Testing Library takes one for a clock that it has to move.
    globalThis.setTimeout = ((run: () => void, ms: number) =>
      wait(run, shortened.has(ms) ? 0 : ms)) as typeof setTimeout;
    await open();
    await allowCamera();
    await waitFor(() => expect(camera.recordedTypes).toHaveLength(1));
    camera.withholds = true;
    await pressRecord();
    await screen.findByText(/^Nothing is recorded yet: the browser hands nothing over\./);
    expect(screen.getByText('nothing is recorded yet')).toBeTruthy();
    expect(screen.queryByText(/kept here/)).toBeNull();
    shortened.delete(RECORDER_FIRST_BYTES_MS);
    await press('Stop');
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Nothing was recorded: .* Press Record to try another way/,
    );
    camera.withholds = false;
    await startRecorder();
    expect(new Set(camera.recordedTypes).size).toBe(2);
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
  });

  it('is of the voice alone where a trial has shown that no picture comes', async () => {
    globalThis.setTimeout = ((run: () => void, ms: number) =>
      wait(run, ms === RECORDER_FIRST_BYTES_MS ? 0 : ms)) as typeof setTimeout;
    camera.withholds = 'picture';
    await open();
    await press('Allow Camera Access');
    await screen.findAllByText('Only your voice is recorded');
    await screen.findByText('Only your voice is recorded.');
    await startRecorder();
    await press('Stop');
    await save();
    expect(calls('POST /api/videos/upload-cloud')[0]!.body).toMatchObject({ mimeType: 'audio/webm;codecs=opus' });
  });

  it('is not begun where a trial has shown that nothing comes: the ways out are named', async () => {
    globalThis.setTimeout = ((run: () => void, ms: number) =>
      wait(run, ms === RECORDER_FIRST_BYTES_MS ? 0 : ms)) as typeof setTimeout;
    camera.withholds = true;
    await open();
    await press('Allow Camera Access');
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^This browser hands over no recording\. Choose one/,
    );
    expect(await drafts()).toEqual([]);
  });

  it('that is cut short is kept, and it is said why', async () => {
    await open();
    await allowCamera();
    await startRecorder();
    act(() => camera.tracks[0]?.end());
    await screen.findByText('Camera or microphone stopped. What you recorded is kept, but not saved yet.');
    await press('Redo');
    await waitFor(() => expect(camera.isOn).toBe(true));
    await screen.findByText('Ready when you are');
    await startRecorder();
    act(() => camera.tracks.at(-1)?.end());
    await screen.findByText('Camera or microphone stopped. What you recorded is kept, but not saved yet.');
  });

  it('pauses and goes on with a press, in the same recording', async () => {
    await open();
    await allowCamera();
    await startRecorder();
    await press('Pause');
    await screen.findByText('Paused. Take all the time you need.');
    expect(screen.queryByText('REC')).toBeNull();
    // A break may be long: the screen goes off by itself in it.
    await waitFor(() => expect(camera.wakeLocks.held).toBe(0));
    passTime(60_000);
    await press('Go on');
    await screen.findByText('Recording');
    await waitFor(() => expect(camera.wakeLocks.held).toBe(1));
    await press('Pause');
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
    await waitFor(async () => expect(await drafts()).toMatchObject([{ bytes: RECORDED.length, isWhole: true }]));
    expect((await drafts())[0]!.durationSeconds).toBeLessThan(30);
    await save();
  });

  it('keeps at a pause all that was recorded up to it', async () => {
    const LAST = 'what the recorder still had';
    jest.spyOn(MediaRecorder.prototype, 'requestData').mockImplementation(function handOver(this: MediaRecorder) {
      hand(this, new Blob([LAST]));
    });
    await open();
    await allowCamera();
    await startRecorder();
    const [{ bytes } = { bytes: 0 }] = await drafts();
    await press('Pause');
    await waitFor(async () => expect(await drafts()).toMatchObject([{ bytes: bytes + LAST.length }]));
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
  });

  it('says when no more comes of it, also after a pause, until something does', async () => {
    const STALLED = /^The browser has stopped recording/;
    const { passStall } = holdStalls();
    const recorders = noteRecorders();
    await open();
    await allowCamera();
    await startRecorder();
    passStall();
    await screen.findByText(STALLED);
    act(() => hand(recorders.at(-1)!, new Blob(['more'])));
    await screen.findByText('Recording');
    await press('Pause');
    passStall();
    await press('Go on');
    await screen.findByText('Recording');
    passStall();
    await screen.findByText(STALLED);
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
  });

  it('pauses when a call takes the microphone, and goes on by a press', async () => {
    await open();
    await allowCamera();
    await startRecorder();
    const microphone = camera.tracks.find(({ kind, readyState }) => kind === 'audio' && readyState === 'live')!;
    microphone.mute();
    await screen.findByText(/^Paused: the camera or microphone was taken, perhaps by a call\./);
    microphone.muted = false;
    await press('Go on');
    await screen.findByText('Recording');
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
  });

  it('pauses when the page is left, and offers to go on when it is seen again', async () => {
    await open();
    await allowCamera();
    await startRecorder();
    leave();
    await screen.findByText('Paused when you left the page. Go on when you like.');
    jest.spyOn(document, 'hidden', 'get').mockReturnValue(false);
    comeBack();
    await press('Go on');
    await screen.findByText('Recording');
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
  });

  it('does not begin by itself on a page that is not seen', async () => {
    await openAnswered();
    await press('Record New Response');
    await screen.findAllByText('Replace existing recording');
    leave();
    await screen.findByText('Ready when you are');
    passTime(3_000);
    expect(screen.queryByText(/^Recording/)).toBeNull();
  });

  it('says when the camera was taken during a pause, and keeps what there is', async () => {
    await open();
    await allowCamera();
    await startRecorder();
    await press('Pause');
    camera.tracks[1]!.stop();
    await press('Go on');
    await screen.findByText('Camera or microphone stopped. What you recorded is kept, but not saved yet.');
  });

  it('is over, and kept, where the browser only pretends to go on', async () => {
    camera.resuming = 'lies';
    await open();
    await allowCamera();
    await startRecorder();
    await press('Pause');
    await press('Go on');
    await screen.findByText('Recording stopped early. What you recorded is kept, but not saved yet.');
    await waitFor(async () => expect(await drafts()).toMatchObject([{ isWhole: true }]));
  });

  it('is over, and kept, at a pause of which the browser knows nothing', async () => {
    camera.pausing = 'unknown';
    await open();
    await allowCamera();
    await startRecorder();
    await press('Pause');
    await screen.findByText('Paused. What you recorded is kept, but not saved yet.');
  });

  it('is over, and kept, at a pause that the browser only pretends', async () => {
    camera.pausing = 'lies';
    await open();
    await allowCamera();
    await startRecorder();
    leave();
    await screen.findByText('Paused when you left the page. What you recorded is kept, but not saved yet.');
  });

  it('ends at the largest size that can be saved, and is kept', async () => {
    const recorders = noteRecorders();
    await open();
    await allowCamera();
    await startRecorder();
    const recorder = recorders.at(-1)!;
    act(() => hand(recorder, sized(VIDEO_MAX_BYTES / 2)));
    expect(recorder.state).toBe('recording');
    // What comes when it is stopped fits as well: four seconds of both.
    act(() => hand(recorder, sized(VIDEO_MAX_BYTES / 2 - 2_000_000)));
    await screen.findByText('This is the longest recording that fits. It is kept, but not saved yet.');
  });

  it('that the recorder gives up is kept, also where it never says that it stopped', async () => {
    const recorders = noteRecorders();
    await open();
    await allowCamera();
    await startRecorder();
    const recorder = recorders.at(-1)!;
    Object.assign(recorder, { state: 'inactive' });
    act(() => void recorder.dispatchEvent(new Event('error')));
    await screen.findByText('Recording stopped early. What you recorded is kept, but not saved yet.');
    await waitFor(async () => expect(await drafts()).toMatchObject([{ isWhole: true }]));
  });

  it('leaves nothing behind', async () => {
    await open();
    await record();
    expect(camera.tracks.map((track) => track.listeners)).toEqual([1, 1]);
    expect(document.documentElement.style.getPropertyValue('--dock-height')).not.toBe('');
    cleanup();
    expect(camera.tracks.map((track) => track.listeners)).toEqual([0, 0]);
    expect(document.documentElement.style.getPropertyValue('--dock-height')).toBe('');
  });
});
