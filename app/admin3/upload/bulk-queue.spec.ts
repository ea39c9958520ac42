import { type Arbitrary, array, assert, constantFrom, oneof, property } from 'fast-check';
import {
  type BulkAction,
  bulkQueue,
  choicesFor,
  countOf,
  EMPTY_QUEUE,
  keptQueue,
  NOTHING_KEPT,
  uploadingItem,
} from './bulk-queue.js';

/** Files in the order of their ids: the first one added has id 1. */
const add = (...names: string[]): BulkAction => ({
  type: 'added',
  files: names.map((name) => new File([], `${name}.mp4`, { type: 'video/mp4' })),
});
const START: BulkAction = { type: 'started', userId: 'anna' };
const after = (...actions: BulkAction[]) => actions.reduce(bulkQueue, EMPTY_QUEUE);
const states = (queue: ReturnType<typeof after>) => queue.items.map(({ transfer }) => transfer.state);
const progress = (queue: ReturnType<typeof after>) => queue.items.map(({ transfer }) => transfer.progress);

describe('bulkQueue', () => {
  it('takes files as waiting, each for the story overview', () =>
    expect(after(add('a')).items).toMatchObject([{ questionId: 0, transfer: { state: 'waiting', progress: 0 } }]));

  it('keeps a question for each file', () =>
    expect(
      after(add('a', 'b'), { type: 'question-chosen', id: 2, questionId: 3 }).items.map((item) => item.questionId),
    ).toEqual([0, 3]));

  it('starts one file, at 5 percent', () => {
    const queue = after(add('a', 'b'), START);
    expect(states(queue)).toEqual(['uploading', 'waiting']);
    expect(progress(queue)).toEqual([5, 0]);
  });

  it('starts nothing without files', () => expect(after(START)).toBe(EMPTY_QUEUE));

  it('shows progress, which never goes back', () => {
    const start = [add('a'), START] as const;
    expect(progress(after(...start, { type: 'progressed', id: 1, percent: 2 }))).toEqual([5]);
    expect(progress(after(...start, { type: 'progressed', id: 1, percent: 40 }))).toEqual([40]);
  });

  it('goes on with the next file, and finishes after the last', () => {
    const first = after(add('a', 'b'), START, { type: 'uploaded', id: 1 });
    expect(progress(first)).toEqual([100, 5]);
    const last = bulkQueue(first, { type: 'uploaded', id: 2 });
    expect([last.run, last.finished]).toEqual([null, { uploaded: 2, reasons: [] }]);
  });

  it('continues after a failure, which counts −1 and keeps its reason', () => {
    const queue = after(add('a', 'b'), START, { type: 'failed', id: 1, reason: 'Not a video' });
    expect(progress(queue)).toEqual([-1, 5]);
    expect(queue.items[0]?.transfer).toMatchObject({ state: 'failed', reason: 'Not a video' });
    expect(bulkQueue(queue, { type: 'uploaded', id: 2 }).finished).toEqual({
      uploaded: 1,
      reasons: ['Not a video'],
    });
  });

  it('retries a failed file at once when idle, else after the others', () => {
    const failed = [add('a', 'b'), START, { type: 'failed', id: 1, reason: 'x' }] as const;
    const retry = { type: 'retried', id: 1, userId: 'anna' } as const;
    expect(states(after(...failed, retry))).toEqual(['waiting', 'uploading']);
    expect(states(after(...failed, { type: 'uploaded', id: 2 }, retry))).toEqual(['uploading', 'done']);
  });

  it('retries every failed file, and no other, when none is named', () => {
    const failed = after(
      add('a', 'b', 'c'),
      START,
      { type: 'failed', id: 1, reason: 'x' },
      { type: 'uploaded', id: 2 },
      { type: 'failed', id: 3, reason: 'x' },
    );
    const retried = bulkQueue(failed, { type: 'all-retried', userId: 'ben' });
    expect(states(retried)).toEqual(['uploading', 'done', 'waiting']);
    expect(retried.items.map(({ userId }) => userId)).toEqual(['anna', 'anna', 'anna']);
  });

  it('retries a file of whoever it was sent of, whoever is chosen by then', () => {
    const failed = after(add('a'), START, { type: 'failed', id: 1, reason: 'x' }, add('b'));
    const retried = bulkQueue(failed, { type: 'retried', id: 1, userId: 'ben' });
    expect(uploadingItem(retried)).toMatchObject({ id: 1, userId: 'anna' });
    expect(uploadingItem(bulkQueue(retried, { type: 'uploaded', id: 1 }))).toMatchObject({ id: 2, userId: 'ben' });
  });

  it('sends a file that was stopped of whoever is chosen as it is sent again', () => {
    const stopped = after(add('a'), START, { type: 'stopped' });
    expect(uploadingItem(bulkQueue(stopped, { type: 'started', userId: 'ben' }))).toMatchObject({ userId: 'ben' });
  });

  it('goes on when the uploading file is removed', () =>
    expect(states(after(add('a', 'b'), START, { type: 'removed', id: 1 }))).toEqual(['uploading']));

  it('finishes when the last waiting file is removed', () =>
    expect(after(add('a'), START, { type: 'removed', id: 1 })).toMatchObject({ items: [], run: null }));

  it('gives no id twice, even after clearing', () =>
    expect(after(add('a', 'b'), { type: 'cleared' }, add('c')).items.map(({ id }) => id)).toEqual([3]));

  it('takes files that come while it runs', () => {
    const queue = after(add('a'), START, add('b'), { type: 'uploaded', id: 1 });
    expect(states(queue)).toEqual(['done', 'uploading']);
  });

  it('stops with its file waiting again, and does not call that finished', () => {
    const queue = after(add('a', 'b'), START, { type: 'stopped' });
    expect(states(queue)).toEqual(['waiting', 'waiting']);
    expect(queue).toMatchObject({ run: null, finished: null });
  });

  it('retries nothing but a failed file', () => {
    const running = after(add('a', 'b'), START, { type: 'uploaded', id: 1 });
    expect(states(bulkQueue(running, { type: 'retried', id: 1, userId: 'anna' }))).toEqual(['done', 'uploading']);
    expect(progress(bulkQueue(running, { type: 'retried', id: 2, userId: 'anna' }))).toEqual([100, 5]);
  });

  it('does not upload a file twice that is done', () => {
    const queue = after(add('a'), START, { type: 'uploaded', id: 1 }, START);
    expect(states(queue)).toEqual(['done']);
  });

  it('ignores what comes late from a file that was stopped', () => {
    const queue = after(add('a'), START, { type: 'stopped' });
    expect(bulkQueue(queue, { type: 'uploaded', id: 1 })).toBe(queue);
    expect(progress(bulkQueue(queue, { type: 'progressed', id: 1, percent: 50 }))).toEqual([0]);
  });

  it('has one file uploading as long as it runs, and none otherwise', () => {
    const ids = constantFrom(1, 2, 3);
    const action: Arbitrary<BulkAction> = oneof(
      constantFrom<BulkAction>(START, { type: 'stopped' }),
      ids.map((id): BulkAction => ({ type: 'removed', id })),
      ids.map((id): BulkAction => ({ type: 'retried', id, userId: 'anna' })),
      ids.map((id): BulkAction => ({ type: 'uploaded', id })),
      ids.map((id): BulkAction => ({ type: 'failed', id, reason: 'x' })),
    );
    assert(
      property(array(action), (actions) => {
        const queue = actions.reduce(bulkQueue, after(add('a', 'b', 'c')));
        expect(countOf(queue, 'uploading')).toBe(queue.run ? 1 : 0);
        expect(uploadingItem(queue) === undefined).toBe(queue.run === null);
      }),
    );
  });
});

