import { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { UPLOAD_CHUNK_BYTES } from '../../../api/contract/common/limits.js';
import type { CloseUploadRequest } from '../../../api/contract/media/uploads.js';
import { RECORDED } from '../../testing/fake-camera.js';
import { ANNA, answerTo, draftOf } from '../../testing/interview-server.js';
import { NOT_FOUND } from '../../testing/screen-server.js';
import {
  allowCamera,
  calls,
  closePage,
  comeBack,
  drafts as keptHere,
  open,
  openAnswered,
  passTime,
  press,
  record,
  save,
  saves,
  server,
  slowLine,
  startRecorder,
  stopLooks,
  useInterview,
} from '../../testing/interview-screen.js';
import { LocalDraftStore } from '../local-drafts/local-draft-store.js';
import type { DraftWriter } from '../recorder/recording.js';
import { chooseSending } from './sending-choice.js';
import { SentDraft } from './sent-draft.js';
import { SENDING_RETRY_MS } from './slice-sending.js';

useInterview();

const wait = globalThis.setTimeout;
/** What is tried again after one of these is tried again at once. */
const tryAtOnceAfter = (...delaysMs: number[]) => {
  globalThis.setTimeout = ((run: () => void, ms: number) =>
    wait(run, delaysMs.includes(ms) ? 1 : ms)) as typeof setTimeout;
};
afterEach(() => {
  globalThis.setTimeout = wait;
});

const UNWANTED = 'unwanted-uploads';
const CHUNK = 'POST /api/uploads/chunk';
const sent = () =>
  calls(CHUNK)
    .map(({ body }) => body as string)
    .join('');

/** As a server that receives what is recorded while it is recorded, in one chunk or in several. */
const receiveSlices = () => {
  let totalSize = 0;
  let totalChunks = 0;
  const sha256 = createHash('sha256').update(RECORDED).digest('hex');
  server.on('POST /api/recording-drafts', { status: 201, body: { uploadId: 'u1' } });
  server.on(CHUNK, ({ body }) => {
    totalSize += (body as string).length;
    totalChunks++;
    return { body: { complete: true, readyForProcessing: false } };
  });
  server.on('GET /api/uploads/u1', () => ({
    body: { uploadId: 'u1', totalSize, totalChunks, receivedChunks: [], readyForProcessing: false, isOpen: true },
  }));
  server.on('POST /api/uploads/process/u1', { body: { uploadId: 'u1', fileSize: RECORDED.length, sha256 } });
  server.on('DELETE /api/uploads/u1', { status: 204 });
};

/** Returns whether a text has stood on the page since, if only for a moment. */
const watchFor = (text: string) => {
  let hasStood = false;
  const watching = new MutationObserver(() => {
    hasStood ||= document.body.textContent.includes(text);
  });
  watching.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => {
    watching.disconnect();
    return hasStood;
  };
};

/** As a browser that had room for the first piece alone. */
const keepBeginningAlone = async () => {
  const [kept] = await keptHere();
  const store = new LocalDraftStore();
  const beginning = await (await store.read(kept!)).slice(0, -1).arrayBuffer();
  await store.remove(kept!);
  await store.write({ ...kept!, pieces: 1, bytes: beginning.byteLength, isWhole: false }, beginning);
};

describe('a recording that is sent while it is recorded', () => {
  beforeEach(() => chooseSending(true));
  afterEach(() => {
    closePage();
    chooseSending(true);
  });

  it('is there when Stop is pressed, and only declared whole when it is used', async () => {
    receiveSlices();
    await open();
    await record();
    await waitFor(() => expect(sent()).toBe(RECORDED));
    await save();
    const [closed] = calls('POST /api/uploads/process/u1');
    expect(closed!.body as CloseUploadRequest).toEqual({
      totalSize: RECORDED.length,
      totalChunks: calls(CHUNK).length,
    });
    expect(calls('POST /api/uploads/start')).toEqual([]);
    expect(calls('DELETE /api/uploads/u1')).toEqual([]);
  });

  it('says that no answer was there when it began', async () => {
    receiveSlices();
    await open();
    await record();
    await waitFor(() => expect(sent()).toBe(RECORDED));
    expect(calls('POST /api/recording-drafts')).toMatchObject([{ body: { insteadOf: null } }]);
  });

  it('says which answer was there when it began', async () => {
    receiveSlices();
    await openAnswered();
    await press('Record New Response');
    await screen.findByText(/^Recording starts in/);
    passTime(3_000);
    await screen.findByRole('timer');
    await waitFor(() => expect(sent()).not.toBe(''));
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
    expect(calls('POST /api/recording-drafts')).toMatchObject([{ body: { insteadOf: 'answer-1' } }]);
  });

  it('leaves nothing on the server when it is discarded', async () => {
    receiveSlices();
    await open();
    await record();
    await waitFor(() => expect(sent()).toBe(RECORDED));
    await press('Redo');
    await waitFor(() => expect(calls('DELETE /api/uploads/u1')).toHaveLength(1));
  });

  it('leaves nothing on the server also where the line is away as it is discarded', async () => {
    receiveSlices();
    await open();
    await record();
    await waitFor(() => expect(sent()).toBe(RECORDED));
    server.on('DELETE /api/uploads/u1', () => (calls('DELETE /api/uploads/u1').length === 1 ? 'cut' : { status: 204 }));
    tryAtOnceAfter(1_000);
    await press('Redo');
    await waitFor(() => expect(calls('DELETE /api/uploads/u1')).toHaveLength(2));
    await waitFor(() => expect(localStorage.getItem(UNWANTED)).toBeNull());
  });

  it('is noted for its person alone as discarded until the server has heard', async () => {
    receiveSlices();
    await open();
    await record();
    await waitFor(() => expect(sent()).toBe(RECORDED));
    server.on('DELETE /api/uploads/u1', { status: 500, body: { code: 'internal', message: 'Not now.' } });
    await press('Redo');
    await waitFor(() => expect(calls('DELETE /api/uploads/u1')).not.toEqual([]));
    expect(localStorage.getItem(UNWANTED)).toBe('anna=u1');
  });

  it('is removed by the next page where the page before could not, and is not offered until then, nor afterwards', async () => {
    localStorage.setItem(UNWANTED, 'bea=u20 anna=u21,u22');
    const { promise: isDue, resolve: remove } = Promise.withResolvers<void>();
    server.on('DELETE /api/uploads/u21', async () => {
      await isDue;
      return { status: 204 };
    });
    server.on('DELETE /api/uploads/u22', NOT_FOUND);
    server.on('GET /api/recording-drafts', { body: [draftOf(1, { uploadId: 'u21' }), draftOf(2)] });
    await open();
    await screen.findByText(/is kept here until .+ It belongs to question 2\.$/);
    await waitFor(() => expect(localStorage.getItem(UNWANTED)).toBe('bea=u20 anna=u21'));
    expect(screen.queryByText(/It belongs to question 1\.$/)).toBeNull();
    remove();
    await waitFor(() => expect(localStorage.getItem(UNWANTED)).toBe('bea=u20'));
    // What was read before it was removed tells of it still.
    const looks = calls('GET /api/recording-drafts').length;
    comeBack();
    await waitFor(() => expect(calls('GET /api/recording-drafts').length).toBeGreaterThan(looks));
    await fetch('/api/questions');
    expect(screen.queryByText(/It belongs to question 1\.$/)).toBeNull();
  });

  it('is removed by the page that says thanks, too', async () => {
    localStorage.setItem(UNWANTED, 'anna=u21');
    server.on('DELETE /api/uploads/u21', { status: 204 });
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    await open();
    await screen.findByRole('heading', { name: 'Thank You!' });
    await waitFor(() => expect(localStorage.getItem(UNWANTED)).toBeNull());
  });

  it('is sent when it is used where the server does not take it before', async () => {
    await open();
    await record();
    await save();
    expect(calls('POST /api/recording-drafts')).toHaveLength(1);
    expect(calls('POST /api/uploads/start')).toHaveLength(1);
  });

  it('is not offered by the server to the page that is just saving it', async () => {
    receiveSlices();
    server.on('POST /api/uploads/process/u1', () => new Promise(() => undefined));
    await open();
    await record();
    await waitFor(() => expect(sent()).toBe(RECORDED));
    server.on('GET /api/recording-drafts', {
      body: [draftOf(1, { uploadId: 'u1' }), draftOf(2)],
    });
    await press('Use this recording');
    await screen.findByText('question 1 is on the way to us');
    comeBack();
    await screen.findByText(/is kept here until .+ It belongs to question 2\.$/);
    expect(screen.queryByText(/It belongs to question 1\.$/)).toBeNull();
  });

  it('is asked for at the server again as soon as it is saved, though nobody waits for that', async () => {
    const { promise: isSent, resolve: send } = Promise.withResolvers<void>();
    receiveSlices();
    server.on('POST /api/videos/upload-cloud', async () => {
      await isSent;
      server.answers = [answerTo(1)];
      return { status: 201, body: answerTo(1) };
    });
    await open();
    await record();
    await press('Use this recording');
    await screen.findByRole('heading', { name: 'Life today' });
    await waitFor(() => expect(calls('GET /api/recording-drafts')).not.toEqual([]));
    stopLooks();
    const before = calls('GET /api/recording-drafts').length;
    send();
    await screen.findAllByText('Video saved');
    await waitFor(() => expect(calls('GET /api/recording-drafts').length).toBeGreaterThan(before));
  });

  it('is not offered by the server while the next page goes on with sending it, nor afterwards', async () => {
    const { promise: isSent, resolve: send } = Promise.withResolvers<void>();
    let left = [draftOf(1, { uploadId: 'u9' })];
    receiveSlices();
    await open();
    await record();
    closePage();
    const [kept] = await keptHere();
    await new LocalDraftStore().write({ ...kept!, use: 'sent', uploadId: 'u9' });
    server.on('GET /api/recording-drafts', () => ({ body: left }));
    server.on('DELETE /api/uploads/u9', { status: 204 });
    server.on('GET /api/uploads/u9', async () => {
      await isSent;
      left = [];
      return { status: 404, body: { code: 'upload_not_found', message: 'Not Found' } };
    });
    const offered = watchFor('We kept your recording');
    await open();
    await screen.findByText('question 1 is on the way to us');
    expect(offered()).toBe(false);
    comeBack();
    await waitFor(() => expect(calls('GET /api/recording-drafts').length).toBeGreaterThan(1));
    expect(screen.queryByText(/is kept here until/)).toBeNull();
    stopLooks();
    const before = calls('GET /api/recording-drafts').length;
    send();
    await screen.findAllByText('Video saved');
    await waitFor(() => expect(calls('GET /api/recording-drafts').length).toBeGreaterThan(before));
  });

  it('is not offered by the server beside what this browser itself offers of it', async () => {
    receiveSlices();
    await open();
    await record();
    closePage();
    const [kept] = await keptHere();
    await new LocalDraftStore().write({ ...kept!, uploadId: 'u10' });
    server.on('GET /api/uploads/u10', { body: { ...statusOf([RECORDED]), uploadId: 'u10' } });
    server.on('GET /api/recording-drafts', {
      body: [draftOf(1, { uploadId: 'u10' }), draftOf(2)],
    });
    await open();
    await screen.findByRole('heading', { name: 'We kept your recording' });
    await screen.findByText(/is kept here until .+ It belongs to question 2\.$/);
    expect(screen.queryByText(/It belongs to question 1\.$/)).toBeNull();
  });

  it('is saved with all that the server has where this browser had no room for the rest of it', async () => {
    receiveSlices();
    await open();
    await record();
    await waitFor(() => expect(sent()).toBe(RECORDED));
    closePage();
    await keepBeginningAlone();
    const checked = answerTo(1);
    checked.pieces[0]!.proof.state = 'checking';
    const answer = slowLine({ pieces: checked.pieces });
    await open();
    await press('Continue and save');
    await answer(201);
    await screen.findAllByText('Video saved');
    expect(saves()).toMatchObject([{ uploadId: 'u1', fileSize: RECORDED.length }]);
    // The beginning alone is worth nothing beside it.
    await waitFor(async () => expect(await keptHere()).toEqual([]));
    // What is known here is only of the beginning: the server would find what it has too long.
    expect(saves()[0]).not.toHaveProperty('recordedSeconds');
    expect(sent()).toBe(RECORDED);
    expect(calls('DELETE /api/uploads/u1')).toEqual([]);
  });

  it('is sent only when its owner says so, where they want that', async () => {
    receiveSlices();
    await open();
    await screen.findByText(/^Sent to us while you record\./);
    await press('Send only when I say so');
    await screen.findByText(/^Sent only when you say so\./);
    await record();
    expect(calls('POST /api/recording-drafts')).toEqual([]);
    expect(calls(CHUNK)).toEqual([]);
    await press('Send while I record');
    await screen.findByText(/^Sent to us while you record/);
  });

  it('is sent no more as soon as its owner wants that, and what was sent is removed', async () => {
    receiveSlices();
    await open();
    await allowCamera();
    await startRecorder();
    await waitFor(() => expect(sent()).not.toBe(''));
    const before = sent();
    const { promise: isDue, resolve: remove } = Promise.withResolvers<void>();
    server.on('DELETE /api/uploads/u1', async () => {
      await isDue;
      return { status: 204 };
    });
    await press('Send only when I say so');
    await screen.findByText(/^Sent only when you say so\. What we have already is removed/);
    await waitFor(() => expect(calls('DELETE /api/uploads/u1')).toHaveLength(1));
    remove();
    await screen.findByText(/^Sent only when you say so\. Until then only this device has it\./);
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
    await waitFor(async () => expect(await keptHere()).toMatchObject([{ isWhole: true, uploadId: undefined }]));
    expect(sent()).toBe(before);
    server.on('GET /api/uploads/u1', NOT_FOUND);
    await save();
    expect(calls('POST /api/uploads/start')).toHaveLength(1);
  });

  it.each([
    ['while it is offered', true],
    ['before the page is opened', false],
  ])('is removed from the server where its owner wants that %s', async (_, isOffered) => {
    receiveSlices();
    await open();
    await record();
    await waitFor(() => expect(sent()).toBe(RECORDED));
    await waitFor(async () => expect(await keptHere()).toMatchObject([{ uploadId: 'u1' }]));
    closePage();
    if (!isOffered) chooseSending(false);
    await open();
    await screen.findByText('We kept your recording');
    if (isOffered) await press('Send only when I say so');
    await waitFor(() => expect(calls('DELETE /api/uploads/u1')).toHaveLength(1));
    await waitFor(async () => expect(await keptHere()).toMatchObject([{ uploadId: undefined, isWhole: true }]));
  });

  it('is removed from the server as soon as its owner wants that, also where an earlier page has sent it', async () => {
    receiveSlices();
    await open();
    await record();
    await waitFor(() => expect(sent()).toBe(RECORDED));
    closePage();
    expect(await keptHere()).toMatchObject([{ uploadId: 'u1' }]);
    await open();
    await press('Watch');
    await screen.findByRole('heading', { name: 'Review your recording' });
    await press('Send only when I say so');
    await screen.findByText(/^Sent only when you say so\. Until then only this device has it\./);
    expect(calls('DELETE /api/uploads/u1')).toHaveLength(1);
    await waitFor(async () => expect(await keptHere()).toMatchObject([{ uploadId: undefined }]));
    server.on('GET /api/uploads/u1', NOT_FOUND);
    await save();
    expect(calls('POST /api/uploads/start')).toHaveLength(1);
  });

  it('of which a part was refused is no longer called held back once it is recorded anew', async () => {
    receiveSlices();
    server.on(CHUNK, NOT_FOUND);
    await open();
    await allowCamera();
    await startRecorder();
    await screen.findByText(/^Sent to us while you record\. Just now that does not work/);
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
    await press('Redo');
    await screen.findByText(/^Sent to us while you record\. Only you can see it/);
  });

  it('is sent from its beginning as soon as its owner wants that', async () => {
    receiveSlices();
    await open();
    await press('Send only when I say so');
    await allowCamera();
    await startRecorder();
    await press('Send while I record');
    await waitFor(() => expect(sent()).not.toBe(''));
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
    await waitFor(() => expect(sent()).toBe(RECORDED));
    await save();
    expect(calls('POST /api/uploads/start')).toEqual([]);
  });

  it.each([
    ['is full', 507, 'no_room'],
    ['fails', 500, 'internal'],
    ['knows nobody who is signed in', 401, 'signed_out'],
  ])('is sent from its beginning once the server takes it that %s at first, and says so', async (_, status, code) => {
    let isRefused = true;
    receiveSlices();
    server.on('POST /api/recording-drafts', () =>
      isRefused ? { status, body: { code, message: 'Not now.' } } : { status: 201, body: { uploadId: 'u1' } },
    );
    // Whether what was refused is tried again within the case is for the case to say.
    const again: (() => void)[] = [];
    globalThis.setTimeout = ((run: () => void, ms: number) =>
      ms === SENDING_RETRY_MS ? (again.push(run), wait(() => {}, 0)) : wait(run, ms)) as typeof setTimeout;
    await open();
    await allowCamera();
    await startRecorder();
    await screen.findByText(/^Sent to us while you record\. Just now that does not work/);
    await waitFor(() => expect(again).toHaveLength(1));
    isRefused = false;
    again.shift()!();
    await screen.findByText(/^Sent to us while you record\. Only you can see it/);
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
    await waitFor(() => expect(sent()).toBe(RECORDED));
  });

  it('is sent only when its owner says so also where the browser keeps no choice', async () => {
    receiveSlices();
    await open();
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    await press('Send only when I say so');
    await screen.findByText(/^Sent only when you say so\./);
    await record();
    expect(calls('POST /api/recording-drafts')).toEqual([]);
    expect(calls(CHUNK)).toEqual([]);
  });
});

/** What a recorder hands over while it goes on: more than this line carries at once. */
const SLICES = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(100_000));
const CUT_AFTER_BYTES = 150_000;
const RECORDING = {
  questionId: 1,
  origin: 'recorded',
  filename: 'story.webm',
  mimeType: 'video/webm',
  recordedAt: new Date('2026-11-20T10:00:00.000Z'),
} as const;
const KEPT_NOWHERE: DraftWriter = {
  add: () => {},
  finish: () => {},
  noteUpload: () => {},
  noteUse: () => {},
  remove: () => {},
  leave: () => {},
};

