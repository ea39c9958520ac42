import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SaveAnswerRequest } from '../../api/contract/interview/answers.js';
import type { RecordingDraft } from '../../api/contract/interview/recording-drafts.js';
import {
  calls,
  closePage,
  drafts as keptHere,
  open,
  press,
  record,
  server,
  useInterview,
} from '../testing/interview-screen.js';
import { answerTo, draftOf, pieceOf } from '../testing/interview-server.js';
import { noteOfThisPage } from './sent-drafts/open-upload.js';

useInterview();

const SAVE = 'POST /api/videos/upload-cloud';
/** The server has these until they are saved or removed. */
const keep = (...drafts: RecordingDraft[]) => {
  let left = drafts;
  const removed = (uploadId: string | undefined) => (left = left.filter((draft) => draft.uploadId !== uploadId));
  server.on('GET /api/recording-drafts', () => ({ body: left }));
  for (const { uploadId } of drafts) {
    server.on(`POST /api/uploads/process/${uploadId}`, { body: { uploadId, fileSize: 7, sha256: '' } });
    server.on(`DELETE /api/uploads/${uploadId}`, () => {
      removed(uploadId);
      return { status: 204 };
    });
  }
  return ({ uploadId }: SaveAnswerRequest) => void removed(uploadId);
};
/** As `keep`; what is saved becomes the answer. */
const keepAndSave = (...drafts: RecordingDraft[]) => {
  const saved = keep(...drafts);
  server.on(SAVE, ({ body }) => {
    saved(body as SaveAnswerRequest);
    const answer = answerTo((body as SaveAnswerRequest).questionId);
    server.answers = [...server.answers.filter(({ questionId }) => questionId !== answer.questionId), answer];
    return { status: 201, body: answer };
  });
};
const offers = () => screen.getAllByRole('listitem', { name: /is kept here until/ });
const FIRST = /^A recording that was not saved yet is kept here until .+\. It belongs to question 1\.$/;
const FURTHER = /^A further part of your answer to question 1 was not saved yet\. It is kept here until .+\.$/;
const mayBeUsed = async () =>
  within(await screen.findByRole('listitem', { name: FURTHER })).queryByRole('button', { name: 'Use it' }) !== null;