const film = (name: string) => new File(['x'], name, { type: 'video/webm', lastModified: 7 });

describe('the kept list of a bulk upload', () => {
  it('knows the question of a file that is chosen again, and no other', () => {
    const added = bulkQueue(EMPTY_QUEUE, { type: 'added', files: [film('a'), film('b')] });
    const chosen = bulkQueue(added, { type: 'question-chosen', id: 2, questionId: 5 });
    const kept = keptQueue('anna', chosen);
    expect(kept.userId).toBe('anna');
    expect(choicesFor(kept, film('b'))).toEqual({ questionId: 5, userId: null });
    expect(choicesFor(kept, film('c'))).toEqual({ questionId: 0, userId: null });
    expect(choicesFor(kept, new File(['xy'], 'b', { lastModified: 7 })).questionId).toBe(0);
  });

  it('knows whose a file is that was sent in vain', () => {
    const failed = after({ type: 'added', files: [film('a')] }, START, { type: 'failed', id: 1, reason: 'x' });
    const [again] = after({ type: 'added', files: [film('a')], kept: keptQueue('ben', failed) }).items;
    expect(again).toMatchObject({ userId: 'anna' });
  });

  it('is none without files', () => expect(keptQueue('anna', EMPTY_QUEUE)).toBe(NOTHING_KEPT));
});