const sending = () => {
  const draft = new SentDraft(KEPT_NOWHERE, RECORDING, () => undefined);
  draft.choose(true);
  return draft;
};

const statusOf = (received: string[]) => ({
  uploadId: 'u1',
  totalChunks: received.length,
  totalSize: received.join('').length,
  isOpen: true,
});

describe('a recording on a line that is cut again and again', () => {
  it('arrives whole and once, in smaller parts', async () => {
    const received: string[] = [];
    server.on('POST /api/recording-drafts', { status: 201, body: { uploadId: 'u1' } });
    server.on('GET /api/uploads/u1', () => ({ body: statusOf(received) }));
    server.on(CHUNK, ({ body }) => {
      if ((body as string).length > CUT_AFTER_BYTES) return 'cut';
      received.push(body as string);
      // The first arrives, and what is said of it does not.
      return received.length === 1 ? 'cut' : { body: { complete: true, readyForProcessing: false } };
    });
    await server.open('/');
    const draft = sending();
    for (const slice of SLICES) draft.add(new Blob([slice]), 1);
    await waitFor(() => expect(received).toEqual(SLICES));
    expect(await draft.stopSending()).toBe('u1');
  });

  it('arrives once also where an earlier, larger try comes after a later one was sent', async () => {
    const received: string[] = [];
    const tries: string[] = [];
    server.on('POST /api/recording-drafts', { status: 201, body: { uploadId: 'u1' } });
    server.on('GET /api/uploads/u1', () => ({ body: statusOf(received) }));
    server.on(CHUNK, ({ body }) => {
      tries.push(body as string);
      if (tries.length === 2) received.push(tries[0]!);
      if (tries.length <= 2) return 'cut';
      received.push(body as string);
      return { body: { complete: true, readyForProcessing: false } };
    });
    await server.open('/');
    const draft = sending();
    for (const slice of SLICES.slice(0, 3)) draft.add(new Blob([slice]), 1);
    await waitFor(() => expect(received).toHaveLength(1));
    draft.add(new Blob([SLICES[3]!]), 2);
    await waitFor(() => expect(received).toHaveLength(2));
    expect(tries[0]!.length).toBeGreaterThan(tries[1]!.length);
    expect(received.join('')).toBe(SLICES.join(''));
    await draft.stopSending();
  });

  it('arrives also after a long time without any line', async () => {
    const CUTS = 30;
    tryAtOnceAfter(1_000, 2_000, 4_000, 8_000);
    const received: string[] = [];
    server.on('POST /api/recording-drafts', { status: 201, body: { uploadId: 'u1' } });
    server.on('GET /api/uploads/u1', () => ({ body: statusOf(received) }));
    server.on(CHUNK, ({ body }) => {
      if (calls(CHUNK).length <= CUTS) return 'cut';
      received.push(body as string);
      return { body: { complete: true, readyForProcessing: false } };
    });
    await server.open('/');
    const draft = sending();
    for (const slice of SLICES) draft.add(new Blob([slice]), 1);
    await waitFor(() => expect(received.join('')).toBe(SLICES.join('')));
    expect(await draft.stopSending()).toBe('u1');
  });
});