const discardFirst = async () => {
  await userEvent.click(within(offers()[0]!).getByRole('button', { name: 'Discard' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard this recording?' }));
  await userEvent.click(question.getByRole('button', { name: 'Discard' }));
};
const heading = () => screen.getByRole('heading', { name: 'Life before' });

describe('a recording whose device is gone', () => {
  it('is offered until its day is over, and can be used', async () => {
    const draft = draftOf(1);
    keepAndSave(draft);
    await open();
    expect((await screen.findByText(FIRST)).closest('[aria-live=polite]')).not.toBeNull();
    await press('Hear it');
    expect(screen.getByLabelText('The recording that was not saved yet').getAttribute('src')).toBe(draft.videoUrl);
    await press('Use it');
    await waitFor(() => expect(screen.queryByText(/is kept here until/)).toBeNull());
    expect(calls('POST /api/uploads/process/d1')[0]!.body).toEqual({ totalSize: 7, totalChunks: 2 });
    expect(calls(SAVE)[0]!.body).toMatchObject({ uploadId: 'd1', questionId: 1 });
    await waitFor(() => expect(document.activeElement).toBe(heading()));
  });

  it.each([
    [true, true, { isAddition: true }],
    [false, true, { insteadOf: 'answer-1' }],
    [true, false, { insteadOf: null }],
    [false, 'since', { insteadOf: null }],
  ])('is used as it was meant (an addition: %s, to an answer: %s)', async (isAddition, isAnswered, meant) => {
    const createdAt = isAnswered === 'since' ? '2026-11-21T10:00:01.000Z' : '2026-11-20T10:00:00.000Z';
    server.answers = isAnswered ? [answerTo(1, { createdAt })] : [];
    keepAndSave(draftOf(1, { isAddition }));
    await open();
    await press('Use it');
    await screen.findAllByText('Video saved');
    const body = { ...meant, keepsFlawed: true, asksProof: true };
    expect(calls(SAVE)).toMatchObject([{ body }]);
  });

  it.each(['answer-1', 'before', null])('replaces what was known when it was recorded (%s)', async (insteadOf) => {
    // Its first slice came late: by the times, the answer of another device was there before.
    server.answers = [answerTo(1, { createdAt: '2026-11-20T10:00:00.000Z' })];
    keepAndSave(draftOf(1, { insteadOf }));
    await open();
    await press('Use it');
    await screen.findAllByText('Video saved');
    expect(calls(SAVE)).toMatchObject([{ body: { insteadOf } }]);
  });

  it('says in the server’s words why it cannot be used, and can be once more', async () => {
    const message = 'You have submitted your story.';
    keepAndSave(draftOf(1));
    server.on('POST /api/uploads/process/d1', { status: 409, body: { code: 'submitted', message } });
    await open();
    await press('Use it');
    await screen.findAllByText(message);
    expect(screen.queryByText('Video saved')).toBeNull();
    server.on('POST /api/uploads/process/d1', { body: { uploadId: 'd1', fileSize: 7, sha256: '' } });
    await press('Use it');
    await screen.findAllByText('Video saved');
  });

  it('is discarded after a question', async () => {
    keep(draftOf(1), draftOf(2, { uploadId: 'd2' }));
    await open();
    await screen.findByText(FIRST);
    await discardFirst();
    await waitFor(() => expect(screen.queryByText(FIRST)).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(offers()[0]));
    await discardFirst();
    await waitFor(() => expect(screen.queryByText(/is kept here until/)).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(heading()));
  });

  it('counts as discarded where it is gone already', async () => {
    keep(draftOf(1));
    await open();
    await screen.findByText(FIRST);
    server.on('DELETE /api/uploads/d1', () => {
      keep();
      return { status: 404, body: { code: 'not_found', message: 'Upload not found' } };
    });
    await discardFirst();
    await waitFor(() => expect(screen.queryByText(FIRST)).toBeNull());
    expect(screen.queryByText('Failed to save video')).toBeNull();
  });

  it('cannot be discarded while it is saved', async () => {
    keep(draftOf(1));
    server.on(SAVE, () => new Promise(() => undefined));
    await open();
    await press('Use it');
    await screen.findByRole('button', { name: 'Saving...' });
    expect(screen.getByRole('button', { name: 'Discard' })).toHaveProperty('disabled', true);
  });

  it('is not offered while it is being recorded there', async () => {
    server.on('GET /api/recording-drafts', { body: [draftOf(1, { isGrowing: true })] });
    await open();
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    await waitFor(() => expect(calls('GET /api/recording-drafts').length).toBeGreaterThan(0));
    expect(screen.queryByText(/is kept here until/)).toBeNull();
  });

  it('is said to be going on, perhaps, where it may be paused', async () => {
    server.on('GET /api/recording-drafts', { body: [draftOf(1, { mayGoOn: true }), draftOf(2)] });
    await open();
    await screen.findByText(FIRST);
    const said = offers().map((one) => within(one).queryByText(/^It may be paused on another device/) !== null);
    expect(said).toEqual([true, false]);
  });

  it('is asked about where another answer was saved meanwhile, and says so', async () => {
    const saved = keep(draftOf(1));
    server.on(SAVE, ({ body }) => {
      saved(body as SaveAnswerRequest);
      const mine = answerTo(1, { id: 'mine', isChosen: false });
      server.answers = [answerTo(1, { id: 'other', earlierRecordings: [mine] })];
      return { status: 201, body: mine };
    });
    await open();
    await press('Use it');
    await screen.findAllByText('There is another answer to this question.');
    const which = within(await screen.findByRole('dialog', { name: 'Which one is your answer?' }));
    expect(screen.queryByText('Video saved')).toBeNull();
    await userEvent.click(which.getByRole('button', { name: 'Keep this answer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(heading()));
  });

  it('is said to be checked while it is', async () => {
    keep(draftOf(1));
    const pieces = [pieceOf('answer-1', { proof: { state: 'checking', problem: null } })];
    server.on(SAVE, { status: 201, body: answerTo(1, { pieces }) });
    await open();
    await press('Use it');
    await screen.findAllByText('Saved. We are checking that it plays');
  });

  describe('and was added to another', () => {
    const further = draftOf(1, { uploadId: 'd2', isAddition: true, recordedAt: '2026-11-21T10:05:00.000Z' });

    it('is used after what it goes on from', async () => {
      keepAndSave(further, draftOf(1));
      await open();
      await screen.findByText(FURTHER);
      expect(offers().map((one) => FIRST.test(within(one).getByText(/is kept here until/).textContent))).toEqual([
        true,
        false,
      ]);
      expect(await mayBeUsed()).toBe(false);
      const why = /^It goes on from another recording to this question, which is not saved yet/;
      expect(offers().map((one) => within(one).queryByText(why) !== null)).toEqual([false, true]);
      await press('Use it');
      await waitFor(() => expect(screen.queryByText(FIRST)).toBeNull());
      await waitFor(async () => expect(await mayBeUsed()).toBe(true));
      expect(screen.queryByText(why)).toBeNull();
      await press('Use it');
      await waitFor(() => expect(calls(SAVE)).toHaveLength(2));
      expect(calls(SAVE)).toMatchObject([
        { body: { uploadId: 'd1', insteadOf: null } },
        { body: { uploadId: 'd2', isAddition: true } },
      ]);
    });

    it('waits for what is still sent from where both were recorded', async () => {
      keep(further, draftOf(1, { isGrowing: true }), draftOf(2, { uploadId: 'd3' }));
      await open();
      expect(await mayBeUsed()).toBe(false);
    });

    it('is not held by what this page has sent, which is over, and of which nothing is offered', async () => {
      // The module knows it for good: no other case has one by this name, in whichever order they are tried.
      noteOfThisPage('sent-here');
      keep(further, draftOf(1, { uploadId: 'sent-here' }), draftOf(2, { uploadId: 'd3' }));
      await open();
      expect(await mayBeUsed()).toBe(true);
    });

    it('waits for what this browser keeps, and what is on its way from here', async () => {
      server.answers = [answerTo(2)];
      await open();
      await record();
      closePage();
      expect(await keptHere()).toHaveLength(1);
      keep(further);
      server.on(SAVE, () => new Promise(() => undefined));
      await open();
      await screen.findByRole('heading', { name: 'We kept your recording' });
      expect(await mayBeUsed()).toBe(false);
      await press('Continue and save');
      await screen.findByText('question 1 is on the way to us');
      expect(await mayBeUsed()).toBe(false);
    });
  });
});
