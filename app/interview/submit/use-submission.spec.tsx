import { jest } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { LOCAL_DRAFTS_LOOK_MS } from '../../../api/contract/common/screen-numbers.js';
import { RECORDED } from '../../testing/fake-camera.js';
import { ANNA, answerTo, CONSENT_GIVEN } from '../../testing/interview-server.js';
import {
  calls,
  comeBack,
  drafts,
  followAgain,
  hastenTimers,
  open,
  press,
  server,
  slowLine,
  useInterview,
} from '../../testing/interview-screen.js';
import { FINISH_MESSAGES } from '../common/interview.messages.js';
import { type LocalDraft, LocalDraftStore } from '../local-drafts/local-draft-store.js';
import { WebTabLocks } from '../../shared/tab-locks.js';
import { RECORDER_TOASTS } from '../recorder/recorder.messages.js';
import { waitingSubmissions } from './submission.js';
import { WordsInProgress } from '../written/words-in-progress.js';

useInterview();

const title = (name: string) => screen.findByRole('heading', { name });

const submitted = () => calls('PATCH /api/user/status').map(({ body }) => body);
/** All is answered, and this page stands at Submit. */
const openAtSubmit = async () => {
  server.on('GET /api/auth/user', { body: { ...ANNA, photosNeeded: false } });
  server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
  server.answers = [answerTo(1, { id: 'before', fileSize: 1, sha256: 'another' }), answerTo(2, { sha256: 'another' })];
  await open();
  await screen.findByRole('button', { name: 'Submit' });
};

const submitAndWait = async () => {
  await press('Submit');
  await screen.findByText(/^Your story is submitted as soon as/);
  expect(submitted()).toEqual([]);
};

const hangStorage = () => {
  hastenTimers(LOCAL_DRAFTS_LOOK_MS);
  jest.spyOn(LocalDraftStore.prototype, 'findAllOf').mockImplementation(() => new Promise(() => undefined));
};

/** Whatever a Submit would do that goes on by mistake is done: it looks as often, each time after the look before. */
const lookAsOftenAsSubmit = async () => {
  const { mock } = jest.spyOn(LocalDraftStore.prototype, 'findAllOf');
  for (const due of [1, 2, 3].map((count) => mock.calls.length + count)) {
    comeBack();
    await waitFor(() => expect(mock.calls.length).toBeGreaterThanOrEqual(due));
    await Promise.all(mock.results.map(({ value }) => value));
  }
  await fetch('/api/questions');
};

it('can be pressed anew after an error that nobody expected', async () => {
  const unexpected = new Error('Unexpected');
  const reported = jest.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  await openAtSubmit();
  jest.spyOn(WordsInProgress.prototype, 'sendAll').mockRejectedValueOnce(unexpected);
  await press('Submit');
  await waitFor(() => expect(reported).toHaveBeenCalledWith(unexpected));
  expect(submitted()).toEqual([]);
  await press('Submit');
  await title('Thank You!');
});

