import { execFileSync } from 'node:child_process';
import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  allowCamera,
  calls,
  camera,
  closePage,
  comeBack,
  drafts,
  holdTimers,
  noteRecorders,
  open,
  openAnswered,
  passTime,
  press,
  pressRecord,
  record,
  save,
  server,
  startRecorder,
  stopLooks,
  useInterview,
} from '../../testing/interview-screen.js';
import { VIDEO_MAX_BYTES } from '../../../api/contract/limits.js';
import { RECORDER_FIRST_BYTES_MS, RECORDER_STALL_MS, SAVING_HOLD_MS } from '../../../api/contract/screen-numbers.js';
import { RECORDED } from '../../testing/fake-camera.js';
import { sampleRecording } from '../../testing/sample-recording.js';
import { type LocalDraft, LocalDraftStore } from '../local-drafts/local-draft-store.js';
import { WebTabLocks } from '../../shared/tab-locks.js';
import { ANNA, answerTo } from '../../testing/interview-server.js';

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

/** The browser's first question stays open until it is decided on. */
const holdFirstPrompt = () => {
  const { promise: isDecided, resolve: decide } = Promise.withResolvers<void>();
  const { getUserMedia } = navigator.mediaDevices;
  const asked = jest.fn(getUserMedia).mockImplementationOnce(async (wanted) => {
    await isDecided;
    return getUserMedia(wanted);
  });
  navigator.mediaDevices.getUserMedia = asked;
  return { asked, decide };
};

/** The page is gone once the recording is kept whole, which another tab has then. */
async function passToAnotherTab(): Promise<LocalDraft> {
  await waitFor(async () => expect(await drafts()).toMatchObject([{ isWhole: true }]));
  cleanup();
  const draft = (await drafts())[0]!;
  const otherTab = new WebTabLocks(navigator.locks);
  // The page lets go of it after what is still written.
  await waitFor(async () => expect(await otherTab.acquire(draft.id)).toBe(true));
  return draft;
}

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

