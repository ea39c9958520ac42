import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { SaveAnswerRequest } from '../../../api/contract/answers.js';
import { answerTo } from '../../testing/interview-server.js';
import { calls, closePage, drafts, open, press, record, server, useInterview } from '../../testing/interview-screen.js';
import { LocalDraftStore } from './local-draft-store.js';

useInterview();

/** The interview with a local draft at its last question, which takes long to be read. Returns what lets it be read. */
async function openBesideDraft(): Promise<() => void> {
  await open();
  await record();
  closePage();
  await open();
  await screen.findByRole('heading', { name: 'We kept your recording' });
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

it.each([
  ['2000-01-01T00:00:00.000Z', 'answer-1'],
  ['2199-01-01T00:00:00.000Z', null],
])(
  'a recording that was kept takes the place only of an answer that was there before it (one of %s)',
  async (createdAt, insteadOf) => {
    await open();
    await record();
    closePage();
    server.answers = [answerTo(1, { fileSize: 1, sha256: 'another', createdAt })];
    await open();
    await press('Go to question 1');
    await press('Continue and save');
    await screen.findAllByText('Video saved');
    expect(calls('POST /api/videos/upload-cloud')).toMatchObject([{ body: { questionId: 1, insteadOf } }]);
  },
);
