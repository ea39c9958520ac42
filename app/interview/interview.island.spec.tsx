import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { toastStore } from '../shared/ui/toast-store.js';
import { FakeCamera } from '../testing/fake-camera.js';
import { ANNA, answerTo, InterviewServer } from '../testing/interview-server.js';
import InterviewIsland from './interview.island.js';
import { LocalDraftStore } from './local-drafts/local-draft-store.js';

let server: InterviewServer;
let camera: FakeCamera;
let skippedMs: number;
const now = performance.now.bind(performance);

beforeEach(() => {
  server = new InterviewServer();
  camera = new FakeCamera().install();
  globalThis.indexedDB = new IDBFactory();
  skippedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
  visited.length = 0;
});
afterEach(() => {
  jest.restoreAllMocks();
  toastStore.clear();
  cleanup();
  closeTab();
  return server.close();
});

const open = async (documentaryUrl: string | null = null) => {
  await server.open('/');
  render(<InterviewIsland documentaryUrl={documentaryUrl} />);
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const calls = (call: string) => server.received.filter((received) => received.call === call);
/** What this browser keeps of Anna's recordings. */
const drafts = () => new LocalDraftStore().findAllOf(ANNA.id);
const countDown = async () => {
  await screen.findByText(/^Recording starts in \d seconds?$/);
  skippedMs += 3_000;
  await screen.findByRole('timer');
  // The recorder starts after its sign is drawn.
  await waitFor(async () => expect(await drafts()).toMatchObject([{ pieces: 1 }]));
};
const startRecording = async () => {
  await press('Allow Camera Access');
  await screen.findByText('Ready when you are');
  await press('Record');
  await countDown();
};
/** From the opened interview to the recording that can be reviewed. */
const record = async () => {
  await startRecording();
  await press('Stop');
  await screen.findByRole('heading', { name: 'Review your recording' });
};
/** The page is looked at again, after another tab or another device. */
const comeBack = () => act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
/** Which of the page's own listeners, of those added from now on, are still there. */
const noteListeners = () => {
  const types = ['visibilitychange', 'online', 'hashchange', 'beforeunload'];
  const left = new Set<string>();
  const names = new Map<unknown, string>();
  for (const target of [document, window]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    jest.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown, options?: unknown) => {
      const name = `${type} ${names.size}`;
      const signal = (options as AddEventListenerOptions | undefined)?.signal;
      if (types.includes(type)) left.add(name);
      signal?.addEventListener('abort', () => left.delete(name));
      names.set(listener, name);
      add.call(target, type, listener as EventListener, options as AddEventListenerOptions);
    });
    jest.spyOn(target, 'removeEventListener').mockImplementation((type: string, listener: unknown) => {
      left.delete(names.get(listener) ?? '');
      remove.call(target, type, listener as EventListener);
    });
  }
  return () => [...left];
};
/** The page is gone, as when the browser was closed; with it its locks, unless it is another tab that lives on. */
const closePage = () => {
  cleanup();
  closeTab();
};
const save = async () => {
  await press('Use this recording');
  await screen.findAllByText('Video saved');
};
const goBack = async () => {
  server.answers = [answerTo(1)];
  await open();
  await press('Previous');
};

