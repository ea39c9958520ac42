import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { SAVING_HOLD_MS } from '../../../api/contract/common/screen-numbers.js';
import { ANNA, answerTo } from '../../testing/interview-server.js';
import {
  calls,
  closePage,
  closePageUnderWay,
  drafts,
  hastenTimers,
  open,
  passCountdown,
  passTime,
  press,
  record,
  saves,
  server,
  slowLine,
  startRecorder,
  useInterview,
} from '../../testing/interview-screen.js';
import { LocalDraftStore } from '../local-drafts/local-draft-store.js';
import { RECORDER_TOASTS } from '../recorder/recorder.messages.js';

useInterview();

// Nobody is kept waiting here, neither by what takes long to be saved nor by what an addition is preceded by.
beforeEach(() => void hastenTimers(SAVING_HOLD_MS));

const title = (name: string) => screen.findByRole('heading', { name });
const additions = () => saves().map(({ isAddition }) => isAddition);

/** From a recording under review to one that is added to it, and runs. */
async function beginAddition(): Promise<void> {
  await pressAdd();
  await passCountdown({ isAddition: true });
}
async function pressAdd(): Promise<void> {
  await press('Add to this answer');
  await screen.findByText(/^Recording starts in/);
}
async function useAddition(): Promise<void> {
  await press('Stop');
  await title('Review your recording');
  await press('Use this recording');
  await waitFor(async () => expect((await drafts()).at(-1)).toMatchObject({ isAddition: true, use: 'sent' }));
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
  await press('Record');
  await screen.findByText(/^Recording starts in/);
  await passCountdown({ isAddition: false });
  await press('Stop');
  await title('Review your recording');
}
/** The next page sends both recordings that this one has not, though the first takes long to be read. */
async function sendBothOnNextPage(): Promise<void> {
  await closePageUnderWay();
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

describe('a recording that is on its way', () => {
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
    await waitFor(() => expect(saves()).toHaveLength(1));
    const before = saves().length;
    await sendBothOnNextPage();
    expect(additions().slice(before)).toEqual([undefined, true]);
  });

  it('goes before what is added after it also where both are added to a stored answer', async () => {
    slowLine();
    server.answers = [answerTo(1, { fileSize: 1, sha256: 'another' })];
    await open();
    await press('Previous');
    await beginAddition();
    passTime(2_000);
    await press('Stop');
    await title('Review your recording');
    await beginAddition();
    passTime(5_000);
    await useAddition();
    await waitFor(() => expect(saves()).toHaveLength(1));
    const before = saves().length;
    await sendBothOnNextPage();
    const sent = saves().slice(before);
    expect(sent).toMatchObject([
      { isAddition: true, recordedSeconds: 2 },
      { isAddition: true, recordedSeconds: 5 },
    ]);
  });

  it('goes on its own, whatever is not decided on at another question', async () => {
    await open();
    await record();
    const [kept] = await drafts();
    closePage();
    const store = new LocalDraftStore();
    await store.write({ ...kept!, questionId: 2, pieces: 1 }, await (await store.read(kept!)).arrayBuffer());
    await store.write({ ...kept!, isAddition: true, use: 'sent' });
    const answer = slowLine();
    server.answers = [answerTo(1, { fileSize: 1, sha256: 'another' })];
    await open();
    await answer(201);
    await waitFor(() => expect(additions()).toEqual([true]));
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
    const answer = slowLine();
    await open();
    await record();
    await pressAdd();
    await answer(422);
    await screen.findAllByText('It is not whole. It is still here.');
    await passCountdown({ isAddition: true });
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
    await waitFor(() => expect(saves()).toHaveLength(2));
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