it('a recording of which a part arrives though the server fails over it arrives once', async () => {
  const received: string[] = [];
  server.on('POST /api/recording-drafts', { status: 201, body: { uploadId: 'u1' } });
  server.on('GET /api/uploads/u1', () => ({ body: statusOf(received) }));
  server.on(CHUNK, ({ body }) => {
    received.push(body as string);
    if (received.length === 1) return { status: 500, body: { code: 'internal', message: 'Not now.' } };
    return { body: { complete: true, readyForProcessing: false } };
  });
  tryAtOnceAfter(SENDING_RETRY_MS);
  await server.open('/');
  const draft = sending();
  for (const slice of SLICES) draft.add(new Blob([slice]), 1);
  await waitFor(() => expect(received.join('')).toBe(SLICES.join('')));
  expect(await draft.stopSending()).toBe('u1');
});

it('a recording that the recorder hands over in one is sent in parts that the server takes', async () => {
  const received: string[] = [];
  server.on('POST /api/recording-drafts', { status: 201, body: { uploadId: 'u1' } });
  server.on(CHUNK, ({ body }) => {
    const part = body as string;
    if (part.length > UPLOAD_CHUNK_BYTES) return { status: 413, body: { code: 'too_large', message: 'Too large.' } };
    received.push(part);
    return { body: { complete: true, readyForProcessing: false } };
  });
  await server.open('/');
  const whole = 'x'.repeat(2 * UPLOAD_CHUNK_BYTES) + SLICES[0];
  const draft = sending();
  draft.add(new Blob([whole]), 1);
  await waitFor(() => expect(received).toHaveLength(3));
  expect(received.join('') === whole).toBe(true);
  expect(await draft.stopSending()).toBe('u1');
});

