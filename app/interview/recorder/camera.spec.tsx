import { jest } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  allowCamera,
  camera,
  open,
  press,
  server,
  startRecorder,
  useInterview,
} from '../../testing/interview-screen.js';
import { answerTo } from '../../testing/interview-server.js';

useInterview();

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
