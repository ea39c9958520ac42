import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SaveWrittenAnswerRequest } from '../../api/contract/interview/written-answers.js';
import { LOCAL_DRAFTS_LOOK_MS } from '../../api/contract/common/screen-numbers.js';
import { ChosenFileStore } from '../shared/chosen-files/chosen-file-store.js';
import { LocalDraftStore } from './local-drafts/local-draft-store.js';
import { answerTo } from '../testing/interview-server.js';
import {
  allowCamera,
  drafts,
  hastenTimers,
  open,
  press,
  recordUnseen,
  server,
  startRecorder,
  useInterview,
} from '../testing/interview-screen.js';
import { asksBeforeLeaving } from '../testing/leaving.js';

useInterview();

describe('before the page is left it is asked about', () => {
  it('a recording that goes on, and none that this browser keeps', async () => {
    await open();
    await allowCamera();
    expect(asksBeforeLeaving()).toBe(false);
    await startRecorder();
    expect(asksBeforeLeaving()).toBe(true);
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  });

  it('a recording that is on this page alone, until it is saved', async () => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    await open();
    await recordUnseen();
    expect(asksBeforeLeaving()).toBe(true);
    await press('Use this recording');
    await screen.findAllByText('Video saved');
    await screen.findByRole('heading', { name: 'Life today' });
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  });

  it('a recording that hangs on its way into the storage of this browser, until it is kept', async () => {
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
    const { write } = LocalDraftStore.prototype;
    jest.spyOn(LocalDraftStore.prototype, 'write').mockImplementation(async function (this: LocalDraftStore, ...draft) {
      await isFree;
      return write.apply(this, draft);
    });
    hastenTimers(LOCAL_DRAFTS_LOOK_MS);
    await open();
    await recordUnseen();
    await waitFor(() => expect(asksBeforeLeaving()).toBe(true));
    screen.getByText('this recording is not saved yet');
    free();
    await waitFor(async () => expect(await drafts()).toMatchObject([{ isWhole: true }]));
    await screen.findByText('a recording is kept here, but not saved yet');
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  });

  it('a recording that is on its way from this page alone, also while the interview goes on', async () => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    const { promise: isSent, resolve: send } = Promise.withResolvers<void>();
    server.on('POST /api/videos/upload-cloud', async () => {
      await isSent;
      server.answers = [answerTo(1)];
      return { status: 201, body: answerTo(1) };
    });
    await open();
    await recordUnseen();
    await press('Use this recording');
    await screen.findByRole('heading', { name: 'Life today' });
    expect(asksBeforeLeaving()).toBe(true);
    send();
    await screen.findAllByText('Video saved');
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  });

  it('what a camera app made, until all of it is kept here', async () => {
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
    const { write } = LocalDraftStore.prototype;
    jest.spyOn(LocalDraftStore.prototype, 'write').mockImplementation(async function (this: LocalDraftStore, ...draft) {
      await isFree;
      return write.apply(this, draft);
    });
    await open();
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    const picker = document.querySelector('input[capture]')!;
    fireEvent.change(picker, { target: { files: [new File(['film'], 'mine.mp4', { type: 'video/mp4' })] } });
    await screen.findByRole('heading', { name: 'Review your recording' });
    expect(asksBeforeLeaving()).toBe(true);
    free();
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
    expect(await drafts()).toMatchObject([{ isWhole: true }]);
  });

  it('a photo that is not added yet, until this browser keeps it', async () => {
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
    const { write } = ChosenFileStore.prototype;
    jest.spyOn(ChosenFileStore.prototype, 'write').mockImplementation(async function (this: ChosenFileStore, ...one) {
      await isFree;
      return write.apply(this, one);
    });
    server.answers = [answerTo(1), answerTo(2)];
    await open();
    await screen.findByText('No photos added yet');
    expect(asksBeforeLeaving()).toBe(false);
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await userEvent.upload(picker, new File(['data'], 'garden.jpg', { type: 'image/jpeg' }));
    await screen.findByLabelText('Description (optional)');
    expect(asksBeforeLeaving()).toBe(true);
    free();
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
    await userEvent.type(screen.getByLabelText('Description (optional)'), 'My garden');
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
    expect(await new ChosenFileStore().findAll()).toMatchObject([{ owner: 'anna', description: 'My garden' }]);
  });

  it('an answer in words that this browser cannot keep, until it is sent', async () => {
    server.on('PUT /api/written-answers/1', 'cut');
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    await open();
    await press('Write it instead');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Your answer in words' }), 'I sang');
    expect(asksBeforeLeaving()).toBe(true);
    server.on('PUT /api/written-answers/1', ({ body }) => {
      const { text } = body as SaveWrittenAnswerRequest;
      return { body: { id: 'w1', questionId: 1, text, revision: 1, changedAt: '2026-11-20T10:00:00.000Z' } };
    });
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  });
});