it('a recording that cannot be gone on with is sent anew, and what came of it goes with it', async () => {
  server.on('POST /api/recording-drafts', { status: 201, body: { uploadId: 'u1' } });
  server.on(CHUNK, { body: { complete: true, readyForProcessing: false } });
  server.on('DELETE /api/uploads/u1', { status: 204 });
  await server.open('/');
  const draft = sending();
  draft.add(new Blob([SLICES[0]!]), 1);
  await waitFor(() => expect(calls(CHUNK)).toHaveLength(1));
  expect(await draft.stopSending()).toBe('u1');
  draft.noteUpload(undefined);
  expect(await draft.stopSending()).toBeUndefined();
  draft.remove();
  await waitFor(() => expect(calls('DELETE /api/uploads/u1')).toHaveLength(1));
});

it('a recording that is left is sent no more, however long the server was full before', async () => {
  server.on('POST /api/recording-drafts', { status: 507, body: { code: 'no_room', message: 'Not now.' } });
  server.on('GET /after', { status: 204 });
  const again: (() => void)[] = [];
  globalThis.setTimeout = ((run: () => void, ms: number) =>
    ms === SENDING_RETRY_MS ? (again.push(run), wait(() => {}, 0)) : wait(run, ms)) as typeof setTimeout;
  await server.open('/');
  const draft = sending();
  draft.add(new Blob([SLICES[0]!]), 1);
  await waitFor(() => expect(again).toHaveLength(1));
  draft.leave();
  again.shift()!();
  // What would be sent now is there before this.
  await new Promise((resolve) => void wait(resolve, 0));
  await fetch('/after');
  expect(calls('POST /api/recording-drafts')).toHaveLength(1);
});