describe('the interview', () => {
  it('says that it loads, then shows the first question that is not answered', async () => {
    server.answers = [answerTo(1)];
    await open();
    expect(screen.getByText('Loading questions...')).toBeTruthy();
    await screen.findByRole('heading', { name: 'Life today' });
    expect(screen.getByText('Question 2 of 2')).toBeTruthy();
    expect(screen.getByText('50 %')).toBeTruthy();
  });

  it('says when it cannot be loaded, and tries again', async () => {
    server.on('GET /api/questions', { status: 500 });
    await open();
    await screen.findByRole('heading', { name: 'The interview could not be loaded' });
    server.on('GET /api/questions', { body: [] });
    await press('Try Again');
    await screen.findByText('No questions found.');
    expect(screen.getByText('Please check the database setup.')).toBeTruthy();
  });

  it('waits for a server that is away, says so calmly, and comes by itself', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let isAway = true;
    server.on('GET /api/questions', () => {
      if (!isAway) return { body: [] };
      resolve();
      return { status: 503, body: { message: 'Shortly.', code: 'away' } };
    });
    await open();
    await promise;
    await screen.findByText('We are away for a moment. Nothing is lost, and this page goes on by itself.');
    expect(screen.getByText('Loading questions...')).toBeTruthy();
    isAway = false;
    await screen.findByText('No questions found.');
    expect(screen.queryByText(/^We are away for a moment/)).toBeNull();
  });

  it('leads to the landing page whoever is signed out', async () => {
    server.on('GET /api/auth/user', { status: 401, body: { message: 'Unauthorized' } });
    await open();
    await waitFor(() => expect(visited).toEqual(['/']));
  });

  it('says why there is no way on yet', async () => {
    await open();
    await press('Next');
    await screen.findAllByText('Question not answered');
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('heading', { name: 'Life before' })).toBeTruthy();
  });
});