describe('a recording that was used, and is not on its way from this page', () => {
  const USED: LocalDraft = {
    participantId: ANNA.id,
    questionId: 1,
    id: 'used',
    origin: 'recorded',
    filename: 'story.webm',
    mimeType: 'video/webm',
    recordedAt: new Date('2026-11-21T10:00:00.000Z'),
    isAddition: false,
    insteadOf: 'before',
    durationSeconds: 3,
    pieces: 1,
    bytes: RECORDED.length,
    isWhole: true,
    use: 'sent',
    uploadId: undefined,
  };
  const keep = (changes: Partial<LocalDraft> = {}) =>
    new LocalDraftStore().write({ ...USED, ...changes }, new TextEncoder().encode(RECORDED).buffer);
  /** Another tab, in which it was used after this page had looked. */
  const useInAnotherTab = async () => {
    const locks = new WebTabLocks(navigator.locks);
    expect(await locks.acquire(USED.id)).toBe(true);
    await keep();
    return locks;
  };

  it('is waited for by Submit while another tab sends it', async () => {
    await openAtSubmit();
    const locks = await useInAnotherTab();
    await submitAndWait();
    server.answers = [answerTo(1), answerTo(2, { sha256: 'another' })];
    await new LocalDraftStore().remove(USED);
    locks.release(USED.id);
    await title('Thank You!');
    expect(submitted()).toMatchObject([{ openSince: ANNA.openSince, earlierRecordings: ['before'] }]);
  });

  it('is decided on first where the other tab could not save it', async () => {
    await openAtSubmit();
    const locks = await useInAnotherTab();
    await submitAndWait();
    await keep({ use: 'over' });
    followAgain();
    await screen.findAllByText(RECORDER_TOASTS.draftFirst.description);
    await title('Life before');
    expect(submitted()).toEqual([]);
    expect(waitingSubmissions.find('anna')).toBeNull();
    locks.release(USED.id);
  });

  it('is decided on first where the other tab could not save it, and the page was closed meanwhile', async () => {
    await openAtSubmit();
    const locks = await useInAnotherTab();
    await submitAndWait();
    cleanup();
    await open();
    await screen.findByText(/^Your story is submitted as soon as/);
    await keep({ use: 'over' });
    followAgain();
    await screen.findAllByText(RECORDER_TOASTS.draftFirst.description);
    await title('Life before');
    expect(submitted()).toEqual([]);
    expect(waitingSubmissions.find('anna')).toBeNull();
    locks.release(USED.id);
  });

  it('is decided on first where it was used in the other tab only after Submit', async () => {
    await openAtSubmit();
    const locks = await useInAnotherTab();
    await submitAndWait();
    await keep({ id: 'later', questionId: 2, use: 'over' });
    await new LocalDraftStore().remove(USED);
    locks.release(USED.id);
    followAgain();
    await title('Life today');
    expect(submitted()).toEqual([]);
  });

  it('is decided on first where the other tab could not save it while this one sent its own', async () => {
    await keep({ id: 'own', questionId: 2 });
    const answer = slowLine();
    await openAtSubmit();
    await screen.findByText('question 2 is on the way to us');
    const locks = await useInAnotherTab();
    await submitAndWait();
    await keep({ use: 'over' });
    await answer(201);
    await screen.findAllByText(RECORDER_TOASTS.draftFirst.description);
    await title('Life before');
    expect(submitted()).toEqual([]);
    locks.release(USED.id);
  });

  it('is no more asked about once the server has it', async () => {
    await openAtSubmit();
    const locks = await useInAnotherTab();
    await submitAndWait();
    await keep({ use: 'over', isStored: true });
    followAgain();
    await title('Thank You!');
    expect(submitted()).toHaveLength(1);
    locks.release(USED.id);
  });

  it('is decided on first where it could not be read after the other tab had let go of it', async () => {
    await openAtSubmit();
    const locks = await useInAnotherTab();
    await submitAndWait();
    jest.spyOn(LocalDraftStore.prototype, 'read').mockRejectedValue(new Error('It cannot be read.'));
    locks.release(USED.id);
    await screen.findAllByText(RECORDER_TOASTS.draftFirst.description);
    await title('Life before');
    expect(submitted()).toEqual([]);
  });

  it('is decided on first where another tab has both it and what it goes on from', async () => {
    await openAtSubmit();
    const locks = new WebTabLocks(navigator.locks);
    for (const id of ['base', USED.id]) expect(await locks.acquire(id)).toBe(true);
    await keep({ id: 'base', use: 'over', recordedAt: new Date('2026-11-20T10:00:00.000Z') });
    await keep({ isAddition: true });
    await press('Submit');
    await screen.findAllByText(RECORDER_TOASTS.draftFirst.description);
    await title('Life before');
    expect(submitted()).toEqual([]);
    for (const id of ['base', USED.id]) locks.release(id);
  });

  it('is not asked about where it stood there, unsaved, as Submit was pressed', async () => {
    await keep({ id: 'offered', questionId: 2, use: 'over' });
    await openAtSubmit();
    await screen.findByRole('button', { name: 'Go to question 2' });
    const locks = await useInAnotherTab();
    await submitAndWait();
    await new LocalDraftStore().remove(USED);
    locks.release(USED.id);
    await title('Thank You!');
    expect(submitted()).toHaveLength(1);
  });

  it.each([
    ['before', async () => press('Submit')],
    ['after', async () => followAgain()],
  ])('is not waited for where its saving has stopped in the other tab %s Submit', async (when, look) => {
    await openAtSubmit();
    const locks = await useInAnotherTab();
    if (when === 'after') await submitAndWait();
    await keep({ use: 'halted' });
    await look();
    await screen.findAllByText(RECORDER_TOASTS.haltedElsewhere.description);
    await title('Life before');
    expect(submitted()).toEqual([]);
    expect(waitingSubmissions.find('anna')).toBeNull();
    locks.release(USED.id);
  });

  it('is decided on first where what it goes on from was found only as Submit was pressed', async () => {
    await openAtSubmit();
    await keep({ id: 'first', use: 'none', recordedAt: new Date('2026-11-20T10:00:00.000Z') });
    await keep({ isAddition: true });
    await press('Submit');
    await screen.findAllByText(RECORDER_TOASTS.draftFirst.description);
    await title('Life before');
    expect(submitted()).toEqual([]);
  });

  it('is decided on before what this page sends is waited for', async () => {
    await keep({ id: 'own', questionId: 2 });
    await keep({ id: 'base', use: 'none', recordedAt: new Date('2026-11-20T10:00:00.000Z') });
    await keep({ isAddition: true });
    const answer = slowLine();
    await openAtSubmit();
    await screen.findByText('question 2 is on the way to us');
    await press('Submit');
    await title('Life before');
    expect(submitted()).toEqual([]);
    await answer(201);
  });

  it('is waited for by Submit where it comes on its way while it is looked for', async () => {
    await openAtSubmit();
    const locks = await useInAnotherTab();
    const answer = slowLine();
    const { findAllOf } = LocalDraftStore.prototype;
    const finding = jest.spyOn(LocalDraftStore.prototype, 'findAllOf');
    // At the last look of Submit the other tab lets go of it, and this one has taken it by its end.
    finding.mockImplementation(async function findLater(this: LocalDraftStore, id: string) {
      const found = await findAllOf.call(this, id);
      if (finding.mock.calls.length !== 2) return found;
      locks.release(USED.id);
      await screen.findByText('question 1 is on the way to us');
      return [];
    });
    await press('Submit');
    await screen.findByText('question 1 is on the way to us');
    await screen.findByText(/^Your story is submitted as soon as/);
    expect(submitted()).toEqual([]);
    await answer(201);
    await title('Thank You!');
  });

  it('names what it takes the place of, also where it is saved while Submit looks', async () => {
    await keep();
    const answer = slowLine();
    await openAtSubmit();
    await screen.findByText('question 1 is on the way to us');
    const { findAllOf } = LocalDraftStore.prototype;
    const finding = jest.spyOn(LocalDraftStore.prototype, 'findAllOf');
    finding.mockImplementationOnce(async function findLater(this: LocalDraftStore, id: string) {
      await answer(201);
      await waitFor(() => expect(screen.queryByText('question 1 is on the way to us')).toBeNull());
      return findAllOf.call(this, id);
    });
    await press('Submit');
    await title('Thank You!');
    expect(submitted()).toMatchObject([{ earlierRecordings: ['before'] }]);
  });

  it.each(['this page', 'another tab'])('names nothing where it is an addition that %s sends', async (whose) => {
    await openAtSubmit();
    const isOwn = whose === 'this page';
    const locks = new WebTabLocks(navigator.locks);
    if (!isOwn) await locks.acquire(USED.id);
    await keep({ isAddition: true });
    const answer = slowLine();
    if (isOwn) {
      comeBack();
      await screen.findByText('question 1 is on the way to us');
    }
    await submitAndWait();
    if (isOwn) await answer(201);
    else {
      await new LocalDraftStore().remove(USED);
      locks.release(USED.id);
    }
    await title('Thank You!');
    expect(submitted()).toMatchObject([{ earlierRecordings: [] }]);
  });

  it('is not handed in with a story whose Submit was taken back in another tab', async () => {
    await openAtSubmit();
    const locks = await useInAnotherTab();
    await submitAndWait();
    waitingSubmissions.clear(['anna']);
    await new LocalDraftStore().remove(USED);
    locks.release(USED.id);
    await waitFor(() => expect(screen.queryByText(/^Your story is submitted as soon as/)).toBeNull());
    await lookAsOftenAsSubmit();
    expect(submitted()).toEqual([]);
  });

  it('keeps nobody from Submit where the storage hangs from the beginning', async () => {
    hangStorage();
    await openAtSubmit();
    await press('Submit');
    await title('Thank You!');
    expect(submitted()).toMatchObject([{ status: 'submitted' }]);
  });

  it('keeps no Submit of an earlier page waiting where the storage hangs from the beginning', async () => {
    waitingSubmissions.note('anna', { openSince: ANNA.openSince });
    hangStorage();
    const isOpen = openAtSubmit();
    await screen.findByText(/^Your story is submitted as soon as/);
    followAgain();
    await screen.findAllByText(FINISH_MESSAGES.notKnown.description);
    await isOpen;
    expect(submitted()).toEqual([]);
    expect(waitingSubmissions.find('anna')).toBeNull();
  });

  it('keeps no Submit of an earlier page waiting where it may not be recorded any more, and is not said to be unknown', async () => {
    waitingSubmissions.note('anna', { openSince: ANNA.openSince });
    await keep();
    server.on('GET /api/consent', { body: { ...CONSENT_GIVEN, recording: 'withdrawn' } });
    const isOpen = openAtSubmit();
    await press('Read the questions first');
    await isOpen;
    await waitFor(() => expect(screen.queryByText(/^Your story is submitted as soon as/)).toBeNull());
    await waitFor(() => expect(waitingSubmissions.find('anna')).toBeNull());
    expect(screen.queryAllByText(FINISH_MESSAGES.notKnown.description)).toEqual([]);
    expect(submitted()).toEqual([]);
  });

  it.each(['on an earlier page', 'here'])(
    'lets no Submit go that was pressed %s before the story was withdrawn',
    async (where) => {
      const withdrawn = { body: { ...ANNA, photosNeeded: false, withdrawnAt: '2026-11-22T10:00:00.000Z' } };
      const locks = await useInAnotherTab();
      await openAtSubmit();
      await submitAndWait();
      if (where !== 'here') cleanup();
      server.on('GET /api/auth/user', withdrawn);
      if (where === 'here') comeBack();
      else await open();
      await screen.findByText(/^You withdrew your story/);
      await waitFor(() => expect(screen.queryByText(/^Your story is submitted as soon as/)).toBeNull());
      expect(waitingSubmissions.find('anna')).toBeNull();
      await new LocalDraftStore().remove(USED);
      locks.release(USED.id);
      await lookAsOftenAsSubmit();
      expect(submitted()).toEqual([]);
    },
  );

  it('is asked for at Submit no longer than it takes, where the storage hangs', async () => {
    await openAtSubmit();
    await drafts();
    hangStorage();
    await press('Submit');
    await title('Thank You!');
    expect(submitted()).toMatchObject([{ status: 'submitted' }]);
  });

  it('does not wait for who has gone back from Submit', async () => {
    await openAtSubmit();
    const locks = await useInAnotherTab();
    await submitAndWait();
    await press('Previous');
    await title('Life today');
    await new LocalDraftStore().remove(USED);
    locks.release(USED.id);
    await lookAsOftenAsSubmit();
    expect(submitted()).toEqual([]);
    expect(waitingSubmissions.find('anna')).toBeNull();
  });

  it('does not wait for who has gone to a question while it was looked for', async () => {
    await keep({ id: 'offered', use: 'over' });
    await openAtSubmit();
    await screen.findByRole('button', { name: 'Go to question 1' });
    const locks = await useInAnotherTab();
    const { promise: isDue, resolve: find } = Promise.withResolvers<void>();
    const { findAllOf } = LocalDraftStore.prototype;
    const finding = jest.spyOn(LocalDraftStore.prototype, 'findAllOf');
    finding.mockImplementation(async function findLater(this: LocalDraftStore, id: string) {
      if (finding.mock.calls.length > 1) await isDue;
      return findAllOf.call(this, id);
    });
    await press('Submit');
    await waitFor(() => expect(finding.mock.calls.length).toBeGreaterThan(1));
    await press('Go to question 1');
    await title('Life before');
    find();
    await lookAsOftenAsSubmit();
    expect(submitted()).toEqual([]);
    expect(waitingSubmissions.find('anna')).toBeNull();
    locks.release(USED.id);
  });

  it('is waited for by Submit while this page still reads it', async () => {
    const { promise: isDue, resolve: read } = Promise.withResolvers<void>();
    const reading = jest.spyOn(LocalDraftStore.prototype, 'read');
    reading.mockImplementation(async () => {
      await isDue;
      return new Blob([RECORDED], { type: USED.mimeType });
    });
    await keep();
    const answer = slowLine();
    await openAtSubmit();
    await waitFor(() => expect(reading).toHaveBeenCalled());
    await submitAndWait();
    read();
    await answer(201);
    await title('Thank You!');
    expect(submitted()).toMatchObject([{ openSince: ANNA.openSince, earlierRecordings: ['before'] }]);
  });
});