it('a recording that is left while its upload is just begun leaves nothing on the server', async () => {
  const { promise: isBegun, resolve: begin } = Promise.withResolvers<void>();
  server.on('POST /api/recording-drafts', async () => {
    await isBegun;
    return { status: 201, body: { uploadId: 'u1' } };
  });
  server.on('DELETE /api/uploads/u1', { status: 204 });
  await server.open('/');
  const named: unknown[] = [];
  const draft = new SentDraft({ ...KEPT_NOWHERE, noteUpload: (id) => named.push(id) }, RECORDING, () => undefined);
  draft.choose(true);
  draft.add(new Blob([SLICES[0]!]), 1);
  await waitFor(() => expect(calls('POST /api/recording-drafts')).toHaveLength(1));
  draft.leave();
  begin();
  await waitFor(() => expect(calls('DELETE /api/uploads/u1')).toHaveLength(1));
  expect(named).toEqual([]);
});

it('a recording that is discarded while its upload is just begun leaves nothing on the server', async () => {
  const { promise: isBegun, resolve: begin } = Promise.withResolvers<void>();
  server.on('POST /api/recording-drafts', async () => {
    await isBegun;
    return { status: 201, body: { uploadId: 'u1' } };
  });
  server.on('DELETE /api/uploads/u1', { status: 204 });
  await server.open('/');
  const draft = sending();
  draft.add(new Blob([SLICES[0]!]), 1);
  await waitFor(() => expect(calls('POST /api/recording-drafts')).toHaveLength(1));
  draft.remove();
  begin();
  await waitFor(() => expect(calls('DELETE /api/uploads/u1')).toHaveLength(1));
});
