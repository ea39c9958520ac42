import { jest } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SaveAnswerRequest } from '../../api/contract/answers.js';
import { ANNA, answerTo, pieceOf } from '../testing/interview-server.js';
import {
  calls,
  camera,
  closePage,
  comeBack,
  drafts,
  holdClock,
  open,
  passTime,
  press,
  pressRecord,
  record,
  recordUnseen,
  server,
  startRecorder,
  useInterview,
} from '../testing/interview-screen.js';
import { LocalDraftStore } from './local-drafts/local-draft-store.js';
import { waitingSubmissions } from './submission.js';
import { RECORDER_TOASTS } from './recorder/recorder.messages.js';

useInterview();

const SAVE = 'POST /api/videos/upload-cloud';

/** A line on which answers arrive when a case says so: each with what the server says to it. */
function slowLine() {
  const waiting: ((status: number) => void)[] = [];
  server.on(SAVE, async ({ body }) => {
    const status = await new Promise<number>((resolve) => waiting.push(resolve));
    if (status !== 201) return { status, body: { message: 'It is not whole.', code: 'recording_flawed' } };
    const answer = answerTo((body as SaveAnswerRequest).questionId);
    server.answers = [...server.answers, answer];
    return { status, body: answer };
  });
  return async (status: number) => {
    await waitFor(() => expect(waiting).not.toEqual([]));
    waiting.shift()!(status);
  };
}

const PHOTO = {
  id: 'p1',
  filename: 'p1.jpg',
  originalName: 'garden.jpg',
  imageData: 'data:image/jpeg;base64,',
  mimeType: 'image/jpeg',
  fileSize: 1,
  description: '',
};
const use = async () => {
  await press('Use this recording');
  await screen.findByText(/is on the way to us$/);
};
/** Submit is pressed while question 1, the last one to be answered, is on its way. */
const submitBeforeSaved = async () => {
  const answer = slowLine();
  server.answers = [answerTo(2)];
  server.on('GET /api/auth/user', { body: { ...ANNA, photosNeeded: false } });
  await open();
  await record();
  await use();
  await press('Continue');
  await screen.findByText('All questions are answered. Submit your story when you are ready.');
  await press('Submit');
  await screen.findByText(/^Your story is submitted as soon as/);
  return answer;
};
const title = (name: string) => screen.findByRole('heading', { name });
const saved = () => calls(SAVE).map(({ body }) => (body as SaveAnswerRequest).questionId);
const additions = () => calls(SAVE).map(({ body }) => (body as SaveAnswerRequest).isAddition);

/** From a recording under review to one that is added to it, and runs. */
async function beginAddition(): Promise<void> {
  await pressAdd();
  await passCountdown();
}
async function pressAdd(): Promise<void> {
  await press('Add to this answer');
  await screen.findByText(/^Recording starts in/);
}
async function passCountdown(isAddition = true): Promise<void> {
  passTime(3_000);
  await screen.findByRole('timer');
  await waitFor(async () => expect((await drafts()).at(-1)).toMatchObject({ isAddition, pieces: 1 }));
}
async function useAddition(): Promise<void> {
  await press('Stop');
  await title('Review your recording');
  await press('Use this recording');
  await waitFor(async () => expect((await drafts()).at(-1)).toMatchObject({ isAddition: true, isUsed: true }));
}
async function beginFirst(): Promise<void> {
  await open();
  await record();
}
/** A recording that is not whole is back under review, and what was added to it waits. */
async function comeBackBeforeAddition(begin = beginFirst) {
  const answer = slowLine();
  server.on('DELETE /api/uploads/u1', { status: 204 });
  await begin();
  await beginAddition();
  await answer(422);
  await screen.findAllByText('It is not whole. It is still here.');
  await useAddition();
  await screen.findByRole('button', { name: 'Keep what plays' });
  return answer;
}
async function recordAnew(): Promise<void> {
  await waitFor(() => expect(screen.getByRole('button', { name: 'Record' }).ariaDisabled).toBeNull());
  await pressRecord();
  await screen.findByRole('timer');
  await waitFor(async () => expect((await drafts()).at(-1)).toMatchObject({ isAddition: false, pieces: 1 }));
  await press('Stop');
  await title('Review your recording');
}
/** The next page sends both recordings that this one has not, though the first takes long to be read. */
async function sendBothOnNextPage(): Promise<void> {
  closePage();
  const answer = slowLine();
  const { promise: isDue, resolve } = Promise.withResolvers<void>();
  const { read } = LocalDraftStore.prototype;
  const reading = jest.spyOn(LocalDraftStore.prototype, 'read');
  reading.mockImplementationOnce(async function (this: LocalDraftStore, draft) {
    await isDue;
    return read.call(this, draft);
  });
  await open();
  await waitFor(() => expect(reading).toHaveBeenCalled());
  // Whatever else would be read meanwhile has been read by then.
  await fetch('/api/questions');
  resolve();
  await waitFor(() => expect(reading).toHaveBeenCalledTimes(2));
  await answer(201);
  await answer(201);
  await waitFor(async () => expect(await drafts()).toEqual([]));
}

