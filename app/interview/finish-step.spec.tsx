import { jest } from '@jest/globals';
import { PHOTOS_CONSENT } from '../../api/contract/consent/consent.js';
import { TOAST_DURATION_MS } from '../../api/contract/common/screen-numbers.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  calls,
  closePage,
  comeBack,
  holdTimers,
  open,
  press,
  server,
  stopLooks,
  useInterview,
} from '../testing/interview-screen.js';
import { toastStore } from '../shared/ui/toast-store.js';
import { ANNA, answerTo, CONSENT_GIVEN, draftOf } from '../testing/interview-server.js';
import { FINISH_MESSAGES } from './common/interview.messages.js';
import { unconfirmedSubmissions } from './submit/submission.js';

useInterview();

const tick = globalThis.setInterval;
afterEach(() => {
  globalThis.setInterval = tick;
});

const RETRY_MS = 30_000;
/** Nothing is sent again by itself from now on. */
const holdRetries = () => {
  globalThis.setInterval = ((run: () => void, ms?: number) =>
    tick(ms === RETRY_MS ? () => undefined : run, ms)) as typeof setInterval;
};

const AS_PRESSED = { openSince: ANNA.openSince, earlierRecordings: [] };
const bodies = () => calls('PATCH /api/user/status').map(({ body }) => body);

/** Both questions are answered, the first with recordings that are not its answer. */
const withEarlier = (...ids: string[]) => {
  const { earlierRecordings: _, ...recording } = answerTo(1, { isChosen: false });
  return [answerTo(1, { earlierRecordings: ids.map((id) => ({ ...recording, id })) }), answerTo(2)];
};

