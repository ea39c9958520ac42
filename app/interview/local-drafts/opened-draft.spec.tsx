import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SaveAnswerRequest } from '../../../api/contract/interview/answers.js';
import { answerTo } from '../../testing/interview-server.js';
import {
  calls,
  closePage,
  drafts,
  open,
  press,
  record,
  server,
  startRecorder,
  useInterview,
} from '../../testing/interview-screen.js';
import { type LocalDraft, LocalDraftStore } from './local-draft-store.js';

useInterview();

/** At the question of a recording that an earlier page left here. */
async function openAtDraft(): Promise<void> {
  await open();
  await record();
  closePage();
  await open();
  await screen.findByRole('heading', { name: 'We kept your recording' });
}

/** The interview with a local draft at its last question, which takes long to be read. Returns what lets it be read. */
async function openBesideDraft(): Promise<() => void> {
  await openAtDraft();
  const { promise: isDue, resolve } = Promise.withResolvers<void>();
  const { read } = LocalDraftStore.prototype;
  jest.spyOn(LocalDraftStore.prototype, 'read').mockImplementationOnce(async function (this: LocalDraftStore, draft) {
    await isDue;
    return read.call(this, draft);
  });
  return resolve;
}

const title = (name: string) => screen.findByRole('heading', { name });
const savedTo = () => calls('POST /api/videos/upload-cloud').map(({ body }) => (body as SaveAnswerRequest).questionId);

describe('a local draft that takes long to be opened', () => {
  it.each(['Continue and save', 'Watch'])('stays at its question while another one is shown (%s)', async (way) => {
    server.answers = [answerTo(1)];
    const letRead = await openBesideDraft();
    await press(way);
    await press('Previous');
    await title('Life before');
    letRead();
    const said = await screen.findByText('We kept your recording for question 2.');
    expect(said.closest('[aria-live=polite]')).not.toBeNull();
    await press('Next');
    await title('Life today');
    expect(screen.queryByRole('heading', { name: 'Review your recording' })).toBeNull();
    expect(savedTo()).toEqual([]);
    await press('Continue and save');
    await screen.findAllByText('Video saved');
    expect(savedTo()).toEqual([2]);
    await waitFor(async () => expect(await drafts()).toEqual([]));
  });

  it('is offered again where the last step was shown meanwhile', async () => {
    const letRead = await openBesideDraft();
    server.answers = [answerTo(1, { fileSize: 1, sha256: 'another' }), answerTo(2)];
    closePage();
    await open();
    await screen.findByText('We kept your recording for question 1.');
    await press('Go to question 1');
    await press('Watch');
    await press('Next');
    await press('Continue to Photos');
    await title('Upload photos of your life');
    letRead();
    await press('Go to question 1');
    await press('Watch');
    await title('Review your recording');
  });
});

/** The answer that is there once the page is opened again, and when the server says that it was saved. */
const another = (createdAt: string) => answerTo(1, { fileSize: 1, sha256: 'another', createdAt });
const LONG_AGO = '2000-01-01T00:00:00.000Z';
const FAR_AHEAD = '2199-01-01T00:00:00.000Z';
const changeDraft = async (change: (draft: LocalDraft) => LocalDraft) => {
  const [draft] = await drafts();
  await new LocalDraftStore().write(change(draft!));
};
const savedInsteadOf = async () => {
  await screen.findAllByText('Video saved');
  return calls('POST /api/videos/upload-cloud').map(({ body }) => (body as SaveAnswerRequest).insteadOf);
};

describe('a recording that was kept', () => {
  it.each(['sent', 'over'] as const)(
    'replaces no answer that nobody knew of when it was made (its use before: %s)',
    async (use) => {
      await open();
      await record();
      closePage();
      await changeDraft((draft) => ({ ...draft, use }));
      // This device's clock is far ahead of the server's.
      server.answers = [another(LONG_AGO)];
      await open();
      if (use === 'over') {
        await press('Go to question 1');
        await press('Continue and save');
      }
      expect(await savedInsteadOf()).toEqual([null]);
    },
  );

  it('replaces the answer in whose stead it was made, whatever the clock of its device says', async () => {
    server.answers = [another(FAR_AHEAD)];
    await open();
    await press('Previous');
    await press('Record New Response');
    await press('Cancel');
    await screen.findByText('Ready when you are');
    await startRecorder();
    await press('Stop');
    await title('Review your recording');
    closePage();
    await open();
    await press('Go to question 1');
    await press('Continue and save');
    expect(await savedInsteadOf()).toEqual(['answer-1']);
  });

  it.each([
    [LONG_AGO, 'answer-1'],
    [FAR_AHEAD, null],
  ])('before that was noted takes the place of an answer that is older (one of %s)', async (createdAt, insteadOf) => {
    await open();
    await record();
    closePage();
    await changeDraft((draft) => ({ ...draft, insteadOf: undefined }));
    server.answers = [another(createdAt)];
    await open();
    await press('Go to question 1');
    await press('Continue and save');
    expect(await savedInsteadOf()).toEqual([insteadOf]);
  });
});

async function discard(): Promise<void> {
  await press('Discard');
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Discard' }));
}

describe('a recording that is offered', () => {
  const failed = 'This did not work. Your recording is still here: please try again.';

  it('is said to stay for a few days alone where the browser empties its storage by itself', async () => {
    const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iphone);
    await openAtDraft();
    await screen.findByText(/^This browser may empty its storage .+: come back by \S.+, or save it now\.$/);
  });

  it('is still offered where it could not be read, which is said', async () => {
    await openAtDraft();
    expect(screen.queryByText(/may empty its storage/)).toBeNull();
    jest.spyOn(LocalDraftStore.prototype, 'read').mockRejectedValueOnce(new DOMException('', 'UnknownError'));
    await press('Continue and save');
    expect((await screen.findByText(failed)).role).toBe('alert');
    await press('Continue and save');
    await screen.findAllByText('Video saved');
  });

  it('is still offered where it could not be discarded, which is said', async () => {
    await openAtDraft();
    const remove = jest.spyOn(LocalDraftStore.prototype, 'remove');
    remove.mockRejectedValueOnce(new DOMException('', 'UnknownError'));
    await discard();
    expect((await screen.findByText(failed)).role).toBe('alert');
    expect(await drafts()).toHaveLength(1);
    await discard();
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    expect(await drafts()).toEqual([]);
  });
});