describe('the camera', () => {
  it.each([
    ['NotAllowedError', 'Camera access denied', /^Please allow access to your camera in your browser settings\./],
    ['SecurityError', 'Camera access denied', /./],
    ['NotFoundError', 'No camera found', /./],
    ['OverconstrainedError', 'No camera found', /./],
    ['NotReadableError', 'The camera could not be opened', /./],
    ['AbortError', 'The camera did not start', /^This device stopped it\./],
  ])('that the browser refuses with %s is told of, and can be tried again', async (refusal, title, advice) => {
    camera.refusal = refusal;
    await open();
    await press('Allow Camera Access');
    expect((await screen.findByRole('alert')).textContent).toBe(title);
    expect(screen.getAllByText(advice)).not.toEqual([]);
    camera.refusal = null;
    await press('Try Again');
    await screen.findByText('Ready when you are');
    expect(camera.isOn).toBe(true);
  });

  it('that the browser does not ask for here is told of, with the way out', async () => {
    camera.refusal = 'TypeError';
    await open();
    await press('Allow Camera Access');
    expect((await screen.findByRole('alert')).textContent).toBe('Recording is not possible on this page');
    expect(screen.getByText(/^You can still answer here: choose a video or a voice recording/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it('is not asked for again in a browser that cannot record', async () => {
    camera.uninstall();
    await open();
    await press('Allow Camera Access');
    expect((await screen.findByRole('alert')).textContent).toBe('Browser not supported');
    expect(screen.getAllByText('Please use a modern browser like Chrome, Firefox, or Edge.')).not.toEqual([]);
    expect(screen.getByText(/below at “Other ways to answer”\.$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it('is shown in its place, and nobody hears themselves', async () => {
    await open();
    await allowCamera();
    const picture = document.querySelector('video')!;
    expect(picture).toMatchObject({ autoplay: true, muted: true });
    expect(picture.hasAttribute('playsinline')).toBe(true);
    expect((picture.srcObject as MediaStream).getTracks()).toEqual(camera.tracks);
  });

  it('that is unplugged is told of', async () => {
    await open();
    await allowCamera();
    act(() => camera.tracks[0]?.end());
    expect((await screen.findByRole('alert')).textContent).toBe('The camera stopped');
    expect(camera.isOn).toBe(false);
  });

  it('goes off with the page', async () => {
    await open();
    await allowCamera();
    cleanup();
    expect(camera.isOn).toBe(false);
  });

  it('that is allowed only when the page is gone goes off at once', async () => {
    const { asked, decide } = holdFirstPrompt();
    await open();
    await press('Allow Camera Access');
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    cleanup();
    decide();
    await waitFor(() => expect(camera.tracks).toHaveLength(2));
    await waitFor(() => expect(camera.isOn).toBe(false));
  });

  it.each([
    ['allowed', null],
    ['refused', 'NotAllowedError'],
  ])('that is %s only when its question was left stays off, and changes nothing at the other', async (_, refusal) => {
    const { asked, decide } = holdFirstPrompt();
    server.answers = [answerTo(1)];
    await open();
    await press('Allow Camera Access');
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    await press('Previous');
    await press('Record New Response');
    await screen.findByText(/^Recording starts in/);
    const wanted = [...camera.tracks];
    camera.refusal = refusal;
    decide();
    await waitFor(() => expect(camera.asked).toHaveLength(2));
    await waitFor(() =>
      expect(camera.tracks.slice(2).map(({ readyState }) => readyState)).toEqual(refusal ? [] : ['ended', 'ended']),
    );
    expect(wanted.map(({ readyState }) => readyState)).toEqual(['live', 'live']);
    expect(screen.queryByText('Camera access denied')).toBeNull();
    await press('Cancel');
    await press('Keep my answer');
    await waitFor(() => expect(camera.isOn).toBe(false));
  });

  it('goes off when the voice alone is to be recorded', async () => {
    await open();
    await allowCamera();
    await press('Other ways to answer');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Record only my voice' }));
    await screen.findByText('Only your voice is recorded.');
    expect(camera.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended', 'live']);
  });

  it('is not asked for while the server has no room', async () => {
    server.on('GET /api/uploads/room', { status: 507, body: { message: 'Full', code: 'full' } });
    await open();
    await press('Allow Camera Access');
    await screen.findAllByText('No room just now');
    expect(camera.asked).toEqual([]);
    expect(screen.getByText('No room for a new recording just now. Please come back later.')).toBeTruthy();
  });

  it('can be left off: then the voice alone is recorded', async () => {
    await open();
    await press('Other ways to answer');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Record only my voice' }));
    await screen.findByText('Only your voice is recorded.');
    expect(camera.asked).toMatchObject([{ video: false }]);
  });

  it.each([
    ['NotAllowedError', 'Microphone access denied'],
    ['NotFoundError', 'No microphone found'],
    ['NotReadableError', 'The microphone could not be opened'],
  ])('is not spoken of when the microphone alone is refused with %s', async (refusal, title) => {
    camera.refusal = refusal;
    await open();
    await press('Other ways to answer');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Record only my voice' }));
    expect((await screen.findByRole('alert')).textContent).toBe(title);
    camera.refusal = null;
    await press('Try Again');
    await screen.findByText('Only your voice is recorded.');
  });

  it('can record without being seen', async () => {
    await open();
    await allowCamera();
    await press('Other ways to answer');
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Hide my picture while I record' }));
    expect(screen.queryByText(/^Your picture is hidden/)).toBeNull();
    await startRecorder();
    await screen.findByText('Your picture is hidden. It is recorded all the same.');
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
    expect(camera.asked).toMatchObject([{ video: {} }]);
  });
});

describe('a recording', () => {
  it('is reviewed and saved, then the next question comes', async () => {
    await open();
    await record();
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    await save();
    await screen.findByRole('heading', { name: 'Life today' });
    expect(calls('POST /api/videos/upload-cloud').map(({ body }) => body)).toMatchObject([
      { questionId: 1, uploadId: 'u1', mimeType: 'video/webm;codecs=vp9,opus' },
    ]);
    expect(await drafts()).toEqual([]);
  });

  it('is played by a large button, which is back when it has ended', async () => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    await open();
    await record();
    const video = screen.getByLabelText('Your recording');
    expect(video).toHaveProperty('controls', false);
    await press('Play');
    expect(play).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(video);
    fireEvent.playing(video);
    expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
    expect(video).toHaveProperty('controls', true);
    fireEvent.ended(video);
    await screen.findByRole('button', { name: 'Play' });
  });

  it.each([
    ['-f lavfi -i color=s=32x32:r=1:d=9 -f lavfi -i sine=d=10', /^Not saved yet\. This device was too slow for most/],
    [
      '-f lavfi -i color=s=32x32:r=20:d=10 -f lavfi -i sine=d=10 -af aselect=lt(t\\,3)+gt(t\\,7)',
      /^Not saved yet\. About 4 seconds of the sound are missing/,
    ],
    ['-f lavfi -i color=s=32x32:r=20:d=10 -f lavfi -i sine=d=10', /^Not saved yet$/],
  ])('made as ffmpeg makes %s is said to be so', async (source, said) => {
    const command = ['-v', 'error', ...source.split(' '), '-c:v', 'libvpx', '-c:a', 'libopus', '-f', 'webm', 'pipe:1'];
    camera.recorded = execFileSync('ffmpeg', command);
    await open();
    await allowCamera();
    await startRecorder();
    passTime(10_000);
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
    await screen.findByText(said, { selector: 'output' });
  });

  it('says how much of it is saved', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.on('POST /api/uploads/process/u1', async () => {
      await promise;
      return { status: 500 };
    });
    await open();
    await record();
    holdTimers(SAVING_HOLD_MS);
    await press('Use this recording');
    await screen.findByText('Saving...', { selector: 'output' });
    expect(screen.getByText('of < 0.1 MB')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Upload of your recording' })).toHaveProperty('value', 85);
    resolve();
    await screen.findByText('Not saved. Your recording is still here: please try again.');
    expect(screen.queryByRole('progressbar', { name: 'Upload of your recording' })).toBeNull();
  });

  it('has room for a quarter of an hour, with a picture and a sound that are worth keeping', async () => {
    const recorders = noteRecorders();
    await open();
    await allowCamera();
    await startRecorder();
    const { videoBitsPerSecond, audioBitsPerSecond } = recorders.at(-1)!;
    const minutes = (VIDEO_MAX_BYTES * 8) / (videoBitsPerSecond + audioBitsPerSecond) / 60;
    expect(minutes).toBeGreaterThanOrEqual(15);
    expect(videoBitsPerSecond).toBeGreaterThanOrEqual(2_000_000);
    expect(audioBitsPerSecond).toBeGreaterThanOrEqual(96_000);
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
  });

  it('keeps the screen on from the countdown until it is saved or discarded', async () => {
    await open();
    await record();
    expect(camera.wakeLocks.requested).toBeGreaterThan(0);
    expect(camera.wakeLocks.held).toBe(1);
    await press('Discard');
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Discard' }));
    await screen.findByText('Ready when you are');
    await waitFor(() => expect(camera.wakeLocks.held).toBe(0));
    await waitFor(async () => expect(await drafts()).toEqual([]));
  });

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
    const shortened = new Set([RECORDER_FIRST_BYTES_MS, 10_000]);
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
      expect(await drafts()).toMatchObject([{ questionId: 1, isWhole: true, isUsed: false, uploadId: undefined }]),
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

  it('takes the keyboard along: to its review, and back to Record', async () => {
    await open();
    await record();
    const review = screen.getByRole('heading', { name: 'Review your recording' });
    await waitFor(() => expect(document.activeElement).toBe(review));
    await press('Redo');
    await screen.findByText('Ready when you are');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Record' })));
  });

  it('leaves the keyboard where it is elsewhere on the page', async () => {
    await open();
    await allowCamera();
    await startRecorder();
    const elsewhere = screen.getByRole('button', { name: 'Settings' });
    elsewhere.focus();
    act(() => camera.tracks[0]?.end());
    await screen.findByRole('heading', { name: 'Review your recording' });
    expect(document.activeElement).toBe(elsewhere);
  });

  it('can be taken along as a file before it is saved', async () => {
    const files: [string, string][] = [];
    jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:recording');
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(this: HTMLAnchorElement) {
      files.push([this.href, this.download]);
    });
    await open();
    await record();
    await press('Download');
    expect(files).toEqual([['blob:recording', expect.stringMatching(/\.webm$/)]]);
  });

  it('that was chosen as a file is let go of without a question: it stays where it was', async () => {
    await open();
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    const picker = document.querySelector('input[type=file]:not([capture])')!;
    fireEvent.change(picker, { target: { files: [new File(['film'], 'mine.mp4', { type: 'video/mp4' })] } });
    await screen.findByRole('heading', { name: 'Review your recording' });
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
    await press('Discard');
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(async () => expect(await drafts()).toEqual([]));
  });

  it('that this browser cannot show is saved all the same', async () => {
    await open();
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    const picker = document.querySelector('input[type=file]:not([capture])')!;
    fireEvent.change(picker, { target: { files: [new File([RECORDED], 'mine.mov', { type: 'video/quicktime' })] } });
    await screen.findByRole('button', { name: 'Play' });
    fireEvent.error(screen.getByLabelText('Your recording'));
    await screen.findByText('This browser cannot show this video. It can be saved all the same.');
    expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
    await press('Use this recording');
    await screen.findAllByText('Video saved');
  });

  it('has a time line, also where its recorder wrote no duration', async () => {
    await open();
    await record();
    const video = screen.getByLabelText<HTMLVideoElement>('Your recording');
    Object.defineProperty(video, 'duration', { configurable: true, value: 12 });
    fireEvent.loadedMetadata(video);
    expect(video.currentTime).toBe(0);
    Object.defineProperty(video, 'duration', { value: Infinity });
    fireEvent.loadedMetadata(video);
    expect(video.currentTime).toBe(Number.MAX_SAFE_INTEGER);
    fireEvent.durationChange(video);
    expect(video.currentTime).toBe(0);
  });

  it('that a camera app made is let go of only after a question, and can be downloaded: it may be nowhere else', async () => {
    await open();
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    const picker = document.querySelector('input[capture]')!;
    fireEvent.change(picker, { target: { files: [new File(['film'], 'mine.mp4', { type: 'video/mp4' })] } });
    await screen.findByRole('button', { name: 'Download' });
    await press('Discard');
    await screen.findByRole('alertdialog');
    await waitFor(async () => expect(await drafts()).toMatchObject([{ origin: 'camera-app', isWhole: true }]));
  });

  it('is not taken from the screen when the story is submitted elsewhere', async () => {
    await open();
    await record();
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    comeBack();
    await waitFor(() => expect(calls('GET /api/auth/user').length).toBeGreaterThan(1));
    await fetch('/api/questions');
    expect(screen.getByRole('heading', { name: 'Review your recording' })).toBeTruthy();
    await press('Discard');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await screen.findByRole('heading', { name: 'Thank You!' });
  });

  it("never becomes somebody else's answer", async () => {
    await open();
    await record();
    server.on('GET /api/auth/user', { body: { ...ANNA, id: 'bert' } });
    await press('Use this recording');
    await screen.findByText('Not saved: you have been signed out.');
    expect(calls('POST /api/uploads/start')).toEqual([]);
  });

  it('is offered again after the page was closed, and can be saved then', async () => {
    await open();
    await record();
    closePage();
    await open();
    await screen.findByRole('heading', { name: 'We kept your recording' });
    await press('Continue and save');
    await screen.findAllByText('Video saved');
    await waitFor(async () => expect(await drafts()).toEqual([]));
  });

  it('is discarded only after a question, and for good', async () => {
    await open();
    await record();
    closePage();
    await open();
    await press('Discard');
    const question = await screen.findByRole('alertdialog');
    expect(await drafts()).toHaveLength(1);
    await userEvent.click(within(question).getByRole('button', { name: 'Discard' }));
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    expect(await drafts()).toEqual([]);
  });

  it('is left to the tab that has it, and offered as soon as that is gone', async () => {
    await open();
    await record();
    await passToAnotherTab();
    await open();
    await screen.findByText('A recording for this question is open in another tab.');
    expect(screen.queryByRole('button', { name: 'Continue and save' })).toBeNull();
    closeTab();
    await screen.findByRole('button', { name: 'Continue and save' });
  });

  it('that another tab has saved is the answer here as soon as that lets go of it', async () => {
    await open();
    await record();
    const draft = await passToAnotherTab();
    await open();
    await screen.findByText('A recording for this question is open in another tab.');
    stopLooks();
    await new LocalDraftStore().remove(draft);
    server.answers = [answerTo(1)];
    closeTab();
    await screen.findByLabelText('Your answer');
    screen.getByText('Saved');
  });

  it('is continued also in a browser without locks', async () => {
    const locks = Object.getOwnPropertyDescriptor(navigator, 'locks')!;
    Reflect.deleteProperty(navigator, 'locks');
    try {
      await open();
      await record();
      closePage();
      await open();
      await press('Continue and save');
      await screen.findAllByText('Video saved');
    } finally {
      Object.defineProperty(navigator, 'locks', locks);
    }
  });

  it('that another tab has left behind since is offered once this one is looked at again', async () => {
    await open();
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    const left = { participantId: ANNA.id, questionId: 1, id: 'left', pieces: 1, bytes: 4, isWhole: true };
    const { blob: _, draft: __, ...about } = sampleRecording();
    await new LocalDraftStore().write({ ...about, ...left, uploadId: undefined }, new ArrayBuffer(left.bytes));
    expect(screen.queryByRole('heading', { name: 'We kept your recording' })).toBeNull();
    comeBack();
    await screen.findByRole('heading', { name: 'We kept your recording' });
  });
});

describe('a stored answer', () => {
  it('is shown at its question, and replaced only by a new one', async () => {
    await openAnswered();
    expect(screen.getByLabelText('Your answer').getAttribute('src')).toBe('/api/videos/stream/answer-1');
    expect(screen.getByText('Saved')).toBeTruthy();
    await press('Record New Response');
    await screen.findAllByText('Replace existing recording');
    await screen.findByText('Recording starts in a moment');
    await press('Cancel');
    expect(camera.isOn).toBe(true);
    await press('Keep my answer');
    await screen.findByLabelText('Your answer');
    await waitFor(() => expect(camera.isOn).toBe(false));
  });

  it.each([
    [404, 'Failed to load video'],
    [200, 'Video playback error'],
  ])('that does not play says why (%i), and can be tried again', async (status, title) => {
    server.on('HEAD /api/videos/stream/answer-1', { status });
    await openAnswered();
    fireEvent.error(await screen.findByLabelText('Your answer'));
    const heading = await screen.findByRole('heading', { name: title });
    expect(heading.closest('[role=alert]')).not.toBeNull();
    await press('Try Again');
    expect(screen.getByText('Loading video...')).toBeTruthy();
  });

  it('whose connection was lost is no fault of the device, also where it is back', async () => {
    server.on('HEAD /api/videos/stream/answer-1', { status: 200 });
    await openAnswered();
    const video = await screen.findByLabelText('Your answer');
    const MEDIA_ERR_NETWORK = 2;
    Object.defineProperty(video, 'error', { value: { code: MEDIA_ERR_NETWORK } });
    fireEvent.error(video);
    await screen.findByRole('heading', { name: 'Failed to load video' });
    expect(screen.queryByText('Unable to play this video on your device')).toBeNull();
  });
});