/** A new recording to question 2, which is answered, is on its way, and the last step is shown. */
const recordInstead = async () => {
  server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
  server.answers = [answerTo(1), answerTo(2, { id: 'before', sha256: 'another' })];
  const answer = slowLine();
  await open();
  await press('Previous');
  await press('Record New Response');
  await screen.findByText(/^Recording starts in/);
  await passCountdown(false);
  await press('Stop');
  await title('Review your recording');
  await use();
  return answer;
};
const hasSaidThatItGoes = async () => {
  await title('Thank You!');
  expect(calls('PATCH /api/user/status').map(({ body }) => body)).toMatchObject([
    { status: 'submitted', earlierRecordings: ['before'] },
  ]);
};

describe('a recording that takes long to be saved', () => {
  it('keeps nobody: the interview goes on, and it is said when it is saved', async () => {
    const answer = slowLine();
    await open();
    await record();
    await use();
    await title('Life today');
    expect(screen.getByText('question 1 is on the way to us').closest('[aria-live=polite]')).not.toBeNull();
    await answer(201);
    await screen.findAllByText('Video saved');
    await screen.findByText('everything is saved', { exact: false });
    await waitFor(async () => expect(await drafts()).toEqual([]));
    await title('Life today');
  });

  it('can be looked at, and is not recorded over', async () => {
    const answer = slowLine();
    await open();
    await record();
    await use();
    await title('Life today');
    await press('Previous');
    await title('Your recording is on its way');
    await press('Record');
    await screen.findAllByText('Once it is saved you can record another one.');
    await answer(201);
    await screen.findByRole('button', { name: 'Record New Response' });
  });

  it('goes before the next one, and neither is waited for; then Submit waits for both', async () => {
    const answer = slowLine();
    server.on('GET /api/auth/user', { body: { ...ANNA, photosNeeded: false } });
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    await open();
    await record();
    await use();
    await title('Life today');
    await screen.findByText('Ready when you are');
    await pressRecord();
    await screen.findByRole('timer');
    await waitFor(async () => expect((await drafts()).at(-1)).toMatchObject({ questionId: 2, pieces: 1 }));
    await press('Stop');
    await title('Review your recording');
    await press('Use this recording');
    await screen.findByText('questions 1 and 2 are on the way to us');
    expect(saved()).toEqual([1]);
    await press('Submit');
    await screen.findByText(/^Your story is submitted as soon as your recordings are saved\./);
    await answer(201);
    await waitFor(() => expect(saved()).toEqual([1, 2]));
    expect(calls('PATCH /api/user/status')).toEqual([]);
    await answer(201);
    await title('Thank You!');
    expect(calls('PATCH /api/user/status')).toHaveLength(1);
  });

  it('lets somebody go back who has pressed Submit, and then submits nothing', async () => {
    const answer = await submitBeforeSaved();
    await press('Previous');
    await answer(201);
    await screen.findAllByText('Video saved');
    expect(calls('PATCH /api/user/status')).toEqual([]);
  });

  it('keeps the screen on until it is saved', async () => {
    const answer = slowLine();
    await open();
    await record();
    await use();
    await title('Life today');
    await waitFor(() => expect(camera.wakeLocks.held).toBe(1));
    await answer(201);
    await screen.findAllByText('Video saved');
    await waitFor(() => expect(camera.wakeLocks.held).toBe(0));
  });

  it('is handed in with the story although the page was closed after Submit, and then waits no more', async () => {
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    await submitBeforeSaved();
    await screen.findByText(/Please keep this page open until then\. If it is closed, both go on/);
    closePage();
    const answer = slowLine();
    await open();
    await screen.findByText(/^Your story is submitted as soon as/);
    await screen.findByText('question 1 is on the way to us');
    expect(calls('PATCH /api/user/status')).toEqual([]);
    await answer(201);
    await title('Thank You!');
    expect(calls('PATCH /api/user/status').map(({ body }) => body)).toEqual([
      { status: 'submitted', openSince: ANNA.openSince, earlierRecordings: [] },
    ]);
    closePage();
    await open();
    await title('Submit your story');
    await screen.findByRole('button', { name: 'Submit' });
    expect(screen.queryByText(/^Your story is submitted as soon as/)).toBeNull();
  });

  describe('and takes the place of an answer', () => {
    it('is waited for by Submit, which says that the other goes', async () => {
      server.on('GET /api/auth/user', { body: { ...ANNA, photosNeeded: false } });
      const answer = await recordInstead();
      await press('Submit');
      await screen.findByText(/^Your story is submitted as soon as/);
      await answer(201);
      await hasSaidThatItGoes();
      expect(calls('PATCH /api/user/status')[0]!.body).toMatchObject({ openSince: ANNA.openSince });
    });

    it('is saved while Submit adds photos, and Submit says that the other goes', async () => {
      const { promise: isDue, resolve: receivePhoto } = Promise.withResolvers<void>();
      server.on('POST /api/photos', async () => {
        await isDue;
        return { status: 201, body: PHOTO };
      });
      const answer = await recordInstead();
      await screen.findByText('No photos added yet');
      const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
      await userEvent.upload(picker, new File(['data'], 'garden.jpg', { type: 'image/jpeg' }));
      await press('Submit');
      await waitFor(() => expect(calls('POST /api/photos')).toHaveLength(1));
      await answer(201);
      await screen.findAllByText('Video saved');
      await waitFor(() => expect(screen.queryByText(/is on the way to us$/)).toBeNull());
      receivePhoto();
      await hasSaidThatItGoes();
    });
  });

  it('is not handed in by the next page once somebody has gone back from Submit', async () => {
    await submitBeforeSaved();
    await press('Previous');
    await title('Life today');
    expect(waitingSubmissions.find('anna')).toBeNull();
    closePage();
    const answer = slowLine();
    await open();
    await screen.findByText('question 1 is on the way to us');
    await answer(201);
    await screen.findAllByText('Video saved');
    expect(calls('PATCH /api/user/status')).toEqual([]);
  });

  it('is not handed in by the next page where it cannot be saved', async () => {
    await submitBeforeSaved();
    closePage();
    const answer = slowLine();
    await open();
    await screen.findByText(/^Your story is submitted as soon as/);
    await answer(422);
    await title('Review your recording');
    expect(calls('PATCH /api/user/status')).toEqual([]);
    expect(waitingSubmissions.find('anna')).toBeNull();
  });

  it.each([
    ['were sent', { body: { questionId: 2, text: 'Slow', revision: 1 } }],
    ['were refused', { status: 409, body: { code: 'consent_missing', message: 'Refused.' } }],
  ])('is not handed in with the story by who has gone to a question while words %s', async (_, reply) => {
    await open();
    await record();
    closePage();
    server.answers = [answerTo(1, { fileSize: 1, sha256: 'another' }), answerTo(2)];
    server.on('GET /api/auth/user', { body: { ...ANNA, photosNeeded: false } });
    localStorage.setItem('written-answer:anna:2', JSON.stringify({ text: 'Slow', revision: 0, sent: null }));
    const { promise: isDue, resolve: answer } = Promise.withResolvers<void>();
    server.on('PUT /api/written-answers/2', async () => {
      await isDue;
      return reply;
    });
    await open();
    await press('Submit');
    await waitFor(() => expect(calls('PUT /api/written-answers/2')).not.toEqual([]));
    await press('Go to question 1');
    await title('Life before');
    answer();
    // What follows from the reply has followed by now.
    await drafts();
    await fetch('/api/questions');
    await title('Life before');
    expect(screen.queryByText(/^Refused\./)).toBeNull();
    expect(calls('PATCH /api/user/status')).toEqual([]);
    expect(waitingSubmissions.find('anna')).toBeNull();
  });

  it('is not waited for by the next page where this browser keeps nothing', async () => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    slowLine();
    server.answers = [answerTo(2)];
    server.on('GET /api/auth/user', { body: { ...ANNA, photosNeeded: false } });
    await open();
    await recordUnseen();
    await use();
    await press('Continue');
    await press('Submit');
    await screen.findByText(/Please keep this page open until then\.$/);
    expect(waitingSubmissions.find('anna')).toBeNull();
  });

  it('leads back calmly when it cannot be saved, once nothing else is recorded', async () => {
    const answer = slowLine();
    await open();
    await record();
    await use();
    await title('Life today');
    await press('Record');
    await screen.findByText(/^Recording starts in/);
    await answer(422);
    await screen.findAllByText('It is not whole. It is still here.');
    expect(screen.getByRole('heading', { name: 'Life today' })).toBeTruthy();
    await press('Cancel');
    await title('Life before');
    await title('Review your recording');
    await press('Keep what plays');
    await answer(201);
    await screen.findAllByText('Video saved');
    expect(calls(SAVE).at(-1)!.body).toMatchObject({ keepsFlawed: true, uploadId: 'u1' });
  });

  it('goes on by itself after the page was closed in the middle', async () => {
    slowLine();
    await open();
    await record();
    await use();
    closePage();
    const answer = slowLine();
    await open();
    await screen.findByText('question 1 is on the way to us');
    expect(screen.queryByText('We kept your recording')).toBeNull();
    await answer(201);
    await screen.findAllByText('Video saved');
    await waitFor(async () => expect(await drafts()).toEqual([]));
  });

  it('goes on by itself once a story that was submitted elsewhere meanwhile is reopened', async () => {
    slowLine();
    await open();
    await record();
    await use();
    closePage();
    const answer = slowLine();
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    server.on('POST /api/user/reopen', () => {
      server.on('GET /api/auth/user', { body: ANNA });
      return { body: { status: 'in_progress' } };
    });
    await open();
    await screen.findByText(/^This browser keeps a recording for question 1\./);
    await press('Reopen my story');
    await screen.findByRole('alertdialog', { name: 'Reopen your story?' });
    await press('Reopen my story');
    await screen.findByText('question 1 is on the way to us');
    await answer(201);
    await screen.findAllByText('Video saved');
  });

  it('is kept here until the server has seen that it plays', async () => {
    const checking = { state: 'checking', problem: null } as const;
    const answer = answerTo(1, { proof: checking, pieces: [pieceOf('answer-1', { proof: checking })] });
    server.on(SAVE, () => {
      server.answers = [answer];
      return { status: 201, body: answer };
    });
    await open();
    await record();
    await press('Use this recording');
    await screen.findAllByText(RECORDER_TOASTS.checking.title);
    await title('Life today');
    expect(await drafts()).toMatchObject([{ questionId: 1, isUsed: false }]);
    server.answers = [answerTo(1)];
    comeBack();
    await waitFor(async () => expect(await drafts()).toEqual([]));
  });

  it('says when it waits for the connection, and no longer than it does', async () => {
    let isCut = true;
    const { promise: isStored, resolve } = Promise.withResolvers<void>();
    const { fileSize, sha256 } = answerTo(1);
    server.on('POST /api/uploads/start', () => (isCut ? 'cut' : { status: 201, body: { uploadId: 'u1' } }));
    server.on('POST /api/uploads/process/u1', { body: { uploadId: 'u1', fileSize, sha256 } });
    server.on(SAVE, async () => {
      await isStored;
      return { status: 201, body: answerTo(1) };
    });
    await open();
    await record();
    await press('Use this recording');
    await screen.findByText('question 1 is waiting for the connection');
    isCut = false;
    await screen.findByText('question 1 is on the way to us');
    resolve();
    await screen.findAllByText('Video saved');
  });

  it('lets the screen go off while it waits for the connection', async () => {
    const answer = slowLine();
    server.on('POST /api/uploads/start', 'cut');
    await open();
    await record();
    await press('Use this recording');
    await screen.findByText('question 1 is waiting for the connection');
    await title('Life today');
    await waitFor(() => expect(camera.wakeLocks.held).toBe(0));
    server.on('POST /api/uploads/start', { status: 201, body: { uploadId: 'u1' } });
    const { fileSize, sha256 } = answerTo(1);
    server.on('POST /api/uploads/process/u1', { body: { uploadId: 'u1', fileSize, sha256 } });
    window.dispatchEvent(new Event('online'));
    await screen.findByText('question 1 is on the way to us');
    await waitFor(() => expect(camera.wakeLocks.held).toBe(1));
    await answer(201);
    await screen.findAllByText('Video saved');
  });

  it('is given back when the interview is left, and goes on where it is opened next', async () => {
    server.on(SAVE, 'cut');
    await open();
    await record();
    await press('Use this recording');
    await screen.findByText('question 1 is waiting for the connection');
    // The tab lives on, as when something else is shown in it; a try that is under way is cut, too.
    cleanup();
    await waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]));
    const answer = slowLine();
    await open();
    await screen.findByText('question 1 is on the way to us');
    await answer(201);
    await screen.findAllByText('Video saved');
    await waitFor(async () => expect(await drafts()).toEqual([]));
  });

  it('waits for its person to sign in again, and then goes on by itself', async () => {
    await open();
    await record();
    server.on('GET /api/auth/user', { status: 401, body: { message: 'Unauthorized' } });
    await press('Use this recording');
    await screen.findByText('Not saved: you have been signed out.');
    closePage();
    server.on('GET /api/auth/user', { body: ANNA });
    await open();
    await screen.findAllByText('Video saved');
    expect(saved()).toEqual([1]);
  });

  it.each([
    [507, /^Not saved: we have no room just now\./, true],
    [500, /^Not saved\. Your recording is still here/, false],
  ])('goes on with what has arrived after the server said %i', async (status, said, isUsed) => {
    const { fileSize: totalSize } = answerTo(1);
    const sofar = { uploadId: 'u1', totalSize, totalChunks: 1, receivedChunks: [], readyForProcessing: false };
    server.on('POST /api/uploads/chunk', { status, body: { message: 'No.' } });
    await open();
    await record();
    await press('Use this recording');
    await screen.findByText(said);
    // When there is room again it goes on by itself.
    await waitFor(async () => expect(await drafts()).toMatchObject([{ uploadId: 'u1', isUsed }]));
    server.on('GET /api/uploads/u1', { body: sofar });
    server.on('POST /api/uploads/chunk', { body: { complete: true, readyForProcessing: true } });
    await press('Use this recording');
    await screen.findAllByText('Video saved');
    expect(calls('POST /api/uploads/start')).toHaveLength(1);
  });

  it('begins anew where the server fails again over what has arrived', async () => {
    const { fileSize: totalSize } = answerTo(1);
    const sofar = { uploadId: 'u1', totalSize, totalChunks: 1, receivedChunks: [0], readyForProcessing: true };
    server.on('GET /api/uploads/u1', { body: sofar });
    server.on('POST /api/uploads/process/u1', { status: 500 });
    await open();
    await record();
    for (const tries of [1, 2]) {
      await press('Use this recording');
      await waitFor(() => expect(calls('POST /api/uploads/process/u1')).toHaveLength(tries));
      await screen.findByText(/^Not saved\. Your recording is still here/);
    }
    server.on('POST /api/uploads/start', { status: 201, body: { uploadId: 'u2' } });
    const { fileSize, sha256 } = answerTo(1);
    server.on('POST /api/uploads/process/u2', { body: { uploadId: 'u2', fileSize, sha256 } });
    await press('Use this recording');
    await screen.findAllByText('Video saved');
  });

  it('is followed by what is added to it', async () => {
    const answer = slowLine();
    await open();
    await record();
    await press('Add to this answer');
    await screen.findByText(/^Recording starts in/);
    expect(screen.getByText('question 1 is on the way to us')).toBeTruthy();
    await press('Cancel');
    await answer(201);
    await screen.findAllByText('Video saved');
  });

  it('goes before what is added to it also on the next page', async () => {
    slowLine();
    await open();
    await record();
    await beginAddition();
    await useAddition();
    const before = calls(SAVE).length;
    await sendBothOnNextPage();
    expect(additions().slice(before)).toEqual([undefined, true]);
  });

  it('goes before what is added to it also where it cannot be saved meanwhile', async () => {
    const answer = await comeBackBeforeAddition();
    await press('Keep what plays');
    await answer(201);
    await answer(201);
    await waitFor(async () => expect(await drafts()).toEqual([]));
    expect(additions()).toEqual([undefined, undefined, true]);
  });

  it('goes before what is added to it also where it comes back before that begins', async () => {
    holdClock();
    const answer = slowLine();
    await open();
    await record();
    await pressAdd();
    await answer(422);
    await screen.findAllByText('It is not whole. It is still here.');
    await passCountdown();
    await useAddition();
    await press('Keep what plays');
    await answer(201);
    await answer(201);
    await waitFor(async () => expect(await drafts()).toEqual([]));
    expect(additions()).toEqual([undefined, undefined, true]);
  });

  it('goes before what is added to it also where it is recorded anew', async () => {
    const answer = await comeBackBeforeAddition();
    await press('Redo');
    await recordAnew();
    await press('Use this recording');
    await answer(201);
    await answer(201);
    await waitFor(async () => expect(await drafts()).toEqual([]));
    expect(additions()).toEqual([undefined, undefined, true]);
  });

  it('goes before what is added to it also where it is recorded anew, and sent by the next page', async () => {
    await comeBackBeforeAddition();
    await press('Redo');
    await recordAnew();
    await press('Use this recording');
    await waitFor(() => expect(saved()).toHaveLength(2));
    await sendBothOnNextPage();
    expect(additions()).toEqual([undefined, undefined, undefined, true]);
  });

  it('lets what is added to it go alone once its question is left without another one', async () => {
    const answer = await comeBackBeforeAddition();
    await press('Redo');
    await title('Life before');
    await press('Next');
    await answer(201);
    await waitFor(async () => expect(await drafts()).toEqual([]));
    expect(additions()).toEqual([undefined, true]);
  });

  it('is decided on before what is added to it is sent by the next page', async () => {
    const answer = await comeBackBeforeAddition();
    closePage();
    await open();
    await press('Watch');
    await press('Use this recording');
    await answer(201);
    await answer(201);
    await waitFor(async () => expect(await drafts()).toEqual([]));
    expect(additions()).toEqual([undefined, undefined, true]);
  });

  it('leads back from Submit where it cannot be saved, although what was added to it waits', async () => {
    const answer = slowLine();
    server.answers = [answerTo(2, { fileSize: 1, sha256: 'another' })];
    server.on('GET /api/auth/user', { body: { ...ANNA, photosNeeded: false } });
    await open();
    await record();
    await beginAddition();
    await useAddition();
    await press('Continue');
    await press('Submit');
    await screen.findByText(/^Your story is submitted as soon as/);
    await answer(422);
    await screen.findByRole('button', { name: 'Keep what plays' });
    expect(additions()).toEqual([undefined]);
    expect(calls('PATCH /api/user/status')).toEqual([]);
  });

  it('leads to itself from Submit on the next page, where what was added to it waits', async () => {
    await comeBackBeforeAddition();
    closePage();
    server.answers = [answerTo(1, { fileSize: 1, sha256: 'another' }), answerTo(2)];
    server.on('GET /api/auth/user', { body: { ...ANNA, photosNeeded: false } });
    await open();
    await screen.findByRole('button', { name: 'Go to question 1' });
    await press('Submit');
    await screen.findAllByText(RECORDER_TOASTS.draftFirst.description);
    await title('Life before');
    await screen.findByRole('button', { name: 'Watch' });
    expect(calls('PATCH /api/user/status')).toEqual([]);
  });

  it('lets what is added to it go alone once it is discarded', async () => {
    const answer = await comeBackBeforeAddition();
    await press('Discard');
    // It is asked about.
    await press('Discard');
    await answer(201);
    await waitFor(async () => expect(await drafts()).toEqual([]));
    expect(additions()).toEqual([undefined, true]);
  });

  it('lets what is added to it go alone once the stored answer is kept instead', async () => {
    const answer = await comeBackBeforeAddition(async () => {
      server.answers = [answerTo(1, { fileSize: 1, sha256: 'another' })];
      await open();
      await press('Previous');
      await press('Record New Response');
      await press('Cancel');
      await startRecorder();
      await press('Stop');
      await title('Review your recording');
    });
    await press('Redo');
    await press('Keep my answer');
    await answer(201);
    await waitFor(async () => expect(await drafts()).toEqual([]));
    expect(additions()).toEqual([undefined, true]);
  });

  it('is waited for by what is added to it, which is not said to be on the way', async () => {
    const answer = await comeBackBeforeAddition();
    const held = 'what you added to question 1 waits for its first part';
    screen.getByText(held);
    await press('Redo');
    await screen.findByText(held);
    await press('Next');
    await screen.findByText('question 1 is on the way to us');
    await answer(201);
  });
});
