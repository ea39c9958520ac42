import { jest } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { AnswerVideo } from '../../../api/contract/interview/answers.js';
import { SAVING_HOLD_MS } from '../../../api/contract/common/screen-numbers.js';
import { RECORDED } from '../../testing/fake-camera.js';
import { ANNA, answerTo, pieceOf } from '../../testing/interview-server.js';
import { sampleRecording } from '../../testing/sample-recording.js';
import {
  calls,
  camera,
  closePage,
  closePageUnderWay,
  comeBack,
  drafts,
  hastenTimers,
  open,
  passCountdown,
  press,
  record,
  recordUnseen,
  SAVE,
  saves,
  server,
  slowLine,
  startRecorder,
  useInterview,
} from '../../testing/interview-screen.js';
import { AnswerSavings } from './answer-savings.js';
import { waitingSubmissions } from '../submit/submission.js';
import { RECORDER_TOASTS } from '../recorder/recorder.messages.js';

useInterview();

const PHOTO = {
  id: 'p1',
  filename: 'p1.jpg',
  originalName: 'garden.jpg',
  imageData: 'data:image/jpeg;base64,',
  mimeType: 'image/jpeg',
  fileSize: 1,
  description: '',
};
const choosePhoto = () =>
  userEvent.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['data'], 'garden.jpg', { type: 'image/jpeg' }),
  );