describe('the camera', () => {
  it.each([
    ['NotAllowedError', 'Camera access denied', /^Please allow access to your camera in your browser settings\./],
    ['NotFoundError', 'No camera found', /./],
    ['NotReadableError', 'The camera could not be opened', /./],
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

  it('is not asked for again in a browser that cannot record', async () => {
    camera.uninstall();
    await open();
    await press('Allow Camera Access');
    expect((await screen.findByRole('alert')).textContent).toBe('Browser not supported');
    expect(screen.getAllByText('Please use a modern browser like Chrome, Firefox, or Edge.')).not.toEqual([]);
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it('that is unplugged is told of', async () => {
    await open();
    await press('Allow Camera Access');
    await screen.findByText('Ready when you are');
    act(() => camera.tracks[0]?.end());
    expect((await screen.findByRole('alert')).textContent).toBe('The camera stopped');
    expect(camera.isOn).toBe(false);
  });

  it('goes off with the page', async () => {
    await open();
    await press('Allow Camera Access');
    await screen.findByText('Ready when you are');
    cleanup();
    expect(camera.isOn).toBe(false);
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
});

describe('a recording', () => {
  it('is reviewed and saved, then the next question comes', async () => {
    await open();
    await record();
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    await save();
    // As long as the saved recording is shown, the focus stays with it.
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Review your recording' }));
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

  it('says how much of it is saved', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.on('POST /api/uploads/process/u1', async () => {
      await promise;
      return { status: 500 };
    });
    await open();
    await record();
    await press('Use this recording');
    await screen.findByText('Saving...', { selector: 'output' });
    expect(screen.getByText('of < 0.1 MB')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Upload of your recording' })).toHaveProperty('value', 85);
    resolve();
    await screen.findByText('Not saved. Your recording is still here: please try again.');
    expect(screen.queryByRole('progressbar', { name: 'Upload of your recording' })).toBeNull();
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
    camera.cannotRecord = true;
    await open();
    await press('Allow Camera Access');
    await screen.findByText('Ready when you are');
    await press('Record');
    await screen.findByText(/^Recording starts in \d seconds?$/);
    skippedMs += 3_000;
    const refusal = 'Recording could not start. Your device may not support it.';
    expect((await screen.findByRole('alert')).textContent).toBe(refusal);
    // One of each is the screen's own, which tells when the camera is unplugged.
    expect(camera.tracks.map((track) => track.listeners)).toEqual([1, 1]);
  });

  it('of nothing at all is told of, and can be made again', async () => {
    camera.recordsNothing = true;
    await open();
    await press('Allow Camera Access');
    await screen.findByText('Ready when you are');
    await press('Record');
    await screen.findByText(/^Recording starts in \d seconds?$/);
    skippedMs += 3_000;
    await screen.findAllByText('Error processing video');
    await screen.findAllByText('There was an error processing your video. Please try again.');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Record' })).toHaveProperty('disabled', false));
  });

  it('that is cut short is kept, and it is said why', async () => {
    await open();
    await startRecording();
    act(() => camera.tracks[0]?.end());
    await screen.findByText('Camera or microphone stopped. What you recorded is kept, but not saved yet.');
    await press('Redo');
    await waitFor(() => expect(camera.isOn).toBe(true));
    await screen.findByText('Ready when you are');
    await press('Record');
    await countDown();
    jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await screen.findByText('Recording stopped when you left the page. What you recorded is kept, but not saved yet.');
  });

  it('leaves no listener behind', async () => {
    const listeners = noteListeners();
    await open();
    await record();
    expect(camera.tracks.map((track) => track.listeners)).toEqual([1, 1]);
    cleanup();
    expect(camera.tracks.map((track) => track.listeners)).toEqual([0, 0]);
    expect(listeners()).toEqual([]);
  });

  it('is still here after a failed save, which can be tried again', async () => {
    server.on('POST /api/videos/upload-cloud', { status: 415, body: { message: 'No', code: 'x' } });
    await open();
    await record();
    await press('Use this recording');
    await screen.findByText('Not saved. Your recording is still here: please try again.');
    await screen.findAllByText('Failed to save video');
    await screen.findAllByText('There was an error saving your video. Please try again.');
    expect(await drafts()).toMatchObject([{ questionId: 1, isWhole: true }]);
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
    await userEvent.click(screen.getByRole('link', { name: 'Sign in again' }));
    await waitFor(() => expect(visited).toEqual(['/#resume']));
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
    // The other tab lives on: only what it shows is out of the way.
    cleanup();
    await open();
    await screen.findByText('A recording for this question is open in another tab.');
    expect(screen.queryByRole('button', { name: 'Continue and save' })).toBeNull();
    closeTab();
    await screen.findByRole('button', { name: 'Continue and save' });
  });
});

describe('a stored answer', () => {
  it('is shown at its question, and replaced only by a new one', async () => {
    await goBack();
    expect(screen.getByLabelText('Your answer').getAttribute('src')).toBe('/api/videos/stream/answer-1');
    expect(screen.getByText('Saved')).toBeTruthy();
    await press('Record New Response');
    await screen.findAllByText('Replace existing recording');
    await screen.findByText('Recording starts in 3 seconds');
    await press('Cancel');
    await press('Keep my answer');
    await screen.findByLabelText('Your answer');
  });

  it.each([
    [404, 'Failed to load video'],
    [200, 'Video playback error'],
  ])('that does not play says why (%i), and can be tried again', async (status, title) => {
    server.on('HEAD /api/videos/stream/answer-1', { status });
    await goBack();
    fireEvent.error(await screen.findByLabelText('Your answer'));
    await screen.findByRole('heading', { name: title });
    await press('Try Again');
    expect(screen.getByText('Loading video...')).toBeTruthy();
  });
});

describe('the last step', () => {
  const photo = {
    id: 'p1',
    filename: 'p1.jpg',
    originalName: 'garden.jpg',
    imageData: 'data:image/jpeg;base64,',
    mimeType: 'image/jpeg',
    fileSize: 1,
    description: '',
  };
  beforeEach(() => {
    server.answers = [answerTo(1), answerTo(2)];
    server.on('GET /api/photos', { body: [photo] });
    localStorage.clear();
  });

  it('asks for at least one photo', async () => {
    server.on('GET /api/photos', { body: [] });
    await open();
    await screen.findByText('No photos added yet');
    expect(screen.getByText('Final Step / Survey Complete!')).toBeTruthy();
    expect(screen.getByText('100 %')).toBeTruthy();
    expect(screen.getByText(/before and after.*what you spoke about in the interview/)).toBeTruthy();
    await press('Submit');
    await screen.findAllByText('Photo required');
    expect(calls('PATCH /api/user/status')).toEqual([]);
  });

  it('takes a photo that was added elsewhere, seen or not', async () => {
    server.on('GET /api/photos', { body: [] });
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    await open();
    await screen.findByText('No photos added yet');
    server.on('GET /api/photos', { body: [photo] });
    await press('Submit');
    await screen.findByRole('heading', { name: 'Thank You!' });
    expect(screen.queryByText('Photo required')).toBeNull();
  });

  it('shows what was added elsewhere once it is looked at again', async () => {
    server.on('GET /api/photos', { body: [] });
    await open();
    await screen.findByText('No photos added yet');
    server.on('GET /api/photos', { body: [photo] });
    comeBack();
    await screen.findByText('1 photo saved');
  });

  it('says thank you where the story was submitted elsewhere', async () => {
    await open();
    await screen.findByText('1 photo saved');
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    comeBack();
    await screen.findByRole('heading', { name: 'Thank You!' });
    await screen.findAllByText('Your story was submitted');
  });

  it('keeps the photos that are not added yet while one goes back to a question, where it is said', async () => {
    await open();
    await screen.findByText('1 photo saved');
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await userEvent.upload(picker, new File(['data'], 'garden.jpg', { type: 'image/jpeg' }));
    await userEvent.type(await screen.findByLabelText('Description (optional)'), 'My garden');
    await press('Previous');
    await screen.findByText(/some photos are not added yet/i);
    await press('Continue to Photos');
    expect(await screen.findByLabelText('Description (optional)')).toHaveProperty('value', 'My garden');
  });

  it('submits the story, and says thank you', async () => {
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    await open();
    await screen.findByText('1 photo saved');
    await press('Submit');
    await screen.findByRole('heading', { name: 'Thank You!' });
    expect(calls('PATCH /api/user/status').map(({ body }) => body)).toEqual([{ status: 'submitted' }]);
    expect(screen.queryByText(/has not reached us yet/)).toBeNull();
  });

  it('goes on sending a submission that did not arrive, also after a reload', async () => {
    server.on('PATCH /api/user/status', 'cut');
    await open();
    await screen.findByText('1 photo saved');
    await press('Submit');
    await screen.findByText(/Your submission has not reached us yet/);
    closePage();
    await open();
    await screen.findByText(/Your submission has not reached us yet/);
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(/Your submission has not reached us yet/)).toBeNull());
    const sent = calls('PATCH /api/user/status').length;
    dispatchEvent(new Event('online'));
    await fetch('/api/questions');
    expect(calls('PATCH /api/user/status')).toHaveLength(sent);
  });

  it('leads back to a question that turns out to be open', async () => {
    server.on('PATCH /api/user/status', {
      status: 409,
      body: { code: 'questions_missing', message: 'One is missing.' },
    });
    await open();
    await screen.findByText('1 photo saved');
    server.answers = [answerTo(1)];
    await press('Submit');
    await screen.findByRole('heading', { name: 'Life today' });
    await screen.findAllByText('One is missing.');
  });

  it('says when the session has ended', async () => {
    server.on('PATCH /api/user/status', { status: 401, body: { message: 'Unauthorized' } });
    await open();
    await screen.findByText('1 photo saved');
    await press('Submit');
    expect((await screen.findByRole('alert')).textContent).toContain('Everything you added is saved.');
  });

  it('says what to do about a photo that could not be added since the session has ended', async () => {
    server.on('POST /api/uploads/start', { status: 401, body: { message: 'Unauthorized' } });
    await open();
    await screen.findByText('1 photo saved');
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await userEvent.upload(picker, new File(['data'], 'garden.jpg', { type: 'image/jpeg' }));
    await press('Add this photo');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Keep this page open, sign in again in another tab',
    );
  });

  it('needs no photos where staff said so', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, photosNeeded: false } });
    await open();
    await screen.findByRole('heading', { name: 'Submit your story' });
    expect(calls('GET /api/photos')).toEqual([]);
  });

  it('is over for whoever has submitted: it says what is kept and what comes, and leads on', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    server.on('GET /api/photos', { body: [photo, { ...photo, id: 'p2' }] });
    const drawing = document.createElement('template');
    drawing.dataset['dusk'] = '';
    drawing.innerHTML = '<svg data-testid="dusk"></svg>';
    document.body.append(drawing);
    await open();
    await screen.findByRole('heading', { name: 'Thank You!' });
    expect(screen.getByText('Anna')).toBeTruthy();
    expect(screen.getByText(/Our producers will send you an e-mail when your video is ready\.$/)).toBeTruthy();
    expect(screen.getByTestId('dusk')).toBeTruthy();
    await screen.findByText('2 answers and 2 photos are kept safely.');
    const next = within(screen.getByRole('region', { name: 'What happens next' }));
    expect(next.getAllByRole('listitem')).toHaveLength(3);
    expect(next.getByText(/We write to anna@example.org/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Watch Stories' }).getAttribute('href')).toBe('/stories');
    expect(screen.queryByRole('button', { name: 'Take a break' })).toBeNull();
    expect(screen.queryByRole('link', { name: /Visit the documentary/ })).toBeNull();
    drawing.remove();
  });

  it('leads to the documentary where that has a site', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    await open('https://film.example.org/');
    const link = await screen.findByRole('link', { name: 'Visit the documentary' });
    expect(link.getAttribute('href')).toBe('https://film.example.org/');
  });

  it('takes back what it said of a failed try, once the story is handed in', async () => {
    server.on('GET /api/photos', { body: [] });
    await open();
    await screen.findByText('No photos added yet');
    await press('Submit');
    await screen.findAllByText('Photo required');
    server.on('GET /api/auth/user', { body: { ...ANNA, photosNeeded: false } });
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    closePage();
    await open();
    await press('Submit');
    await screen.findByRole('heading', { name: 'Thank You!' });
    await waitFor(() => expect(screen.queryByText('Photo required')).toBeNull());
  });
});

describe('what was begun under the e-mail before', () => {
  const unclaimed = {
    firstName: 'Eve',
    lastName: 'Else',
    instagram: null,
    tiktok: null,
    isSubmitted: false,
    answers: 2,
    photos: 0,
    begunAt: '2026-11-01T10:00:00.000Z',
    lastAt: '2026-11-02T10:00:00.000Z',
  };
  beforeEach(() => server.on('GET /api/auth/user', { body: { ...ANNA, unclaimed } }));

  it('is given back to whoever says that it is theirs', async () => {
    server.on('POST /api/user/unclaimed/claim', { status: 204 });
    await open();
    await screen.findByText('Is this yours?');
    await press('These are mine');
    await waitFor(() => expect(visited).toEqual(['/']));
  });

  it('is deleted only with the owner’s own name', async () => {
    server.on('POST /api/user/unclaimed/discard', { status: 204 });
    await open();
    await press('Not mine');
    await press('Delete it');
    await screen.findByText('Please enter your first name.');
    expect(calls('POST /api/user/unclaimed/discard')).toEqual([]);
    await userEvent.type(screen.getByRole('textbox', { name: 'First name' }), 'Anna');
    await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), 'Berg');
    await press('Delete it');
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(calls('POST /api/user/unclaimed/discard')[0]?.body).toEqual({ firstName: 'Anna', lastName: 'Berg' });
  });

  it('can be put off, and asked about again', async () => {
    await open();
    await press('Decide later');
    await screen.findByRole('heading', { name: 'Life before' });
    await press('Is this yours?');
    await screen.findByRole('button', { name: 'These are mine' });
  });
});
