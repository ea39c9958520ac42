import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  calls,
  closePage,
  comeBack,
  drafts,
  open,
  press,
  record,
  server,
  stopLooks,
  useInterview,
} from '../../testing/interview-screen.js';
import { sampleRecording } from '../../testing/sample-recording.js';
import { type LocalDraft, LocalDraftStore } from '../local-drafts/local-draft-store.js';
import { WebTabLocks } from '../../shared/tab-locks.js';
import { ANNA, answerTo } from '../../testing/interview-server.js';

useInterview();

/** The page is gone once the recording is kept whole, which another tab has then. */
async function passToAnotherTab(): Promise<LocalDraft> {
  await waitFor(async () => expect(await drafts()).toMatchObject([{ isWhole: true }]));
  cleanup();
  const draft = (await drafts())[0]!;
  const otherTab = new WebTabLocks(navigator.locks);
  // The page lets go of it after what is still written.
  await waitFor(async () => expect(await otherTab.acquire(draft.id)).toBe(true));
  return draft;
}

describe('a recording', () => {
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
    await passToAnotherTab();
    await open();
    await screen.findByText('A recording for this question is open in another tab.');
    expect(screen.queryByRole('button', { name: 'Continue and save' })).toBeNull();
    closeTab();
    await screen.findByRole('button', { name: 'Continue and save' });
  });

  it('that another tab has saved is the answer here as soon as that lets go of it', async () => {
    await open();
    await record();
    const draft = await passToAnotherTab();
    await open();
    await screen.findByText('A recording for this question is open in another tab.');
    stopLooks();
    await new LocalDraftStore().remove(draft);
    server.answers = [answerTo(1)];
    closeTab();
    await screen.findByLabelText('Your answer');
    screen.getByText('Saved');
  });

  it('is continued also in a browser without locks', async () => {
    const locks = Object.getOwnPropertyDescriptor(navigator, 'locks')!;
    Reflect.deleteProperty(navigator, 'locks');
    try {
      await open();
      await record();
      closePage();
      await open();
      await press('Continue and save');
      await screen.findAllByText('Video saved');
    } finally {
      Object.defineProperty(navigator, 'locks', locks);
    }
  });

  it('that another tab has left behind since is offered once this one is looked at again', async () => {
    await open();
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    const left = {
      participantId: ANNA.id,
      questionId: 1,
      id: 'left',
      pieces: 1,
      bytes: 4,
      isWhole: true,
      use: 'none',
    } as const;
    const { blob: _, draft: __, ...about } = sampleRecording();
    await new LocalDraftStore().write({ ...about, ...left, uploadId: undefined }, new ArrayBuffer(left.bytes));
    expect(screen.queryByRole('heading', { name: 'We kept your recording' })).toBeNull();
    comeBack();
    await screen.findByRole('heading', { name: 'We kept your recording' });
  });
});