/** It takes longer than anybody is kept waiting, however short that is here. */
const use = async () => {
  hastenTimers(SAVING_HOLD_MS);
  await press('Use this recording');
  await screen.findByText(/is on the way to us$/);
};
/** Submit is pressed while question 1, the last one to be answered, is on its way. */
const submitBeforeSaved = async (changes: Partial<AnswerVideo> = {}) => {
  const answer = slowLine(changes);
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
const saved = () => saves().map(({ questionId }) => questionId);

/** While the recording to the question before is on its way. */
async function recordAt(questionId: number): Promise<void> {
  await screen.findByText(/^(Ready when you are|Question 1 is not saved yet)/);
  await press('Record');
  await screen.findByText(/^Recording starts in/);
  await passCountdown({ questionId });
  await press('Stop');
  await title('Review your recording');
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
  await passCountdown({ isAddition: false });
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
    expect(screen.getByText('You can go on. It stays in this browser until it is saved.')).toBeTruthy();
    await press('Record');
    await screen.findAllByText('Once it is saved you can record another one.');
    await answer(201);
    await screen.findByRole('button', { name: 'Record New Response' });
  });

  it('is said to be on this page alone where this browser keeps nothing', async () => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    const answer = slowLine();
    await open();
    await recordUnseen();
    await use();
    await title('Life today');
    await press('Previous');
    await screen.findByText('You can go on. Keep this page open until it is saved.');
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
    await recordAt(2);
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
    await closePageUnderWay();
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
      await choosePhoto();
      await press('Submit');
      await waitFor(() => expect(calls('POST /api/photos')).toHaveLength(1));
      await answer(201);
      await screen.findAllByText('Video saved');
      await waitFor(() => expect(screen.queryByText(/is on the way to us$/)).toBeNull());
      receivePhoto();
      await hasSaidThatItGoes();
    });

    it('is waited for by Submit, which then adds what was chosen meanwhile as well', async () => {
      const PHOTOS = 'POST /api/photos';
      server.on('GET /api/photos', { body: [PHOTO] }).on(PHOTOS, { status: 201, body: PHOTO });
      const answer = await recordInstead();
      await screen.findByText('1 photo saved');
      await press('Submit');
      await screen.findByText(/^Your story is submitted as soon as/);
      await choosePhoto();
      await answer(201);
      await hasSaidThatItGoes();
      const sent = server.received.map(({ call }) => call);
      expect(sent.indexOf(PHOTOS)).toBeGreaterThan(0);
      expect(sent.indexOf(PHOTOS)).toBeLessThan(sent.indexOf('PATCH /api/user/status'));
    });
  });

  it('is not handed in by the next page once somebody has gone back from Submit', async () => {
    await submitBeforeSaved();
    await press('Previous');
    await title('Life today');
    expect(waitingSubmissions.find('anna')).toBeNull();
    await closePageUnderWay();
    const answer = slowLine();
    await open();
    await screen.findByText('question 1 is on the way to us');
    await answer(201);
    await screen.findAllByText('Video saved');
    expect(calls('PATCH /api/user/status')).toEqual([]);
  });

  it('is not handed in by the next page where it cannot be saved', async () => {
    await submitBeforeSaved();
    await closePageUnderWay();
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
    expect(saves().at(-1)).toMatchObject({ keepsFlawed: true, uploadId: 'u1' });
  });

  it('comes back to its own question, in place of its own answer, also where another one was recorded meanwhile', async () => {
    const answer = slowLine();
    server.answers = [answerTo(1, { id: 'before', sha256: 'another' })];
    await open();
    await press('Previous');
    await press('Record New Response');
    await press('Cancel');
    await startRecorder();
    await press('Stop');
    await title('Review your recording');
    await use();
    await title('Life today');
    await recordAt(2);
    await answer(422);
    await screen.findAllByText('It is not whole. It is still here.');
    await press('Discard');
    // It is asked about.
    await press('Discard');
    await title('Life before');
    await press('Keep what plays');
    await answer(201);
    await screen.findAllByText('Video saved');
    const before = { questionId: 1, insteadOf: 'before' };
    expect(saves()).toMatchObject([before, before]);
  });

  it('goes on by itself after the page was closed in the middle', async () => {
    slowLine();
    await open();
    await record();
    await use();
    await closePageUnderWay();
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
    await closePageUnderWay();
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
    expect(await drafts()).toMatchObject([{ questionId: 1, use: 'over' }]);
    server.answers = [answerTo(1)];
    comeBack();
    await waitFor(async () => expect(await drafts()).toEqual([]));
  });

  it('is not offered after Submit while the server has still to see that it plays', async () => {
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    const checking = { state: 'checking', problem: null } as const;
    const pieces = [pieceOf('answer-1', { proof: checking })];
    const answer = await submitBeforeSaved({ proof: checking, pieces });
    await answer(201);
    await title('Thank You!');
    expect(await drafts()).toMatchObject([{ questionId: 1, use: 'over', isStored: true }]);
    expect(screen.queryByText(/^This browser keeps a recording/)).toBeNull();
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
    // Where one looks, also on a phone that does not show the break.
    const status = await screen.findByText('Question 1 is not saved yet: no connection');
    expect(status.closest('.recorder')).toBeTruthy();
    isCut = false;
    window.dispatchEvent(new Event('online'));
    await screen.findByText('question 1 is on the way to us');
    expect(screen.queryByText(/is not saved yet: no connection/)).toBeNull();
    resolve();
    await screen.findAllByText('Video saved');
  });

  it('lets the screen go off while it waits for the connection', async () => {
    const answer = slowLine();
    server.on('POST /api/uploads/start', 'cut');
    await open();
    await record();
    hastenTimers(SAVING_HOLD_MS);
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

  it('is given back when the interview is left, as is the next one, and both go on where it is opened next', async () => {
    server.on(SAVE, 'cut');
    await open();
    await record();
    hastenTimers(SAVING_HOLD_MS);
    await press('Use this recording');
    await screen.findByText('question 1 is waiting for the connection');
    await recordAt(2);
    await press('Use this recording');
    await screen.findByText('questions 1 and 2 are waiting for the connection');
    // The tab lives on, as when something else is shown in it; a try that is under way is cut, too.
    cleanup();
    const ids = (await drafts()).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    // Other locks may be those of a spec that ran here before.
    await waitFor(async () => {
      const { held = [] } = await navigator.locks.query();
      expect(held.filter(({ name = '' }) => ids.some((id) => name.endsWith(id)))).toEqual([]);
    });
    // A try that had reached the server's socket has been read by then.
    await fetch('/api/questions');
    const answer = slowLine();
    const before = saved().length;
    await open();
    await screen.findByText('questions 1 and 2 are on the way to us');
    await answer(201);
    await answer(201);
    await waitFor(async () => expect(await drafts()).toEqual([]));
    expect(saved().slice(before)).toEqual([1, 2]);
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
    [507, /^Not saved: we have no room just now\./, 'halted'],
    [500, /^Not saved\. Your recording is still here/, 'over'],
  ])('goes on with what has arrived after the server said %i', async (status, said, left) => {
    const { fileSize: totalSize } = answerTo(1);
    const sofar = { uploadId: 'u1', totalSize, totalChunks: 1, receivedChunks: [], readyForProcessing: false };
    server.on('POST /api/uploads/chunk', { status, body: { message: 'No.' } });
    await open();
    await record();
    await press('Use this recording');
    await screen.findByText(said);
    // When there is room again it goes on by itself.
    await waitFor(async () => expect(await drafts()).toMatchObject([{ uploadId: 'u1', use: left }]));
    server.on('GET /api/uploads/u1', { body: sofar });
    server.on('POST /api/uploads/chunk', { body: { complete: true, readyForProcessing: true } });
    await press('Use this recording');
    await screen.findAllByText('Video saved');
    expect(calls('POST /api/uploads/start')).toHaveLength(1);
  });

  it('says in the words of the server that no more can be sent today, and stays used for tomorrow', async () => {
    const message = 'Please send the rest tomorrow.';
    server.on('POST /api/uploads/start', { status: 429, body: { code: 'daily_quota', message } });
    await open();
    await record();
    await press('Use this recording');
    await screen.findByText(/^Not saved: you have sent as much/);
    await screen.findAllByText(`${message} It is still here.`);
    expect(calls('POST /api/uploads/start')).toHaveLength(1);
    await waitFor(async () => expect(await drafts()).toMatchObject([{ use: 'halted' }]));
    server.on('POST /api/uploads/start', { status: 201, body: { uploadId: 'u1' } });
    const { fileSize, sha256 } = answerTo(1);
    server.on('POST /api/uploads/process/u1', { body: { uploadId: 'u1', fileSize, sha256 } });
    const answer = slowLine();
    await press('Use this recording');
    await waitFor(async () => expect(await drafts()).toMatchObject([{ use: 'sent' }]));
    await answer(201);
    await screen.findAllByText('Video saved');
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
});

describe('what fails beside a saving', () => {
  const unexpected = new Error('Unexpected');
  const places = [1, 2].map((id) => ({
    question: { id, sequence: id, title: 'A question', text: 'Tell us.', starterPhrase: null },
    insteadOf: null,
  }));
  const begin = async (told: Partial<Parameters<AnswerSavings['open']>[0]>) => {
    await server.open('/');
    const reported = jest.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
    const queue = new AnswerSavings(ANNA.id);
    queue.open({ onSaved: () => Promise.resolve(), onFailed: () => undefined, ...told });
    const useAll = () => {
      const blob = new Blob([RECORDED]);
      return Promise.all(places.map((place) => queue.add(sampleRecording({ blob }), place).outcome));
    };
    return { queue, useAll, reported };
  };

  it('makes no failure of what is saved, and holds up nothing behind it', async () => {
    const failures: unknown[] = [];
    const { queue, useAll, reported } = await begin({
      onSaved: () => Promise.reject(unexpected),
      onFailed: (error) => failures.push(error),
    });
    expect(await useAll()).toEqual([{ isSaved: true }, { isSaved: true }]);
    expect(failures).toEqual([]);
    expect(queue.list()).toEqual([]);
    expect(reported.mock.calls).toEqual([[unexpected], [unexpected]]);
  });

  it('keeps nobody waiting for what is not saved', async () => {
    server.on(SAVE, { status: 422, body: { code: 'recording_flawed', message: 'It is not whole.' } });
    const { queue, useAll, reported } = await begin({
      onFailed: () => {
        throw unexpected;
      },
    });
    expect(await useAll()).toMatchObject([
      { isSaved: false, failure: 'flawed' },
      { isSaved: false, failure: 'flawed' },
    ]);
    expect(queue.list()).toEqual([]);
    expect(reported.mock.calls).toEqual([[unexpected], [unexpected]]);
  });

  it('lets the next one go where it ends the saving itself', async () => {
    const { queue, useAll, reported } = await begin({});
    let fails = true;
    queue.subscribe(() => {
      if (!fails || queue.list()[0]?.phase !== 'sending') return;
      fails = false;
      throw unexpected;
    });
    void useAll();
    await waitFor(() => expect(saved()).toEqual([2]));
    await waitFor(() => expect(queue.list()).toMatchObject([{ question: { id: 1 } }]));
    expect(reported.mock.calls).toEqual([[unexpected]]);
  });
});
