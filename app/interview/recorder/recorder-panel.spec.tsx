import { execFileSync } from 'node:child_process';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  allowCamera,
  calls,
  camera,
  drafts,
  holdTimers,
  noteRecorders,
  open,
  openAnswered,
  passTime,
  press,
  record,
  save,
  server,
  startRecorder,
  useInterview,
} from '../../testing/interview-screen.js';
import { VIDEO_MAX_BYTES } from '../../../api/contract/common/limits.js';
import { SAVING_HOLD_MS } from '../../../api/contract/common/screen-numbers.js';
import { RECORDED } from '../../testing/fake-camera.js';

useInterview();

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