/** On a line that is cut, and then the page is closed. */
const submitInVain = async () => {
  server.on('PATCH /api/user/status', 'cut');
  await open();
  await screen.findByText('1 photo saved');
  await press('Submit');
  await screen.findByText(/Your submission has not reached us yet/);
  closePage();
};

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

  it('shows that a photo is missing that was deleted in another tab', async () => {
    server.on('PATCH /api/user/status', { status: 409, body: { code: 'photo_required', message: 'A photo.' } });
    await open();
    await screen.findByText('1 photo saved');
    stopLooks();
    server.on('GET /api/photos', { body: [] });
    await press('Submit');
    await screen.findAllByText('Photo required');
    await screen.findByText('No photos added yet');
  });

  it('says to whoever gives no photos that all is saved, also where the browser keeps nothing', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, photosNeeded: false } });
    await open();
    await screen.findByText('All your answers are saved. Submit them when you are ready.');
    closePage();
    Reflect.deleteProperty(globalThis, 'indexedDB');
    await open();
    await screen.findByText('All your answers are saved. Submit them when you are ready.');
  });

  it('asks whoever is not recorded whether they would add photos, and takes a no', async () => {
    server.on('GET /api/photos', { body: [] });
    const refused = { ...CONSENT_GIVEN, recording: 'refused' as const, words: true };
    server.on('GET /api/consent', { body: refused });
    await open();
    await press('Read the questions first');
    await screen.findByText(PHOTOS_CONSENT.text);
    expect(screen.queryByRole('button', { name: 'Choose photos' })).toBeNull();
    server.on('POST /api/consent/photos', { body: { ...refused, photos: false } });
    await press('Go on without photos');
    await screen.findByRole('heading', { name: FINISH_MESSAGES.withoutPhotosHeading });
    server.on('POST /api/consent/photos', { body: { ...refused, photos: true } });
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    await press('Submit');
    await screen.findByRole('heading', { name: 'Thank You!' });
  });

  it('says that it does not know yet whether photos may be kept, and asks on', async () => {
    server.on('GET /api/photos', { body: [] });
    const refused = { ...CONSENT_GIVEN, recording: 'refused' as const, words: true };
    server.on('GET /api/consent', { body: refused });
    server.on('POST /api/consent/photos', { status: 409, body: { code: 'x', message: 'These words have changed.' } });
    await open();
    await press('Read the questions first');
    await press('Yes, keep my photos');
    await screen.findByText('These words have changed.');
    server.on('POST /api/consent/photos', 'cut');
    await press('Yes, keep my photos');
    await screen.findByText('That did not work just now. Please try again.');
    screen.getByText(PHOTOS_CONSENT.text);
    expect(screen.queryByRole('button', { name: 'Choose photos' })).toBeNull();
  });

  it('takes photos of whoever is not recorded, after one press', async () => {
    server.on('GET /api/photos', { body: [] });
    const refused = { ...CONSENT_GIVEN, recording: 'refused' as const, words: true };
    server.on('GET /api/consent', { body: refused });
    await open();
    await press('Read the questions first');
    server.on('POST /api/consent/photos', { body: { ...refused, photos: true } });
    await press('Yes, keep my photos');
    await screen.findByText('No photos added yet');
    screen.getByRole('button', { name: 'Choose photos' });
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

  it('stays where it is while a question is open, and says thank you afterwards', async () => {
    server.on('GET /api/recording-drafts', { body: [draftOf(1)] });
    await open();
    await press('Discard');
    await screen.findByRole('alertdialog', { name: 'Discard this recording?' });
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    const asked = calls('GET /api/auth/user').length;
    comeBack();
    await waitFor(() => expect(calls('GET /api/auth/user').length).toBeGreaterThan(asked));
    await expect(screen.findByRole('heading', { name: 'Thank You!' }, { timeout: 300 })).rejects.toThrow('Thank You!');
    screen.getByRole('alertdialog', { name: 'Discard this recording?' });
    await press('Keep it');
    await screen.findByRole('heading', { name: 'Thank You!' });
  });

  it('keeps the photos that are not added yet where the story was submitted elsewhere, and says so', async () => {
    await open();
    await screen.findByText('1 photo saved');
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await userEvent.upload(picker, new File(['data'], 'garden.jpg', { type: 'image/jpeg' }));
    await userEvent.type(await screen.findByLabelText('Description (optional)'), 'My garden');
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    comeBack();
    const said = await screen.findByText(/The photos below are not part of it\.$/);
    expect(said.closest('[role=alert]')).not.toBeNull();
    await expect(screen.findByRole('heading', { name: 'Thank You!' }, { timeout: 300 })).rejects.toThrow('Thank You!');
    server.on('POST /api/user/reopen', { body: { status: 'in_progress', openSince: ANNA.openSince } });
    server.on('GET /api/auth/user', { body: ANNA });
    await press('Reopen my story');
    const question = within(await screen.findByRole('alertdialog', { name: 'Reopen your story?' }));
    await userEvent.click(question.getByRole('button', { name: 'Reopen my story' }));
    await waitFor(() => expect(screen.queryByText(/The photos below are not part of it/)).toBeNull());
    expect(screen.getByLabelText('Description (optional)')).toHaveProperty('value', 'My garden');
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
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Upload photos of your life' }));
    expect(await screen.findByLabelText('Description (optional)')).toHaveProperty('value', 'My garden');
  });

  it('submits the story, and says thank you', async () => {
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    await open();
    await screen.findByText('1 photo saved');
    await press('Submit');
    const heading = await screen.findByRole('heading', { name: 'Thank You!' });
    expect(document.activeElement).toBe(heading);
    expect(bodies()).toEqual([{ status: 'submitted', earlierRecordings: [] }]);
    expect(screen.queryByText(/has not reached us yet/)).toBeNull();
  });

  it('says which recordings go, as they were shown, and shows anew which do where others came since', async () => {
    const message = 'Please look at them, then submit again.';
    server.answers = withEarlier('r1');
    await open();
    await screen.findByText(/^One earlier recording is not part of your story/);
    server.answers = withEarlier('r1', 'r2');
    server.on('PATCH /api/user/status', { status: 409, body: { code: 'recordings_changed', message } });
    stopLooks();
    await press('Submit');
    await screen.findAllByText(message);
    await screen.findByText(/^2 earlier recordings are not part of your story/);
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    await press('Submit');
    await screen.findByRole('heading', { name: 'Thank You!' });
    expect(bodies()).toEqual([
      { status: 'submitted', earlierRecordings: ['r1'] },
      { status: 'submitted', earlierRecordings: ['r1', 'r2'] },
    ]);
  });

  it('goes on sending a submission that did not arrive, also after a reload', async () => {
    server.on('PATCH /api/user/status', 'cut');
    await open();
    await screen.findByText('1 photo saved');
    await press('Submit');
    await screen.findByText(/Your submission has not reached us yet/);
    closePage();
    holdRetries();
    await open();
    await screen.findByText(/Your submission has not reached us yet/);
    // As it was pressed, as the thanks were shown, and on this page: none is on its way any more.
    await waitFor(() => expect(calls('PATCH /api/user/status')).toHaveLength(3));
    // What is not handed in cannot be taken back.
    expect(screen.queryByRole('button', { name: 'Reopen my story' })).toBeNull();
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(/Your submission has not reached us yet/)).toBeNull());
    screen.getByRole('button', { name: 'Reopen my story' });
    const sent = calls('PATCH /api/user/status').length;
    dispatchEvent(new Event('online'));
    await fetch('/api/questions');
    expect(calls('PATCH /api/user/status')).toHaveLength(sent);
  });

  it('goes on sending it by itself until it arrives', async () => {
    globalThis.setInterval = ((run: () => void, ms?: number) =>
      tick(run, ms === RETRY_MS ? 20 : ms)) as typeof setInterval;
    server.on('PATCH /api/user/status', 'cut');
    await open();
    await screen.findByText('1 photo saved');
    await press('Submit');
    // As it is pressed, as the thanks are shown, and twice since.
    await waitFor(() => expect(calls('PATCH /api/user/status').length).toBeGreaterThan(3));
    screen.getByText(/Your submission has not reached us yet/);
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    await waitFor(() => expect(screen.queryByText(/Your submission has not reached us yet/)).toBeNull());
  });

  it('names, as it is sent again, what was open and shown as it was pressed, and leads back where that was reopened since', async () => {
    server.answers = withEarlier('r1');
    await submitInVain();
    server.on('PATCH /api/user/status', { status: 409, body: { code: 'reopened', message: 'You have reopened it.' } });
    server.answers = withEarlier('r1', 'r2');
    server.on('GET /api/auth/user', { body: { ...ANNA, openSince: '2026-11-21T08:00:00.000Z' } });
    await open();
    await screen.findAllByText('You have reopened it.');
    await screen.findByText('1 photo saved');
    const asPressed = { status: 'submitted', openSince: ANNA.openSince, earlierRecordings: ['r1'] };
    expect(bodies().at(-1)).toEqual(asPressed);
    expect(localStorage.getItem('pending-submission')).toBeNull();
  });

  it('leads back once where it is sent again while an earlier try is under way', async () => {
    holdRetries();
    server.on('PATCH /api/user/status', 'cut');
    await open();
    await screen.findByText('1 photo saved');
    await press('Submit');
    await screen.findByText(/Your submission has not reached us yet/);
    await waitFor(() => expect(bodies()).toHaveLength(2));
    const refused = { status: 409, body: { code: 'reopened', message: 'You have reopened it.' } };
    const late = Promise.withResolvers<typeof refused>();
    server.on('PATCH /api/user/status', () => late.promise);
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(bodies()).toHaveLength(3));
    server.on('PATCH /api/user/status', refused);
    dispatchEvent(new Event('online'));
    await screen.findByText('1 photo saved');
    await press('Previous');
    await screen.findByRole('heading', { name: 'Life today' });
    await act(async () => {
      late.resolve(refused);
      await fetch('/api/questions');
    });
    screen.getByRole('heading', { name: 'Life today' });
  });

  it('sends nothing again for whoever has signed in since, keeps it for its person, and says so', async () => {
    server.on('PATCH /api/user/status', 'cut');
    await open();
    await screen.findByText('1 photo saved');
    await press('Submit');
    await screen.findByText(/Your submission has not reached us yet/);
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    server.session = 'bea';
    const sent = calls('PATCH /api/user/status').length;
    act(() => void dispatchEvent(new Event('online')));
    await screen.findByText(/Sign in again to submit your story/);
    expect(screen.queryByText(/Your story was submitted/)).toBeNull();
    expect(calls('PATCH /api/user/status')).toHaveLength(sent);
    expect(unconfirmedSubmissions.find(ANNA.keptUnder[0])).toEqual(AS_PRESSED);
  });

  it('keeps a submission that did not arrive for its person while somebody else submits here', async () => {
    const bea = { ...ANNA, id: 'bea', firstName: 'Bea', keptUnder: ['bea'] };
    await submitInVain();
    server.on('GET /api/auth/user', { body: bea });
    await submitInVain();
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    await open();
    await waitFor(() => expect(unconfirmedSubmissions.find('bea')).toBeNull());
    // As the next page finds it.
    expect(localStorage.getItem('pending-submission')).toBe(`anna=${ANNA.openSince},`);
    closePage();
    const before = calls('PATCH /api/user/status').length;
    server.on('GET /api/auth/user', { body: ANNA });
    await open();
    await screen.findByRole('heading', { name: 'Thank You!' });
    await waitFor(() => expect(calls('PATCH /api/user/status')).toHaveLength(before + 1));
    await waitFor(() => expect(unconfirmedSubmissions.find('anna')).toBeNull());
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
    const heading = await screen.findByRole('heading', { name: 'Life today' });
    expect(document.activeElement).toBe(heading);
    await screen.findAllByText('One is missing.');
  });

  it('says when the session has ended', async () => {
    server.on('PATCH /api/user/status', { status: 401, body: { message: 'Unauthorized' } });
    await open();
    await screen.findByText('1 photo saved');
    await press('Submit');
    expect((await screen.findByRole('alert')).textContent).toContain('Everything you added is saved.');
  });

  it('hands in nothing of whoever has signed in since in another tab, and says so', async () => {
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    await open();
    await screen.findByText('1 photo saved');
    server.session = 'bea';
    await press('Submit');
    expect((await screen.findByRole('alert')).textContent).toContain('Everything you added is saved.');
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Resume your interview' }).target).toBe('');
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await userEvent.upload(picker, new File(['data'], 'garden.jpg', { type: 'image/jpeg' }));
    await press('Add this photo');
    await screen.findByText(/Keep this page open, sign in again in another tab/);
    expect([...calls('PATCH /api/user/status'), ...calls('POST /api/uploads/start')]).toEqual([]);
  });

  it('does not take the story of somebody else for handed in, whatever the server says', async () => {
    await open();
    await screen.findByText('1 photo saved');
    server.on('GET /api/auth/user', { body: { ...ANNA, id: 'bea', status: 'submitted' } });
    const asked = calls('GET /api/auth/user').length;
    comeBack();
    await waitFor(() => expect(calls('GET /api/auth/user').length).toBeGreaterThan(asked));
    await expect(screen.findByRole('heading', { name: 'Thank You!' }, { timeout: 300 })).rejects.toThrow('Thank You!');
  });

  it('is not shown to whoever comes back to it by the Back button after it was left', async () => {
    await open();
    await screen.findByText('1 photo saved');
    act(() => void dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true })));
    expect(screen.queryByText('1 photo saved')).toBeNull();
    server.session = 'bea';
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await screen.findByText(/^You have been signed out\./);
    expect(screen.queryByText('1 photo saved')).toBeNull();
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
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Resume your interview' }).target).toBe('_blank');
  });

  it('says that nothing is submitted, and why, where a photo cannot be added, whatever came after that photo', async () => {
    const added = { ...photo, id: 'p2' };
    server.on('POST /api/uploads/start', { status: 201, body: { uploadId: 'u1' } });
    server.on('POST /api/uploads/chunk', { body: { complete: true, readyForProcessing: true } });
    server.on('POST /api/uploads/process/u1', () => {
      server.on('POST /api/uploads/process/u1', { body: { uploadId: 'u1', fileSize: 4, sha256: '' } });
      return { status: 415, body: { message: 'This is no picture.', code: 'x' } };
    });
    server.on('POST /api/photos', () => {
      server.on('GET /api/photos', { body: [photo, added] });
      return { status: 201, body: added };
    });
    await open();
    await screen.findByText('1 photo saved');
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
    const files = ['broken.jpg', 'good.jpg'].map((name) => new File(['data'], name, { type: 'image/jpeg' }));
    await userEvent.upload(picker, files);
    const said = jest.spyOn(toastStore, 'show');
    await press('Submit');
    await screen.findAllByText('Not submitted yet');
    expect(said.mock.calls.filter(([{ variant }]) => variant === 'destructive')).toHaveLength(1);
    await screen.findAllByText('A photo could not be added. This is no picture.');
    await screen.findByText('1 photo could not be added: the reason stands below.');
    expect(screen.queryByAltText('Preview of good.jpg')).toBeNull();
    expect(bodies()).toEqual([]);
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    await press('Leave out');
    await press('Submit');
    await screen.findByRole('heading', { name: 'Thank You!' });
  });

  it('leaves the keyboard at Submit while photos are added', async () => {
    server.on('POST /api/uploads/start', () => new Promise(() => undefined));
    await open();
    await screen.findByText('1 photo saved');
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await userEvent.upload(picker, new File(['data'], 'garden.jpg', { type: 'image/jpeg' }));
    await press('Submit');
    await screen.findByText('Uploading 0 %');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: FINISH_MESSAGES.submitting });
    expect([button.disabled, document.activeElement]).toEqual([false, button]);
  });

  it('needs no photos where staff said so', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, photosNeeded: false } });
    await open();
    await screen.findByRole('heading', { name: 'Submit your story' });
    expect(calls('GET /api/photos')).toEqual([]);
  });

  it('asks for a photo once staff say that it is needed, also where that is known by a refused Submit alone', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, photosNeeded: false } });
    server.on('GET /api/photos', { body: [] });
    await open();
    await screen.findByRole('heading', { name: 'Submit your story' });
    stopLooks();
    server.on('GET /api/auth/user', { body: ANNA });
    server.on('PATCH /api/user/status', { status: 409, body: { code: 'photo_required', message: 'A photo.' } });
    await press('Submit');
    await screen.findAllByText('Photo required');
    await screen.findByRole('heading', { name: 'Upload photos of your life' });
    await screen.findByRole('button', { name: 'Choose photos' });
  });

  it('asks for no photo any more once staff say so, but keeps one that is chosen until it is added or left out', async () => {
    server.on('GET /api/photos', { body: [] });
    await open();
    await screen.findByText('No photos added yet');
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await userEvent.upload(picker, new File(['data'], 'garden.jpg', { type: 'image/jpeg' }));
    const looks = calls('GET /api/auth/user').length;
    server.on('GET /api/auth/user', { body: { ...ANNA, photosNeeded: false } });
    comeBack();
    await waitFor(() => expect(calls('GET /api/auth/user').length).toBeGreaterThan(looks));
    await expect(screen.findByText('Submit your story', {}, { timeout: 300 })).rejects.toThrow('Submit your story');
    await press('Leave out');
    await screen.findByRole('heading', { name: 'Submit your story' });
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    await press('Submit');
    await screen.findByRole('heading', { name: 'Thank You!' });
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
    expect(screen.getByText(/Our producers will e-mail you when your video is ready\.$/)).toBeTruthy();
    expect(screen.getByTestId('dusk')).toBeTruthy();
    await screen.findByText('2 answers and 2 photos are kept safely.');
    const next = within(screen.getByRole('region', { name: 'What happens next' }));
    expect(next.getAllByRole('listitem')).toHaveLength(3);
    expect(next.getByText(/^They write to anna@example.org\. /)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Watch Stories' }).getAttribute('href')).toBe('/stories');
    expect(screen.queryByRole('button', { name: 'Take a break' })).toBeNull();
    drawing.remove();
  });

  it('says that the way to the documentary is not set up yet where it has no site', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    await open();
    const control = await screen.findByRole('button', { name: 'Visit the documentary' });
    expect(control).toHaveProperty('disabled', true);
    expect(document.getElementById(control.getAttribute('aria-describedby')!)?.textContent).toBe(
      'This link is not set up yet.',
    );
    expect(screen.queryByRole('link', { name: 'Visit the documentary' })).toBeNull();
  });

  it('leads to the documentary where that has a site', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    await open('https://film.example.org/');
    const link = await screen.findByRole('link', { name: 'Visit the documentary' });
    expect(link.getAttribute('href')).toBe('https://film.example.org/');
    expect(screen.queryByText('This link is not set up yet.')).toBeNull();
  });

  it('says nothing of a failed try any more while the story is handed in again', async () => {
    server.on('PATCH /api/user/status', { status: 409, body: { code: 'x', message: 'Not now.' } });
    await open();
    await screen.findByText('1 photo saved');
    // It does not go by itself.
    holdTimers(TOAST_DURATION_MS);
    await press('Submit');
    await screen.findAllByText('Not now.');
    const { promise: isDue, resolve: answer } = Promise.withResolvers<void>();
    server.on('PATCH /api/user/status', async () => {
      await isDue;
      return { body: { status: 'submitted' } };
    });
    await press('Submit');
    await waitFor(() => expect(screen.queryByText('Not now.')).toBeNull());
    screen.getByRole('button', { name: /^Submit/ });
    answer();
    await screen.findByRole('heading', { name: 'Thank You!' });
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
